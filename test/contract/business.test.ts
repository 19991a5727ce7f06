// The gate of the business API: scopes, and the client that a partner acts as, on every route of it.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scopesFor } from '../../src/auth/scopes.ts';
import { makeKey } from '../../src/domains/accounts/keys/make-key.ts';
import { clientQuery } from '../../src/http/client.ts';
import * as clock from '../harness/clock.ts';
import { connected, mintApp } from '../harness/people/apps.ts';
import { personOf } from '../harness/people/person.ts';
import {
  type Answer,
  type CallOptions,
  call,
  type Minted,
  mintAccount,
  systemCtx,
  testEnv,
} from '../harness/world.ts';
import { BODIES, business, pathOf, revoke, routes, titled } from './support/samples.ts';

type Route = (typeof business)[number];
type AccountType = 'brand' | 'partner';

interface Client extends Minted {
  slug: string;
}

async function mintClient(managedBy: string, status: 'active' | 'ended' = 'active'): Promise<Client> {
  const brand = await mintAccount('brand', { managedBy, status });
  return { ...brand, slug: await slugOf(brand.id) };
}

async function slugOf(id: string): Promise<string> {
  const row = await testEnv.DB.prepare('SELECT slug FROM accounts WHERE id = ?')
    .bind(id)
    .first<{ slug: string }>();
  return row!.slug;
}

async function bind(keyId: string, ...clients: string[]): Promise<void> {
  for (const id of clients)
    await testEnv.DB.prepare('INSERT INTO key_clients (key_id, account_id) VALUES (?, ?)')
      .bind(keyId, id)
      .run();
}

/** A further key of the account, bound to the same client. */
async function mintKey(account: string, scopes: string[], client?: string) {
  const ctx = systemCtx();
  const key = makeKey(ctx, { accountId: account, name: 'Scoped', access: 'write', scopes });
  await ctx.write.commit();
  if (client) await bind(key.id, client);
  return key.secret;
}

let partner: Client;
let brand: Minted;
/** Bound to the partner's key, as is `ended`. */
let client: Client;
let ended: Client;
/** No more than the partner's. */
let unbound: Client;
/** The one of another partner, the other of nobody. */
let others: Client;
let nobodys: Client;
/** Bound to the partner's key when it was its client. */
let former: Client;

beforeAll(async () => {
  const minted = await mintAccount('partner');
  const rival = await mintAccount('partner');
  partner = { ...minted, slug: await slugOf(minted.id) };
  brand = await mintAccount();
  [client, unbound, ended] = [
    await mintClient(partner.id),
    await mintClient(partner.id),
    await mintClient(partner.id, 'ended'),
  ];
  [others, former] = [await mintClient(rival.id), await mintClient(rival.id)];
  const alone = await mintAccount();
  nobodys = { ...alone, slug: await slugOf(alone.id) };
  await bind(partner.keyId, client.id, ended.id, former.id);
});

afterEach(() => clock.release());

function send(route: Route, key: string, named?: string | string[], more: CallOptions = {}): Promise<Answer> {
  const query = [named ?? []].flat().map((name) => `client=${encodeURIComponent(name)}`);
  const path = pathOf(route) + (query.length > 0 ? `?${query.join('&')}` : '');
  return call(route.method, path, {
    key,
    ...(route.body ? { body: BODIES[route.operationId] } : {}),
    ...more,
  });
}

const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error?.code];
const letsIn = ({ status }: Answer) => ![400, 401, 403].includes(status);
const scopeOf = ({ access }: Route, type: AccountType) =>
  access.business.scopes.find((scope) => scope.startsWith(type));
/** What a partner has to name. */
const named = ({ access }: Route) => (access.business.client === 'bound' ? client.slug : undefined);

describe('the registry', () => {
  it('has a scope on every route of the business API, and its envelope', () => {
    const paths = /^\/(?:ads|organization|commerce|creatives)(?:\/|$)/;
    expect(routes.filter(({ path }) => paths.test(path))).toEqual(business);
    expect(routes.filter(({ envelope }) => envelope === 'ok')).toEqual(business);
    expect(business.length).toBeGreaterThan(3);
  });

  it('takes of each route the client that its gate reads', () => {
    for (const { path, query, access } of business) {
      const { client } = (query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
      const rule = access.business.client;
      expect([path, client]).toEqual([path, rule === null ? undefined : clientQuery[rule].client]);
      expect([path, rule]).toEqual([path, path.startsWith('/ads/') ? rule && 'bound' : 'active']);
    }
  });
});

describe.each(titled(business))('$title', ({ route: found }) => {
  const route = found as Route;
  const rule = route.access.business.client;

  it('opens by the scope of the account alone, and to no other type', async () => {
    for (const type of ['brand', 'partner'] as const) {
      const wanted = scopeOf(route, type);
      const [id, at] = type === 'brand' ? [brand.id, undefined] : [partner.id, named(route)];
      const all = scopesFor(type, 'write');
      const without = await mintKey(
        id,
        all.filter((scope) => scope !== wanted),
        client.id,
      );
      const refused = await send(route, without, at);
      expect(codeOf(refused)).toEqual([403, 'permission_denied']);
      if (!wanted) continue;
      expect(refused.body.error.message).toContain(wanted);
      expect(letsIn(await send(route, await mintKey(id, [wanted], client.id), at))).toBe(true);
      const foreign = await mintKey(
        id,
        scopesFor(type === 'brand' ? 'partner' : 'brand', 'write'),
        client.id,
      );
      expect(codeOf(await send(route, foreign, at))).toEqual([403, 'permission_denied']);
    }
  });

  it('opens to a key without scopes of its own as far as its level goes', async () => {
    expect(letsIn(await send(route, brand.key))).toBe(true);
    const read = await send(route, brand.readKey);
    if (route.access.level === 'read') expect(letsIn(read)).toBe(true);
    else expect(codeOf(read)).toEqual([403, 'permission_denied']);
  });

  it('is shut to apps', async () => {
    const owner = await personOf(await mintAccount());
    const { access_token: token } = await connected(owner, await mintApp(owner), 'write');
    expect(codeOf(await send(route, token))).toEqual([403, 'permission_denied']);
    expect(codeOf(await send(route, token, client.slug))).toEqual([403, 'permission_denied']);
  });

  it('refuses a Service-Account with 400, whoever it names', async () => {
    if (scopeOf(route, 'partner'))
      for (const as of [client.id, partner.id, others.id, 'x', ''])
        expect(
          codeOf(await send(route, partner.key, named(route), { headers: { 'Service-Account': as } })),
        ).toEqual([400, 'invalid_request']);
    const own = await send(route, brand.key, undefined, { headers: { 'Service-Account': brand.id } });
    expect(codeOf(own)).toEqual([400, 'invalid_request']);
  });

  it.skipIf(rule === null)('refuses a client of a brand with 400', async () => {
    for (const name of [client.slug, brand.id, ''])
      expect(codeOf(await send(route, brand.key, name))).toEqual([400, 'invalid_request']);
  });

  it.skipIf(rule === null)('acts as clients of the partner, and says the same of all others', async () => {
    const takesIds = rule === 'bound';
    expect(letsIn(await send(route, partner.key, client.slug))).toBe(true);
    expect(letsIn(await send(route, partner.key, client.id))).toBe(takesIds);
    expect(letsIn(await send(route, partner.key, unbound.slug))).toBe(rule === 'active');
    const without = await send(route, partner.key);
    if (takesIds) expect(codeOf(without)).toEqual([400, 'invalid_request']);
    else expect(letsIn(without)).toBe(true);
    const strange = [ended, others, nobodys, former, partner].flatMap(({ id, slug }) => [id, slug]);
    const refused = takesIds ? [unbound.id, unbound.slug] : [client.id, unbound.id];
    const unknown = [
      `acct_${'0'.repeat(26)}`,
      'no-such-client',
      client.slug.toUpperCase(),
      ` ${client.slug}`,
      "'--",
    ];
    const answers: Answer[] = [];
    for (const name of [...strange, ...refused, ...unknown])
      answers.push(await send(route, partner.key, name));
    expect(answers.map(codeOf)).toEqual(answers.map(() => [403, 'account_not_reachable']));
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
    expect(letsIn(await send(route, partner.key, client.slug))).toBe(true);
  });

  it.skipIf(rule === null)('refuses what has not the form of a client with 400', async () => {
    const longest = rule === 'bound' ? 120 : 4096;
    const wrong = ['a'.repeat(longest + 1), [client.slug, client.slug], ...(rule === 'bound' ? [''] : [])];
    for (const name of wrong)
      expect(codeOf(await send(route, partner.key, name))).toEqual([400, 'invalid_request']);
    const longUnknown = await send(route, partner.key, 'a'.repeat(longest));
    expect(codeOf(longUnknown)).toEqual([403, 'account_not_reachable']);
    expect(codeOf(await send(route, partner.key, rule === 'active' ? '' : 'x'))).toEqual([
      403,
      'account_not_reachable',
    ]);
  });

  it('looks at the limit, the scope, the client and the body in this order', async () => {
    const limited = { ...testEnv, READS: NEVER, WRITES: NEVER };
    const scopeless = await mintKey(partner.id, ['partner:ads:plan'], client.id);
    const wrong = route.body ? { body: '[]' } : {};
    const asked = (key: string, name: string | undefined, more: CallOptions = {}) =>
      send(route, key, name, { ...wrong, ...more }).then(codeOf);
    expect(await asked('nonsense', 'x', { env: limited })).toEqual([401, 'invalid_key']);
    expect(await asked(scopeless, 'x', { env: limited })).toEqual([429, 'rate_limited']);
    if (!route.access.business.scopes.includes('partner:ads:plan'))
      expect(await asked(scopeless, 'x')).toEqual([403, 'permission_denied']);
    if (rule !== null) expect(await asked(partner.key, 'x')).toEqual([403, 'account_not_reachable']);
    if (route.body) {
      const [key, name] = scopeOf(route, 'partner') ? [partner.key, named(route)] : [brand.key, undefined];
      expect(await asked(key, name)).toEqual([422, 'validation_failed']);
      if (route.path.includes(':id')) expect(codeOf(await send(route, key, name))[0]).toBe(404);
    }
  });
});

describe.each(titled(business.filter(({ body }) => body)))('$title', ({ route: found }) => {
  const route = found as Route;

  it('refuses JSON of more than 32 levels, and a member __proto__, with 422 and the place', async () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const list = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    for (const [body, path, code] of [
      [deep(33), '/a'.repeat(32), 'too_deep'],
      [list(32), `/a${'/0'.repeat(31)}`, 'too_deep'],
      [deep(20_000), '/a'.repeat(32), 'too_deep'],
      ['{"__proto__":{}}', '/__proto__', 'unrecognized_keys'],
      ['{"a":[{"__proto__":null}]}', '/a/0/__proto__', 'unrecognized_keys'],
    ] as const) {
      const answer = await send(route, brand.key, undefined, { body });
      expect([answer.status, answer.body.ok, answer.body.error.code]).toEqual([
        422,
        false,
        'validation_failed',
      ]);
      // Problems of plans name the step and say what to do as well.
      expect(answer.body.error.details).toMatchObject([{ path, message: expect.any(String), code }]);
    }
    for (const body of [deep(32), list(31)]) {
      const answer = await send(route, brand.key, undefined, { body });
      expect(JSON.stringify(answer.body)).not.toContain('too_deep');
    }
  });
});

const NEVER = { limit: async () => ({ success: false }) } as unknown as RateLimit;

describe('a client', () => {
  const profile = async (key: string, name?: string) => {
    const query = name === undefined ? '' : `?client=${name}`;
    return (await call('GET', `/organization/profile${query}`, { key })).body;
  };

  it('is acted as, and the partner itself without one', async () => {
    expect((await profile(partner.key)).data.id).toBe(partner.id);
    expect((await profile(partner.key, client.slug)).data).toMatchObject({
      id: client.id,
      slug: client.slug,
    });
    expect((await profile(partner.key)).data.id).toBe(partner.id);
    const seen = await call('GET', '/v1/account', { key: partner.key, as: client.id });
    expect(seen.body.data.slug).toBe(client.slug);
  });

  it('that the partner lost is no client of its at the next write, and of a read in 10 seconds', async () => {
    const lost = await mintClient(partner.id);
    const patch = () => call('PATCH', `/creatives/x?client=${lost.slug}`, { key: partner.key, body: {} });
    expect([(await profile(partner.key, lost.slug)).ok, (await patch()).status]).toEqual([true, 404]);
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(lost.id).run();
    expect((await patch()).status).toBe(403);
    clock.advance(10_001);
    expect((await profile(partner.key, lost.slug)).error.code).toBe('account_not_reachable');
  });

  it('opens nothing to a key that was revoked', async () => {
    const gone = await mintAccount('partner');
    const own = await mintClient(gone.id);
    expect((await profile(gone.key, own.slug)).ok).toBe(true);
    await revoke(gone.keyId);
    clock.advance(10_001);
    expect((await profile(gone.key, own.slug)).error.code).toBe('invalid_key');
  });
});

describe('a query', () => {
  it.each([
    ['/ads/plans', 'campaignId', 200],
    ['/ads/operations', 'campaignId', 200],
    ['/ads/operations', 'planId', 200],
    ['/ads/resources', 'campaignId', 200],
    ['/ads/resources', 'parentResourceId', 200],
    ['/ads/fields', 'productVariant', 100],
    ['/commerce/products', 'query', 120],
  ])('of %s takes in %s at most %i characters', async (path, name, most) => {
    const ask = async (length: number) =>
      (await call('GET', `${path}?${name}=${'x'.repeat(length)}`, { key: brand.key })).status;
    expect([await ask(most), await ask(most + 1)]).toEqual([200, 400]);
  });

  it.each([
    ['/ads/plans', 'approvalState', 'expired'],
    ['/ads/plans', 'executionState', 'cancelled'],
    ['/ads/operations', 'state', 'dead_lettered'],
    ['/ads/resources', 'resourceKind', 'asset'],
    ['/ads/resources', 'syncState', 'local_only'],
    ['/ads/resources', 'platform', 'snapchat'],
    ['/ads/fields', 'operationType', 'upload_media'],
    ['/ads/fields', 'platform', 'google'],
    ['/ads/fields', 'resourceKind', 'media'],
  ])('of %s takes in %s one of its words, as %s', async (path, name, word) => {
    const ask = async (value: string) =>
      (await call('GET', `${path}?${name}=${value}`, { key: brand.key })).status;
    expect([await ask(word), await ask(`${word}s`)]).toEqual([200, 400]);
  });
});
