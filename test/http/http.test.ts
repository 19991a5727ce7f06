// What every answer has, whatever the endpoint: IDs, versions, methods, limits, CORS.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { toAppError } from '../../src/http/errors.ts';
import { ratePolicy } from '../../src/http/gate.ts';
import worker from '../../src/index.ts';
import { BoundedMap } from '../../src/kit/bounded-map.ts';
import * as clock from '../harness/clock.ts';
import { expectLogged } from '../harness/logs.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

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
    ['POST', '/connections/visit_1', 'GET, HEAD, OPTIONS'],
    ['POST', '/connections/visit_1/again', 'GET, HEAD, OPTIONS'],
  ])('answers %s %s, which is no route of the API, by 405 too', async (method, path, allow) => {
    const answer = await call(method, path);
    expect([answer.status, answer.body.error.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('Allow')).toBe(allow);
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
    const statuses: number[] = [];
    // 500 at once: more than one period's quota however the periods fall, and far fewer than two in one go.
    for (let sent = 0; sent < 500; sent += 50) {
      const some = await Promise.all(
        Array.from({ length: 50 }, () => call('PATCH', '/v1/account', { key: busy.key, body: {} })),
      );
      statuses.push(...some.map((answer) => answer.status));
      const refused = some.find((answer) => answer.status === 429);
      if (refused) {
        expect(refused.body.error.code).toBe('rate_limited');
        expect(refused.headers.get('Retry-After')).toBe('10');
        break;
      }
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(250);
    expect(statuses).toContain(429);
    expect((await call('PATCH', '/v1/account', { key: calm.key, body: {} })).status).toBe(200);
    expect((await call('GET', '/v1/account', { key: busy.key })).status).toBe(200);
  });
});

describe('Service-Account', () => {
  it('that is empty or no ID at all reaches nothing, and changes nothing for the next request', async () => {
    const { key } = await mintAccount();
    for (const as of ['', ' ', 'x', 'acct_', 'a'.repeat(8_000), 'file_01k2d9q3v7h5m8r4t6w0x1y2z3']) {
      const refused = await call('GET', '/v1/account', { key, headers: { 'Service-Account': as } });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'account_not_reachable']);
      expect((await call('GET', '/v1/account', { key })).status).toBe(200);
    }
  });

  it('is looked up anew after a refusal, which nobody remembers', async () => {
    const [partner, brand] = [await mintAccount('partner'), await mintAccount()];
    const read = () => call('GET', '/v1/account', { key: partner.key, as: brand.id });
    expect((await read()).status).toBe(403);
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ?1 WHERE id = ?2')
      .bind(partner.id, brand.id)
      .run();
    expect((await read()).status).toBe(200);
  });
});

describe('what an isolate remembers', () => {
  it('is bounded in entries and in bytes, and what came first goes first', () => {
    const few = new BoundedMap<number>({ entries: 3, bytes: 1_000_000 });
    for (const key of ['a', 'b', 'c', 'a', 'd']) few.set(key, 1);
    expect(['a', 'b', 'c', 'd'].map((key) => few.get(key))).toEqual([1, undefined, 1, 1]);
    const small = new BoundedMap<string>({ entries: 1_000, bytes: 100_000 }, (value) => value.length);
    for (let n = 0; n < 1_000; n++) small.set(`key ${n}`, 'x'.repeat(n % 7 ? 1_000 : 60_000));
    expect(small.bytes).toBeLessThanOrEqual(100_000);
    expect(small.get('key 999')).toBeDefined();
  });
});

describe('callers who are refused', () => {
  const from = (address: string, options: Parameters<typeof call>[2] = {}) =>
    call('GET', '/v1/account', { ...options, headers: { 'CF-Connecting-IP': address } });

  /** As an isolate sees it whose database must not be asked. */
  const deaf = { ...testEnv, DB: null } as unknown as typeof testEnv;

  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['2001:db8:7:8::1', '2001:DB8:7:8:ffff::2', '2001:db8:7:9::1'],
  ])('too often from %s wait 10 s, unless a key was let in lately', async (address, same, other) => {
    const [known, late] = [await mintAccount(), await mintAccount()];
    expect((await from(address, { key: known.key })).status).toBe(200);
    clock.hold();
    try {
      // Twice a period's quota, and a bit: however the limiter's periods fall.
      let refusals = 0;
      while (refusals < 650 && (await from(address)).status === 401) refusals++;
      expect(refusals).toBeGreaterThanOrEqual(300);
      const waiting = await from(same, { env: deaf, key: late.key });
      expect([waiting.status, waiting.body.error.code]).toEqual([429, 'rate_limited']);
      expect(waiting.headers.get('Retry-After')).toBe('10');
      expect((await from(same, { key: known.key })).status).toBe(200);
      expect((await from(other)).status).toBe(401);
      clock.advance(10_001);
      expect((await from(same, { key: late.key })).status).toBe(200);
    } finally {
      clock.release();
    }
  });

  it('are those with a preflight of an unknown origin, too', async () => {
    const preflight = () =>
      call('OPTIONS', '/v1/account', {
        headers: { Origin: 'https://evil.example', 'CF-Connecting-IP': '203.0.113.99' },
      });
    let answered = 403;
    for (let sent = 0; answered === 403 && sent < 650; sent += 50) {
      for (const { status } of await Promise.all(Array.from({ length: 50 }, preflight))) answered = status;
    }
    expect(answered).toBe(429);
  });
});

describe('a body that is refused', () => {
  /** What was read of a body of 64 KiB chunks, and whether it was let go of before its end. */
  async function refused(path: string, init: RequestInit & { size: number; stalls?: boolean }) {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (init.stalls && sent > 0) return new Promise(() => {});
        const chunk = new Uint8Array(65_536).fill(32);
        if (sent === 0) chunk.set(new TextEncoder().encode('GIF89a'));
        controller.enqueue(chunk);
        sent += chunk.byteLength;
        if (sent >= init.size) controller.close();
      },
      cancel() {
        cancelled = true;
      },
    });
    const execution = createExecutionContext();
    const request = new Request(`https://service.test${path}`, { method: 'POST', ...init, body });
    const { status } = await worker.fetch(request as never, testEnv, execution);
    await waitOnExecutionContext(execution);
    return { status, sent, cancelled };
  }

  it('is read to its end, so that its connection goes on; but at most 1 MiB of it, and for 1 s', async () => {
    const { key } = await mintAccount();
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const gif = { ...headers, 'Content-Length': '800000' };
    const size = 800_000;
    expect(await refused('/v1/account', { size })).toMatchObject({ status: 405, cancelled: false });
    expect(await refused('/v1/pixels', { size })).toMatchObject({ status: 401, cancelled: false });
    const picture = await refused('/v1/files?purpose=profile_picture', { size, headers: gif });
    expect(picture).toMatchObject({ status: 422, cancelled: false });
    expect(picture.sent).toBeGreaterThanOrEqual(size);
    const long = await refused('/v1/pixels', { size: 50_000_000, headers });
    expect(long).toMatchObject({ status: 413, cancelled: true });
    expect(long.sent).toBeLessThan(3_000_000);
    expect(await refused('/v1/pixels', { size, stalls: true })).toMatchObject({
      status: 401,
      cancelled: true,
    });
  });

  it('may break off, which is no fault of ours', async () => {
    const { key } = await mintAccount();
    const brokenOff = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('\x89PNG')),
        pull: (controller) => controller.error(new Error('Network connection lost.')),
      });
    for (const [path, type] of [
      ['/v1/pixels', 'application/json'],
      ['/v1/files?purpose=profile_picture', 'image/png'],
    ]) {
      const execution = createExecutionContext();
      const request = new Request(`https://service.test${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': type!, 'Content-Length': '1000' },
        body: brokenOff(),
      });
      const { status } = await worker.fetch(request as never, testEnv, execution);
      await waitOnExecutionContext(execution);
      expect([path, status]).toEqual([path, 400]);
    }
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
    // The request's ID is random, and may spell anything.
    const { requestId: _, ...said } = answer.body.error;
    expect(JSON.stringify(said)).not.toMatch(/zod|sqlite|d1|\.ts|node_modules/i);
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
