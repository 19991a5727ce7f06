// What owners and admins can do with keys on the pages.
import { afterEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { hashKeySecret } from '../../../../src/auth/key-secret.ts';
import { scopesFor } from '../../../../src/auth/scopes.ts';
import { auditOperations } from '../../../../src/domains/accounts/audit/operations.ts';
import { MOST_KEYS } from '../../../../src/domains/accounts/keys/account-key.ts';
import { keyOperations } from '../../../../src/domains/accounts/keys/operations.ts';
import { webhookOperations } from '../../../../src/domains/accounts/webhooks/operations.ts';
import { base62Checksum, randomBase62 } from '../../../../src/kit/crypto.ts';
import { HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { listedBy, performed, personOf } from '../../../harness/people/person.ts';
import { emitNow, heldQueues } from '../../../harness/webhooks.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const URL_A = 'https://a.example.com/hook';
const create = (actor: Actor, body: Record<string, unknown> = {}) =>
  performed(actor, keyOperations.createKey, { body: { name: 'Shop', access: 'write', ...body } });
const update = (actor: Actor, id: string, body: Record<string, unknown>) =>
  performed(actor, keyOperations.updateKey, { params: { id }, body });
const roll = (actor: Actor, id: string, keepHours: number) =>
  performed(actor, keyOperations.rollKey, { params: { id }, body: { keepHours } });
const revoke = (actor: Actor, id: string) => performed(actor, keyOperations.revokeKey, { params: { id } });
const reads = async (key: string) => (await call('GET', '/v1/account', { key })).status;
const writes = async (key: string) => (await call('PATCH', '/v1/account', { key, body: {} })).status;
const wrongAt = (path: string) => ({
  code: 'validation_failed',
  details: [expect.objectContaining({ path })],
});

afterEach(() => clock.release());

describe('a key that is made', () => {
  it('opens at its level, shows its secret once and is listed without it', async () => {
    const owner = await personOf(await mintAccount());
    const key = await create(owner, { webhookUrl: URL_A, origins: ['https://shop.example.com/'] });
    expect(key.secret).toMatch(/^service_sk_[0-9A-Za-z]{49}$/);
    expect(key.webhookSecret).toMatch(/^whsec_/);
    expect(await writes(key.secret)).toBe(200);
    const read = await create(owner, { name: 'Reports', access: 'read' });
    expect([await reads(read.secret), await writes(read.secret)]).toEqual([200, 403]);
    const preflight = await call('OPTIONS', '/v1/account', {
      headers: { origin: 'https://shop.example.com' },
    });
    expect(preflight.status).toBe(204);
    const listed = await listedBy(owner, keyOperations.listKeys);
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['Shop', 'Reports']));
    const found = await performed(owner, keyOperations.getKey, { params: { id: key.id } });
    expect(found).toMatchObject({ webhookUrl: URL_A, origins: ['https://shop.example.com'], scopes: null });
    expect(found.lastUsedAt).not.toBeNull();
    for (const shown of [listed, found]) expect(JSON.stringify(shown)).not.toMatch(/service_sk_|whsec_/);
  });

  it('is refused for a secret with a wrong checksum or of another length, though it were stored', async () => {
    const owner = await personOf(await mintAccount());
    const { id, secret } = await create(owner);
    const shorter = `service_sk_${randomBase62(32)}`;
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;
    for (const text of [mistyped, `${shorter}${base62Checksum(shorter, 6)}`]) {
      await testEnv.DB.prepare('UPDATE api_keys SET secret_hash = ? WHERE id = ?')
        .bind(hashKeySecret(text), id)
        .run();
      const { status, body } = await call('PATCH', '/v1/account', { key: text, body: {} });
      expect([status, body.error.message]).toEqual([401, 'The API key is not valid.']);
    }
  });

  it('leaves nothing of its secrets in any row but their hashes', async () => {
    const owner = await personOf(await mintAccount());
    const { id, secret } = await create(owner);
    const rolled = await roll(owner, id, 1);
    const { results } = await testEnv.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'",
    ).all<{ name: string }>();
    const tables = await testEnv.DB.batch(
      results.map(({ name }) => testEnv.DB.prepare(`SELECT * FROM "${name}"`)),
    );
    const holding = (text: string) =>
      results
        .filter((_, index) => JSON.stringify(tables[index]!.results).includes(text))
        .map(({ name }) => name);
    for (const one of [secret, rolled.secret]) {
      expect(holding(hashKeySecret(one))).toEqual(['api_keys']);
      expect(holding(one)).toEqual([]);
      expect(holding(one.slice(-12))).toEqual([]);
    }
  });

  it('has scopes that its account and level allow, clients of its own and https origins', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const stranger = await mintAccount();
    const agent = await personOf(partner, 'admin');
    const key = await create(agent, { scopes: ['partner:ads:read'], clients: [client.id] });
    expect(key).toMatchObject({ scopes: ['partner:ads:read'], clients: [{ id: client.id }] });
    for (const [body, path] of [
      [{ scopes: ['brand:ads:read'] }, '/scopes/0'],
      [{ scopes: ['partner:ads:read', 'partner:ads:approve'] }, '/scopes/1'],
      [{ access: 'read', scopes: ['partner:ads:execute'] }, '/scopes/0'],
      [{ clients: [client.id, stranger.id] }, '/clients/1'],
      [{ clients: [partner.id] }, '/clients/0'],
      [{ origins: ['http://shop.example.com'] }, '/origins/0'],
      [{ origins: ['https://shop.example.com', 'https://shop.example.com/path'] }, '/origins/1'],
      [{ origins: ['https://u:p@shop.example.com'] }, '/origins/0'],
      [{ origins: ['javascript:alert(1)'] }, '/origins/0'],
      [{ webhookUrl: 'http://127.0.0.1/' }, '/webhookUrl'],
      [{ name: '' }, '/name'],
      [{ access: 'admin' }, '/access'],
    ] as const)
      await expect(create(agent, body), JSON.stringify(body)).rejects.toMatchObject(wrongAt(path));
    expect(scopesFor('brand', 'write')).toContain('brand:ads:approve');
    expect(scopesFor('brand', 'read').every((scope) => scope.endsWith(':read'))).toBe(true);
    expect(await listedBy(agent, keyOperations.listKeys)).toHaveLength(3);
  });

  it('is one of at most so many', async () => {
    const account = await mintAccount();
    const owner = await personOf(account);
    await testEnv.DB.prepare(
      `INSERT INTO api_keys (id, account_id, name, secret_hash, access, created_at, updated_at)
       SELECT 'key_' || value, ?1, 'x', ?1 || value, 'read', 0, 0 FROM json_each(?2)`,
    )
      .bind(account.id, JSON.stringify(Array.from({ length: MOST_KEYS - 3 }, (_, index) => index)))
      .run();
    const last = await create(owner);
    await expect(create(owner)).rejects.toMatchObject({ details: { reason: 'too_many_keys' } });
    await revoke(owner, last.id);
    await create(owner);
  });
});

describe('a key that is changed', () => {
  it('keeps what was left out, and its level counts at once where it matters', async () => {
    const owner = await personOf(await mintAccount());
    const key = await create(owner, { origins: ['https://a.example.com'], scopes: ['brand:ads:plan'] });
    expect(await update(owner, key.id, { name: 'New' })).toMatchObject({
      name: 'New',
      access: 'write',
      scopes: ['brand:ads:plan'],
      origins: ['https://a.example.com'],
    });
    await expect(update(owner, key.id, { access: 'read' })).rejects.toMatchObject(wrongAt('/scopes/0'));
    expect(await writes(key.secret)).toBe(200);
    const changes = { access: 'read', scopes: null, origins: ['https://b.example.com'] };
    expect(await update(owner, key.id, changes)).toMatchObject(changes);
    expect(await writes(key.secret)).toBe(403);
  });

  it('gets a webhook as it would by itself', async () => {
    const owner = await personOf(await mintAccount());
    const { id, secret } = await create(owner);
    const set = (webhookUrl: string | null) =>
      performed(owner, keyOperations.updateKeyWebhook, { params: { id }, body: { webhookUrl } });
    expect(await set(URL_A)).toMatchObject({
      webhookUrl: URL_A,
      webhookSecret: expect.stringMatching(/^whsec_/),
    });
    expect((await call('GET', '/v1/keys/current', { key: secret })).body.data.webhookUrl).toBe(URL_A);
    await expect(set('https://localhost/')).rejects.toMatchObject(wrongAt('/webhookUrl'));
    expect(await set(null)).toMatchObject({ webhookUrl: null, webhookSecret: null });
  });
});

describe('a key that is rolled', () => {
  it('opens with both secrets until the moment that was said, then with the new one alone', async () => {
    const owner = await personOf(await mintAccount());
    clock.hold();
    const key = await create(owner);
    const after = await roll(owner, key.id, 24);
    expect(after.secret).not.toBe(key.secret);
    expect(after.oldSecretUntil).toBe(new Date(clock.now() + 24 * HOUR_MS).toISOString());
    clock.advance(24 * HOUR_MS - 1);
    for (const secret of [key.secret, after.secret])
      expect([await writes(secret), await reads(secret)]).toEqual([200, 200]);
    // Both keys were accepted a millisecond ago, but the memory does not outlive the old key's time. Reads
    // come first, because a refused write would clear the memory.
    clock.advance(1);
    expect([await reads(key.secret), await writes(key.secret)]).toEqual([401, 401]);
    expect([await writes(after.secret), await reads(after.secret)]).toEqual([200, 200]);
  });

  it('loses the secret before at once where none is kept, and one of an earlier roll always', async () => {
    const owner = await personOf(await mintAccount());
    const first = await create(owner);
    const second = await roll(owner, first.id, 168);
    const third = await roll(owner, first.id, 1);
    expect([await writes(first.secret), await writes(second.secret), await writes(third.secret)]).toEqual([
      401, 200, 200,
    ]);
    const fourth = await roll(owner, first.id, 0);
    expect([await writes(second.secret), await writes(third.secret), await writes(fourth.secret)]).toEqual([
      401, 401, 200,
    ]);
    await expect(roll(owner, first.id, 48)).rejects.toMatchObject(wrongAt('/keepHours'));
  });

  it('by several at once shows no secret that does not open', async () => {
    const owner = await personOf(await mintAccount());
    const { id } = await create(owner);
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => roll(owner, id, 0)));
    const shown = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []));
    expect(shown).toHaveLength(1);
    expect(await writes(shown[0]!)).toBe(200);
  });
});

describe('a key that is revoked', () => {
  it('writes no more at once with either secret, and what was on its way to it fails', async () => {
    const { env } = heldQueues();
    const account = await mintAccount();
    const owner = await personOf(account);
    const key = await create(owner, { webhookUrl: URL_A });
    await emitNow(env, { account: account.id }, clock.now() + 1);
    const rolled = await roll(owner, key.id, 24);
    expect([await writes(key.secret), await writes(rolled.secret)]).toEqual([200, 200]);
    expect(await revoke(owner, key.id)).toMatchObject({ id: key.id, oldSecretUntil: null });
    expect([await writes(key.secret), await writes(rolled.secret)]).toEqual([401, 401]);
    const events = () => listedBy(owner, webhookOperations.listEvents, { params: { id: key.id } });
    expect(await events()).toMatchObject([{ delivery: 'failed' }]);
    await emitNow(env, { account: account.id }, clock.now() + 2);
    expect(await events()).toHaveLength(1);
    await expect(roll(owner, key.id, 0)).rejects.toMatchObject({ code: 'conflict' });
    await revoke(owner, key.id);
    const active = await listedBy(owner, keyOperations.listKeys);
    expect(active.map(({ id }) => id)).not.toContain(key.id);
    const revoked = await listedBy(owner, keyOperations.listKeys, { query: { status: 'revoked' } });
    expect(revoked).toMatchObject([{ id: key.id, webhookUrl: URL_A }]);
    const log = await listedBy(owner, auditOperations.listAuditEntries);
    expect(log.map(({ operation, subject }) => [operation, subject]).sort()).toEqual([
      ['createKey', key.id],
      ['revokeKey', key.id],
      ['rollKey', key.id],
    ]);
  });
});

describe("a key's events", () => {
  it('are seen and sent again by people of its account', async () => {
    const { env } = heldQueues();
    const account = await mintAccount();
    const owner = await personOf(account);
    const { id, secret } = await create(owner, { webhookUrl: URL_A });
    const event = await emitNow(env, { account: account.id }, clock.now() + 1);
    const test = await performed(owner, webhookOperations.createTestEvent, {
      params: { id },
      body: { type: 'pixel.verified' },
    });
    const listed = await listedBy(owner, webhookOperations.listEvents, { params: { id } });
    expect(listed.map((one) => one.id).sort()).toEqual([event, test.id].sort());
    const both = { params: { key: id, id: test.id } };
    expect(await performed(owner, webhookOperations.getEvent, both)).toMatchObject({
      type: 'pixel.verified',
    });
    await performed(owner, webhookOperations.redeliverEvent, both);
    expect((await call('GET', '/v1/events', { key: secret })).body.data).toHaveLength(2);
    const other = await create(owner, { webhookUrl: URL_A });
    await expect(
      performed(owner, webhookOperations.getEvent, { params: { key: other.id, id: event } }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe("a key's events of money", () => {
  it('are seen by owners and admins, and by no member', async () => {
    const { env } = heldQueues();
    const account = await mintAccount();
    const owner = await personOf(account);
    const member = await personOf(account, 'member');
    const { id } = await create(owner, { webhookUrl: URL_A });
    const shown = await emitNow(env, { account: account.id }, clock.now() + 1);
    const paid = (
      await performed(owner, webhookOperations.createTestEvent, {
        params: { id },
        body: { type: 'payment.succeeded' },
      })
    ).id;
    const listed = async (actor: Actor, query = {}) =>
      (await listedBy(actor, webhookOperations.listEvents, { params: { id }, query })).map((one) => one.id);
    expect((await listed(owner)).sort()).toEqual([shown, paid].sort());
    expect(await listed(member)).toEqual([shown]);
    expect(await listed(member, { type: 'payment.succeeded' })).toEqual([]);
    const event = { params: { key: id, id: paid } };
    expect(await performed(owner, webhookOperations.getEvent, event)).toMatchObject({ id: paid });
    await expect(performed(member, webhookOperations.getEvent, event)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('who may', () => {
  it('change keys: owners and admins of the account itself; see them: its members too; others nothing', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const owner = await personOf(client);
    const { id } = await create(owner, { webhookUrl: URL_A });
    const writing = (actor: Actor): [string, Promise<unknown>][] => [
      ['create', create(actor)],
      ['update', update(actor, id, { name: 'Y' })],
      [
        'webhook',
        performed(actor, keyOperations.updateKeyWebhook, { params: { id }, body: { webhookUrl: null } }),
      ],
      ['roll', roll(actor, id, 0)],
      ['revoke', revoke(actor, id)],
      ['test', performed(actor, webhookOperations.createTestEvent, { params: { id }, body: {} })],
    ];
    const reading = (actor: Actor): [string, Promise<unknown>][] => [
      ['get', performed(actor, keyOperations.getKey, { params: { id } })],
      ['problems', listedBy(actor, keyOperations.listKeyProblems, { params: { id } })],
      ['events', listedBy(actor, webhookOperations.listEvents, { params: { id } })],
    ];
    const member = await personOf(client, 'member');
    for (const [, answer] of reading(member)) await answer;
    const agent = await personOf(partner, 'owner', client);
    const foreign = await personOf(await mintAccount());
    for (const [actor, code, attempts] of [
      [member, 'permission_denied', writing(member)],
      [agent, 'permission_denied', [...writing(agent), ...reading(agent)]],
      [foreign, 'not_found', [...writing(foreign).slice(1), ...reading(foreign)]],
    ] as const) {
      const outcomes = await Promise.allSettled(attempts.map(([, attempt]) => attempt));
      for (const [index, outcome] of outcomes.entries())
        expect(outcome, `${attempts[index]![0]} of ${actor.callerId}`).toMatchObject({
          status: 'rejected',
          reason: { code },
        });
    }
    expect(await performed(owner, keyOperations.getKey, { params: { id } })).toMatchObject({ name: 'Shop' });
  });
});
