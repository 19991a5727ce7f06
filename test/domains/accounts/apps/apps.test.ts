import { describe, expect, it, vi } from 'vitest';
import { appOperations } from '../../../../src/domains/accounts/apps/operations.ts';
import { checkAuthorization } from '../../../../src/domains/accounts/oauth/check-authorization.ts';
import * as clock from '../../../harness/clock.ts';
import { authorizeQuery, CALLBACK, connected, mintScene, register } from '../../../harness/people/apps.ts';
import { listedBy, perform, performed, personOf } from '../../../harness/people/person.ts';
import { mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const check = (query: URLSearchParams) => checkAuthorization(systemCtx(), query);

describe('an app', () => {
  const create = async (body: Record<string, unknown>) =>
    perform(await personOf(await mintAccount()), appOperations.createApp, {
      body: { name: 'Planner', redirectUris: [CALLBACK], access: 'read', ...body },
    });
  const BAD_CALLBACKS = [
    'javascript:alert(1)//https://x',
    'data:text/html,x',
    'http://app.example/cb',
    'https://localhost/cb',
    'https://a.localhost/cb',
    'https://127.0.0.1/cb',
    'https://0x7f.1/cb',
    'https://[::1]/cb',
    'https://user@app.example/cb',
    'https://user:pw@app.example/cb',
    'https://@app.example/cb',
    'https://app.example/cb#x',
    'https://app.example/cb#',
    'https://app.example\\@evil.example/cb',
    'https:app.example/cb',
    'https:///cb',
    'https://app.example;sandbox/cb',
    'https://*.app.example/cb',
    'https://app.example/a b',
    ' https://app.example/cb',
    'https://äpp.example/cb',
    'https://app.example:99999/cb',
    '/cb',
    '',
    'myapp://cb',
    `https://app.example/${'x'.repeat(2048)}`,
  ];
  const custom = (path: RegExp) => ({
    code: 'validation_failed',
    status: 422,
    details: [expect.objectContaining({ path: expect.stringMatching(path) })],
  });

  it.each(BAD_CALLBACKS)('has no callback %s, nor does a client that registers itself', async (uri) => {
    await expect(create({ redirectUris: [CALLBACK, uri] })).rejects.toMatchObject(
      custom(/^\/redirectUris\/1$/),
    );
    const answer = await register(
      { redirect_uris: [CALLBACK, uri] },
      `198.51.100.${BAD_CALLBACKS.indexOf(uri)}`,
    );
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it('has 1 to 20 callbacks, a name of 1 to 200 characters without the name of the service, and one of two accesses', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `https://app.example/${n}`);
    await create({ redirectUris: many(20), name: 'x'.repeat(200) });
    await create({ redirectUris: ['https://app.example', 'https://app.example:8443/?a=b'] });
    const bad: [Record<string, unknown>, RegExp][] = [
      [{ redirectUris: many(21) }, /^\/redirectUris$/],
      [{ redirectUris: [] }, /^\/redirectUris$/],
      [{ redirectUris: [CALLBACK, CALLBACK] }, /^\/redirectUris$/],
      [{ name: 'x'.repeat(201) }, /^\/name$/],
      [{ name: '  ' }, /^\/name$/],
      [{ name: 'a\nb' }, /^\/name$/],
      [{ name: 'a\u202eb' }, /^\/name$/],
      [{ name: 'My SERVICE app' }, /^\/name$/],
      [{ name: 'ｓｅｒｖｉｃｅ' }, /^\/name$/],
      [{ name: 'Ѕегviсе dashboard' }, /^\/name$/],
      [{ name: `A${'\u0336'.repeat(60)}` }, /^\/name$/],
      [{ access: 'admin' }, /^\/access$/],
    ];
    for (const [body, path] of bad)
      await expect(create(body), String(path)).rejects.toMatchObject(custom(path));
    const metadata = [
      { client_name: 'x'.repeat(201) },
      { client_name: 'The Service' },
      { client_name: 'Sеrv\u0131ce Desktop' },
      { grant_types: ['authorization_code', 'password'] },
      { grant_types: ['refresh_token'] },
      { response_types: ['token'] },
      { token_endpoint_auth_method: 'private_key_jwt' },
      { scope: 'read admin' },
      { application_type: 'x' },
    ];
    for (const body of metadata) {
      const answer = await register({ redirect_uris: [CALLBACK], ...body }, '198.51.100.200');
      expect([answer.status, answer.body.error], JSON.stringify(body)).toEqual([
        400,
        'invalid_client_metadata',
      ]);
    }
    for (const body of ['[]', 'null', '"x"', '{', 'x']) {
      expect((await register(body, '198.51.100.201')).status, body).toBe(400);
    }
    const hostile = [
      [`{"a":${'['.repeat(4_000)}${']'.repeat(4_000)}}`, `/a${'/0'.repeat(31)}`],
      ['{"client_name":"A","x":{"__proto__":{}}}', '/x/__proto__'],
    ] as const;
    for (const [body, path] of hostile) {
      const answer = await register(body, '198.51.100.201');
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata']);
      expect(answer.body.error_description).toContain(path);
    }
    expect((await register({ redirect_uris: many(21) })).body.error).toBe('invalid_redirect_uri');
    expect((await register({})).body.error).toBe('invalid_redirect_uri');
  });

  it("is its account's alone, and its owners' and admins': for another it is missing", async () => {
    const { app, brand, owner, maker } = await mintScene();
    const strangers = [owner, await personOf(await mintAccount('partner'))];
    const body = { name: 'Mine', redirectUris: [CALLBACK], access: 'write', version: 1 };
    const all: [keyof typeof appOperations, unknown][] = [
      ['getApp', undefined],
      ['updateApp', body],
      ['rotateAppSecret', { version: 1 }],
      ['revokeApp', { version: 1 }],
    ];
    for (const actor of strangers) {
      for (const [name, sent] of all) {
        const input = { params: { id: app.id }, body: sent };
        await expect(perform(actor, appOperations[name] as never, input), name).rejects.toMatchObject({
          code: 'not_found',
        });
      }
      expect(await performed(actor, appOperations.listApps)).toEqual([]);
    }
    const member = await personOf({ id: maker.home!.id }, 'member');
    const client = await mintAccount('brand', { managedBy: maker.home!.id });
    const agent = await personOf({ id: maker.home!.id }, 'admin', client);
    for (const actor of [member, agent]) {
      await expect(
        perform(actor, appOperations.createApp, { body: { ...body, version: undefined } }),
      ).rejects.toMatchObject({ code: 'permission_denied' });
    }
    await expect(
      perform(maker, appOperations.updateApp, { params: { id: app.id }, body: { ...body, version: 7 } }),
    ).rejects.toMatchObject({ code: 'version_conflict' });
    const ended = await mintAccount('brand', { status: 'ended' });
    await expect(
      perform(await personOf(ended), appOperations.createApp, {
        body: { name: 'x', redirectUris: [CALLBACK], access: 'read' },
      }),
    ).rejects.toMatchObject({ code: 'permission_denied' });
    const stored = JSON.stringify((await testEnv.DB.prepare('SELECT * FROM oauth_apps').all()).results);
    expect(stored).not.toContain(app.secret);
    expect(brand.id).toBeTruthy();
  });
});

describe('a client that registers itself', () => {
  const LOOPBACK = 'http://127.0.0.1:8765/callback';

  it('gets a secret whatever it asked for, and may listen at any port of its own computer', async () => {
    const { owner } = await mintScene();
    const { status, body, headers } = await register({
      client_name: 'Desk',
      redirect_uris: [LOOPBACK, 'https://desk.example/cb'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      software_id: 'ignored',
    });
    expect([status, headers.get('Cache-Control')]).toEqual([201, 'no-store']);
    expect(body).toMatchObject({
      client_id: expect.stringMatching(/^service_ci_/),
      client_secret: expect.stringMatching(/^service_cs_/),
      client_secret_expires_at: 0,
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'native',
      scope: 'read write offline_access',
    });
    const client = (redirectUri: string) => ({
      clientId: body.client_id as string,
      secret: body.client_secret as string,
      redirectUri,
    });
    for (const uri of [
      LOOPBACK,
      'http://127.0.0.1:1/callback',
      'http://127.0.0.1/callback',
      'https://desk.example/cb',
    ])
      expect((await connected(owner, client(uri))).refresh_token).toBeDefined();
    for (const uri of [
      'http://localhost:8765/callback',
      'http://127.0.0.1:8765/other',
      'http://127.0.0.1:8765/callback?x=1',
      'http://127.0.0.1:99999/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1:8765@evil.example/callback',
      'https://127.0.0.1:8765/callback',
      'https://desk.example:444/cb',
    ])
      await expect(check(authorizeQuery(client(uri)).query), uri).rejects.toMatchObject({ status: 400 });
    const shown = await listedBy(owner, appOperations.listGrants);
    expect(shown).toMatchObject([{ name: 'Desk', selfRegistered: true }]);
  });

  it('without a name is called by its host, unless that looks like ours', async () => {
    const named = async (uri: string) => {
      const { status, body } = await register({ redirect_uris: [uri] }, '198.51.100.202');
      return [status, body.client_name];
    };
    expect(await named(LOOPBACK)).toEqual([201, 'An app on your computer']);
    expect(await named('https://desk.example/cb')).toEqual([201, 'desk.example']);
    for (const host of ['service.evil.example', 'service-login.example', 'SERV1CE.example:8443'])
      expect(await named(`https://${host}/cb`)).toEqual([201, 'An app on the web']);
  });

  it('is one of 20 in an hour from a network, also when all come at once', async () => {
    const from = '2001:db8:9:9::1';
    const some = (count: number, address: string) =>
      Promise.all(Array.from({ length: count }, () => register({ redirect_uris: [LOOPBACK] }, address)));
    clock.hold();
    try {
      const answers = await some(25, from);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
      expect((await some(1, '2001:db8:9:9:ffff::2'))[0]!.headers.get('Retry-After')).toBe('3600');
      expect((await some(1, '2001:db8:9:a::1'))[0]!.status).toBe(201);
      clock.advance(3_600_001);
      expect((await some(1, from))[0]!.status).toBe(201);
    } finally {
      clock.release();
    }
  });

  it('is refused when its row would have more than 1 KB', async () => {
    const uri = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;
    // The limit is in bytes: 200 letters of four bytes each, or an address of the same length.
    const fits = [
      { client_name: '\u{1d49c}'.repeat(100), redirect_uris: [uri(390)] },
      { client_name: 'x', redirect_uris: [uri(795)] },
    ];
    for (const body of fits) expect((await register(body, '203.0.113.77')).status).toBe(201);
    const { results } = await testEnv.DB.prepare(
      'SELECT * FROM oauth_apps WHERE account_id IS NULL ORDER BY length(redirect_uris) DESC LIMIT 2',
    ).all();
    for (const row of results) {
      const bytes = new TextEncoder().encode(Object.values(row).join('')).length;
      expect(bytes).toBeGreaterThan(900);
      expect(bytes).toBeLessThanOrEqual(1024);
    }
    const tooLong = [
      { client_name: '\u{1d49c}'.repeat(100), redirect_uris: [uri(400)] },
      { client_name: 'x', redirect_uris: [uri(796)] },
      { redirect_uris: Array.from({ length: 20 }, (_, n) => `https://a.example/${n}${'x'.repeat(700)}`) },
      { client_name: 'x'.repeat(200), redirect_uris: [uri(700)] },
    ];
    for (const body of tooLong) {
      const { status, body: answer } = await register(body, '203.0.113.77');
      expect([status, answer.error]).toEqual([400, 'invalid_client_metadata']);
    }
  });

  it('is one of 2,000 in an hour from all networks, also when all come at once: then an alert', async () => {
    const alerts: string[] = [];
    const spy = vi.spyOn(console, 'error').mockImplementation((line) => void alerts.push(String(line)));
    const some = (count: number, block: string) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          register({ redirect_uris: [LOOPBACK] }, `2001:db8:${block}:${n}::1`),
        ),
      );
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
    clock.hold();
    try {
      clock.advance(7_200_000);
      expect(statuses(await some(2, 'aa'))).toEqual([201, 201]);
      // Refused registrations do not count: neither invalid ones nor those over a network's limit.
      await register({ redirect_uris: [] }, '2001:db8:bb:1::1');
      const one = Array.from({ length: 23 }, () =>
        register({ redirect_uris: [LOOPBACK] }, '2001:db8:bb:2::1'),
      );
      expect(statuses(await Promise.all(one))).toEqual([...Array(20).fill(201), 429, 429, 429]);
      expect(alerts).toEqual([]);
      const { meta } = await testEnv.DB.prepare(
        'UPDATE attempts SET count = 1995 WHERE count = 22 AND minute > ?',
      )
        .bind(clock.now() - 60_000)
        .run();
      expect(meta.changes).toBe(1);
      const answers = await some(8, 'cc');
      expect(statuses(answers)).toEqual([...Array(5).fill(201), 429, 429, 429]);
      const { body, headers } = answers.find(({ status }) => status === 429)!;
      expect([body.error, headers.get('Retry-After')]).toEqual(['temporarily_unavailable', '3600']);
      expect(alerts).toEqual(['{"level":"alert","registrations":"oauth","limit":2000}']);
      clock.advance(3_600_000);
      expect(statuses(await some(1, 'dd'))).toEqual([201]);
    } finally {
      clock.release();
      spy.mockRestore();
    }
  });
});
