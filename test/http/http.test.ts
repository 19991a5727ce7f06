// What all responses have in common: IDs, versions, methods, limits, CORS.
import { createExecutionContext } from 'cloudflare:test';
import { describe, expect, it, vi } from 'vitest';
import { toAppError } from '../../src/http/errors.ts';
import { ratePolicy } from '../../src/http/gate.ts';
import worker from '../../src/index.ts';
import { expectLogged } from '../harness/logs.ts';
import { call, mintAccount, ORIGIN, testEnv } from '../harness/world.ts';

describe('every answer', () => {
  it.each([
    ['of a record', 'GET', '/v1/account', 200],
    ['that refuses', 'GET', '/v1/creators/nobody', 404],
    ['to a path that is not there', 'GET', '/v1/nothing', 404],
    ['of a link that ended', 'GET', '/files/file_01k2d9q3v7h5m8r4t6w0x1y2z3', 404],
  ])('%s is read by browsers over TLS alone, and as what it says it is', async (_, method, path, status) => {
    const { key } = await mintAccount();
    const answer = await call(method, path, { key });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}$/);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(answer.headers.get('RateLimit-Policy')).toBe('"reads";q=1000;w=10');
  });

  it('of the documentation is no less, in the house format where it is none of its files', async () => {
    const refusals = [];
    for (const [method, path, status] of [
      ['GET', '/openapi.json', 200],
      ['GET', '/docs', 307],
      ['GET', '/docs/nothing', 404],
      ['POST', '/docs/', 405],
    ] as const) {
      const answer = await call(method, path, { headers: { 'Request-Id': 'mine' } });
      expect([path, answer.status, answer.headers.get('Request-Id')]).toEqual([path, status, 'mine']);
      expect(answer.headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}$/);
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
      if (status >= 400) refusals.push([answer.body.error.code, answer.headers.get('Allow')]);
    }
    expect(refusals).toEqual([
      ['not_found', null],
      ['method_not_allowed', 'GET, HEAD'],
    ]);
  });

  it('takes times whose t and z are small', async () => {
    const { key } = await mintAccount();
    const answer = await call('GET', '/v1/programs?createdAfter=2026-01-01t00:00:00z', { key });
    expect(answer.status).toBe(200);
    const wrong = await call('GET', '/v1/programs?createdAfter=2026-02-30t00:00:00z', { key });
    expect(wrong.status).toBe(400);
  });
});

describe('Request-Id', () => {
  it('is made when the caller sends none, anew each time', async () => {
    const ids = [await call('GET', '/v1/account'), await call('GET', '/nowhere')].map((answer) =>
      answer.headers.get('Request-Id'),
    );
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{26}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it("keeps a caller's own, in the header and in a refusal", async () => {
    const own = 'order-17/~!"';
    const answer = await call('GET', '/v1/account', { headers: { 'Request-Id': own } });
    expect(answer.headers.get('Request-Id')).toBe(own);
    expect(answer.body.error.requestId).toBe(own);
  });

  it.each(['', 'a'.repeat(129), 'with space', 'tab\tinside', 'é'])(
    'replaces an unusable one: %j',
    async (own) => {
      const answer = await call('GET', '/v1/account', { headers: { 'Request-Id': own } });
      expect(answer.headers.get('Request-Id')).toMatch(/^req_/);
      expect(answer.body.error.requestId).toBe(answer.headers.get('Request-Id'));
    },
  );
});

describe('Service-Version', () => {
  it.each([
    [undefined, '2026-08-08'],
    ['2026-08-08', '2026-08-08'],
    ['2027-01-31', '2026-08-08'],
  ])('%s is answered by %s', async (asked, used) => {
    const { key } = await mintAccount();
    const answer = await call('GET', '/v1/account', {
      key,
      headers: asked ? { 'Service-Version': asked } : {},
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Service-Version')).toBe(used);
  });

  it.each([
    '2026-08-07',
    '2025-12-31',
    '2026-02-30',
    '2026-13-01',
    'latest',
    '1',
    '2026-8-8',
    '2026-08-08T00:00:00Z',
    '',
  ])('refuses %j with 400', async (asked) => {
    const { key } = await mintAccount();
    const answer = await call('GET', '/v1/account', { key, headers: { 'Service-Version': asked } });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_request']);
  });
});

describe('methods', () => {
  it.each(['DELETE', 'PUT', 'POST'])(
    'answers %s on a path without it by 405 and says what there is',
    async (method) => {
      const { key } = await mintAccount();
      const answer = await call(method, '/v1/account', { key, ...(method === 'DELETE' ? {} : { body: {} }) });
      expect([answer.status, answer.body.error.code]).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.get('Allow')).toBe('GET, PATCH, HEAD, OPTIONS');
    },
  );

  it.each([
    ['GET', '/webhooks/stripe', 'POST, OPTIONS'],
    ['PUT', '/webhooks/stripe', 'POST, OPTIONS'],
    ['PUT', '/connections/visit_1', 'POST, GET, HEAD, OPTIONS'],
    ['POST', '/connections/visit_1/again', 'GET, HEAD, OPTIONS'],
  ])('answers %s %s, which is no route of the API, by 405 too', async (method, path, allow) => {
    const answer = await call(method, path);
    expect([answer.status, answer.body.error.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('Allow')).toBe(allow);
  });

  it('hands pages on where it can, and else leads to the front page whoever comes to it with a query', async () => {
    const answer = await call('GET', '/?utm_source=mail');
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/']);
    expect((await call('GET', '/')).status).toBe(404);
    const handed: string[] = [];
    const PAGES = { fetch: async ({ url }: Request) => new Response(String(handed.push(url))) };
    const deployed = { ...testEnv, PAGES: PAGES as unknown as Fetcher };
    for (const path of ['/?utm_source=mail', '/sign-in'])
      expect(
        (await worker.fetch(new Request(ORIGIN + path), deployed, createExecutionContext())).status,
      ).toBe(200);
    expect(handed).toEqual([`${ORIGIN}/?utm_source=mail`, `${ORIGIN}/sign-in`]);
    // A person who mistyped a URL in a browser gets the pages' 404; programs, and requests to the API, get
    // JSON.
    const asked = async (path: string, headers: Record<string, string>) =>
      await worker.fetch(new Request(ORIGIN + path, { headers }), deployed, createExecutionContext());
    const browser = { 'Sec-Fetch-Dest': 'document' };
    expect((await asked('/sign-inn', browser)).status).toBe(200);
    expect(handed.at(-1)).toBe(`${ORIGIN}/sign-inn`);
    for (const [path, headers] of [
      ['/sign-inn', {}],
      ['/v1/payments', browser],
    ] as const)
      expect((await asked(path, headers)).headers.get('Content-Type')).toContain('application/json');
  });

  it('answers an unknown path by 404', async () => {
    for (const path of ['/', '/v1', '/v2/account', '/v1/accounts', '/v1/account/', '/V1/account']) {
      const answer = await call('GET', path);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, 'not_found']);
    }
  });

  it('answers HEAD as GET, without a body', async () => {
    const { key } = await mintAccount();
    const answer = await call('HEAD', '/v1/account', { key });
    expect([answer.status, answer.body]).toEqual([200, null]);
    expect(answer.headers.get('Content-Type')).toContain('application/json');
    const refused = await call('HEAD', '/v1/brands/none', { key });
    expect(refused.status).toBe(404);
  });

  it('answers a plain OPTIONS by what the path takes', async () => {
    const answer = await call('OPTIONS', '/v1/brands');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('Allow')).toBe('GET, POST, HEAD, OPTIONS');
  });
});

describe('headers of every answer', () => {
  it('forbid storing and state the quota', async () => {
    const { key } = await mintAccount();
    const read = [
      await call('GET', '/v1/account', { key }),
      await call('GET', '/v1/account'),
      await call('GET', '/x'),
    ];
    const write = [
      await call('PATCH', '/v1/account', { key, body: {} }),
      await call('POST', '/v1/pixels', { key, body: {} }),
      await call('POST', '/v1/pixels', { body: {} }),
    ];
    for (const answer of read) expect(answer.headers.get('RateLimit-Policy')).toBe(ratePolicy(false));
    for (const answer of write) expect(answer.headers.get('RateLimit-Policy')).toBe(ratePolicy(true));
    for (const answer of [...read, ...write]) {
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Content-Type')).toContain('application/json');
    }
  });
});

describe('the rate limit', () => {
  it('stops the 251st write of a key within 10 seconds with 429, and nobody else', async () => {
    const [busy, calm] = [await mintAccount(), await mintAccount()];
    const write = (caller: { key: string }) => call('PATCH', '/v1/account', { key: caller.key, body: {} });
    // Ten seconds are too short for 251 requests on a busy machine: the first 249 only count. A period may
    // end in between.
    await vi.waitFor(
      async () => {
        const before = Array.from({ length: 249 }, () => testEnv.WRITES.limit({ key: busy.keyId }));
        for (const { success } of await Promise.all(before)) expect(success).toBe(true);
        const [last, refused] = [await write(busy), await write(busy)];
        expect([last.status, refused.status]).toEqual([200, 429]);
        expect(refused.body.error.code).toBe('rate_limited');
        expect(refused.headers.get('Retry-After')).toBe('10');
      },
      { timeout: 25_000, interval: 10_000 },
    );
    expect((await call('PATCH', '/v1/account', { key: calm.key, body: {} })).status).toBe(200);
    expect((await call('GET', '/v1/account', { key: busy.key })).status).toBe(200);
  });
});

describe('CORS', () => {
  const ORIGIN = 'https://app.customer.example';
  const preflight = (origin: string, path = '/v1/pixels') =>
    call('OPTIONS', path, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization',
      },
    });

  it('lets a page in whose origin is on an active key, and only for that key', async () => {
    const own = await mintAccount('brand', { origins: [ORIGIN] });
    const other = await mintAccount();
    const before = await preflight(ORIGIN);
    expect(before.status).toBe(204);
    expect(before.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
    expect(before.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
    expect(before.headers.get('Access-Control-Allow-Methods')).toContain('PATCH');
    expect(before.headers.get('Vary')).toBe('Origin');

    const real = await call('GET', '/v1/account', { key: own.key, headers: { Origin: ORIGIN } });
    expect(real.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
    expect(real.headers.get('Access-Control-Expose-Headers')).toContain('Request-Id');
    const refused = await call('GET', '/v1/brands/none', { key: own.key, headers: { Origin: ORIGIN } });
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([404, ORIGIN]);

    const foreign = await call('GET', '/v1/account', { key: other.key, headers: { Origin: ORIGIN } });
    expect(foreign.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('refuses the preflight of an origin on no list', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `${ORIGIN}.evil.example`,
      'http://app.customer.example',
    ]) {
      const answer = await preflight(origin);
      expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
    }
  });
});

describe('a path', () => {
  it('is read as it is meant, however it is encoded', async () => {
    const { key } = await mintAccount();
    expect((await call('GET', '/v1/%61ccount', { key })).status).toBe(200);
    expect((await call('GET', '/v1/acc', { key })).body.error.code).toBe('not_found');
    expect((await call('GET', '/v1/accounts', { key })).body.error.code).toBe('not_found');
    expect((await call('GET', '/v1/account/', { key })).body.error.code).toBe('not_found');
  });
});

describe('a refusal', () => {
  it('has the house form and shows nothing of the inside', async () => {
    const { key } = await mintAccount();
    const answer = await call('POST', '/v1/pixels', { key, body: { name: '', domains: 'x', 'a/b~c': 1 } });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'details', 'message', 'requestId']);
    expect(answer.body.error.details).toEqual(
      expect.arrayContaining([
        { path: '/name', message: expect.any(String), code: 'too_small' },
        { path: '/domains', message: expect.any(String), code: 'invalid_type' },
      ]),
    );
    // The request's ID is random, and may contain any letters.
    const { requestId: _, ...said } = answer.body.error;
    expect(JSON.stringify(said)).not.toMatch(/zod|sqlite|d1|\.ts|node_modules/i);
  });

  it('says of a field with several forms what is wrong with the nearest, and of one that is missing that it is', async () => {
    const { key } = await mintAccount();
    const issuesOf = async (path: string, body: unknown) =>
      (await call('POST', path, { key, body })).body.error.details.map(
        ({ path: at, message }: { path: string; message: string }) => `${at} ${message}`,
      );
    expect(await issuesOf('/v1/conversions', { name: 'Sales' })).toEqual([
      '/eventName eventName is required.',
    ]);
    expect(await issuesOf('/v1/conversions', {})).toContain('/name name is required.');
    const odd = await issuesOf('/v1/conversions', { name: 'Sales', eventName: 'Not Snake' });
    expect(odd).toEqual([expect.stringMatching(/^\/eventName Must be .*snake_case/)]);
    expect(await issuesOf('/v1/connections', {})).toContain('/provider provider is required.');
    const listed = await call('GET', '/v1/pixel-events?source=x', { key });
    expect(listed.body.error.message).toBe(
      'Bad query parameter. source: Must be one of browser, server or shop.',
    );
    const twice = await call('GET', '/v1/pixel-events?source=shop&source=shop&limit=1&limit=2', { key });
    expect(twice.body.error.message).toBe(
      'Bad query parameter. source: Must be sent only once.; limit: Must be sent only once.',
    );
    const program = { name: 'P', pay: { currency: 'usd', rules: [{ type: 'per_thousand_views' }] } };
    expect(await issuesOf('/v1/programs', program)).toContain('/pay/rules/0/amount amount is required.');
    const unknown = { name: 'P', pay: { currency: 'usd', rules: [{ type: 'by_the_hour' }] } };
    expect(await issuesOf('/v1/programs', unknown)).toEqual([
      expect.stringMatching(/^\/pay\/rules\/0\/type .*per_video.*revenue_share/),
    ]);
  });

  it('says what to do when the database has no tables, as it is in a fresh clone', async () => {
    expectLogged('error', /no such table/);
    const thrown = await testEnv.DB.prepare('SELECT 1 FROM never_made')
      .all()
      .catch((error) => error);
    const { code, message } = toAppError(thrown, 'req_1');
    expect([code, message]).toEqual(['unavailable', expect.stringContaining('npm run dev')]);
  });
});
