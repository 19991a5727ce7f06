// The life of a connection: its setup, and how it ends by time, by the platform or by its owner.

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import type { ConnectionUses } from '../../../../src/domains/accounts/connections/interface.ts';
import { updateConnection } from '../../../../src/domains/accounts/connections/update-connection.ts';
import { AppError } from '../../../../src/kit/error.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import { connectAds, eventsOf } from '../../../harness/ads/ad-connections.ts';
import { revisionAfter } from '../../../harness/ads/kept-plans.ts';
import {
  ADA,
  CLOSED,
  GRACE,
  MAIN,
  type MetaWorld,
  metaWorld,
  PAGE,
  PROFILE,
  TOKYO,
} from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { noticed, subjectsOf } from '../../../harness/people/notices.ts';
import { mintPerson } from '../../../harness/people/people.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

const ORIGINS = { origins: ['https://app.brand.example'] };
let meta: MetaWorld;
let brand: Minted;
let id: string;
beforeEach(async () => {
  meta = await metaWorld();
  brand = await mintAccount('brand', ORIGINS);
  id = await connectAds(meta, brand);
});
afterEach(() => clock.release());

const get = (way = '', key = brand.key) => call('GET', `/v1/connections/${id}${way}`, { env: meta.env, key });
const patch = (body: object, key = brand.key) =>
  call('PATCH', `/v1/connections/${id}`, { env: meta.env, key, body });
const select = (selection: object) => patch({ selection });
const state = async () => (await get()).body.data;
const expire = (at: number) => runJobs(jobsNamed('watch connections'), at, meta.env);

describe('setting up', () => {
  it('lists what there is, says what is missing, and is done with an ad account and a page', async () => {
    const before = (await get('/setup')).body.data;
    expect(before).toMatchObject({ selection: {}, missing: ['adAccountId', 'pageId'] });
    expect(before.options.adAccounts).toContainEqual({
      id: TOKYO,
      name: 'Tokyo',
      parentId: '200000000000001',
      currency: 'jpy',
      timezone: 'Asia/Tokyo',
      status: 'active',
    });
    expect(before.options.profiles).toEqual([]);
    expect((await get(`/setup?adAccountId=${MAIN}`)).body.data.options.profiles).toHaveLength(1);
    expect((await select({ adAccountId: MAIN })).body.data).toMatchObject({
      status: 'connected',
      name: 'Main account',
    });
    expect((await select({ pageId: PAGE })).body.data.status).toBe('active');
    const again = await revisionAfter(brand, id, () => select({ profileId: PROFILE }));
    expect(again, 'of a plan that was approved').toBe('pending_approval 2');
    expect((await get('/setup')).body.data).toMatchObject({
      selection: { adAccountId: MAIN, pageId: PAGE, profileId: PROFILE },
      missing: [],
    });
    // The profile does not belong to the other account.
    expect((await select({ adAccountId: TOKYO })).body.data).toMatchObject({
      status: 'active',
      name: 'Tokyo',
    });
    expect((await get('/setup')).body.data.selection).toEqual({ adAccountId: TOKYO, pageId: PAGE });
    const row = await testEnv.DB.prepare('SELECT currency, timezone FROM connections WHERE id = ?')
      .bind(id)
      .first();
    expect(row).toEqual({ currency: 'jpy', timezone: 'Asia/Tokyo' });
  });

  it.each([
    [{ adAccountId: 'act_300000000000004' }, 'adAccountId', 'not_listed'],
    [{ adAccountId: CLOSED }, 'adAccountId', 'disabled'],
    [{ pageId: '1' }, 'pageId', 'not_listed'],
    [{ advertiserId: '1' }, 'advertiserId', 'invalid'],
  ])('refuses %j and says why', async (selection, field, code) => {
    const answer = await select(selection);
    expect([answer.status, answer.body.error.details]).toEqual([
      422,
      [{ path: `/selection/${field}`, message: expect.any(String), code }],
    ]);
    expect((await state()).status).toBe('connected');
  });

  it.each([
    ['HTML', { type: 'text/html', body: '<html>' }, 502],
    ['a missing field', { body: '{"data":[{"id":"act_1"}]}' }, 502],
    ['a wrong type', { body: '{"data":{}}' }, 502],
    ['a limit', { kind: 'rate_limit', minutes: 3 }, 503],
    ['a refusal', { kind: 'refuse', status: 403, code: 200, message: 'of Ada' }, 422],
  ])('answers %s of the platform in our words, and keeps nothing of it', async (_, fault, status) => {
    await meta.fault('answer_after', 'GET me/adaccounts', { ...fault });
    const answer = await select({ adAccountId: MAIN });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toMatch(/<html|of Ada/);
    expect(await state()).toMatchObject({ status: 'connected', name: 'Ada Sim' });
  });
});

describe('the end', () => {
  it('by time is told a week before, comes once, and is mended by the same person', async () => {
    await select({ adAccountId: MAIN, pageId: PAGE });
    clock.hold(clock.now() + 54 * DAY_MS);
    expect((await state()).error).toMatch(/^This connection to Meta expires on \d{4}-/);
    const [owner, member] = [
      await mintPerson({ [brand.id]: 'owner' }),
      await mintPerson({ [brand.id]: 'member' }),
    ];
    for (let run = 0; run < 2; run++) await expire(clock.now());
    await noticed();
    const ENDS = 'The connection to Meta ends within a week. Connect it again before then';
    expect(await subjectsOf([owner, member])).toEqual([[ENDS], [ENDS]]);
    clock.advance(6 * DAY_MS + 60_000);
    expect((await get('/setup')).body.error.details.reason).toBe('reconnect_required');
    for (let run = 0; run < 2; run++) await expire(clock.now());
    expect(await state()).toMatchObject({
      status: 'expired',
      error: expect.stringContaining('Reconnect it'),
    });
    expect(await eventsOf(brand.id)).toEqual(['connection.connected', 'connection.expired']);
    expect((await select({ pageId: PAGE })).body.error.details.reason).toBe('reconnect_required');
    const mended = await revisionAfter(brand, id, async () => {
      expect(await connectAds(meta, brand)).toBe(id);
    });
    expect(mended, 'of a plan that was approved').toBe('pending_approval 2');
    expect(await state()).toMatchObject({ status: 'active', name: 'Main account', error: null });
  });

  it('by the platform is noticed when it is used', async () => {
    await meta.sim('tokens', { user: ADA });
    const answer = await get('/setup');
    expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'reconnect_required']);
    expect((await state()).status).toBe('expired');
    expect((await eventsOf(brand.id)).at(-1)).toBe('connection.expired');
    const row = await testEnv.DB.prepare('SELECT token FROM connections WHERE id = ?').bind(id).first();
    expect(row).toEqual({ token: null });
  });

  it('by its owner gives the consent back, unless another connection lives by it', async () => {
    const other = await mintAccount('brand', ORIGINS);
    const theirs = await connectAds(meta, other);
    // Connections that other tests left are Ada's too, in apps of their own.
    await testEnv.DB.prepare('DELETE FROM connections WHERE holder NOT IN (?, ?)')
      .bind(brand.id, other.id)
      .run();
    const revoked = async () => (await meta.sim('counts'))['DELETE me/permissions'] ?? 0;
    for (let run = 0; run < 2; run++)
      expect((await patch({ status: 'disconnected' })).body.data).toMatchObject({
        status: 'disconnected',
        canDisconnect: false,
      });
    expect(await revoked()).toBe(0);
    expect((await call('GET', '/v1/connections', { env: meta.env, key: brand.key })).body.data).toEqual([]);
    expect(await eventsOf(brand.id)).toEqual(['connection.connected', 'connection.disconnected']);
    expect((await get('/setup')).body.error.details.reason).toBe('reconnect_required');
    await call('PATCH', `/v1/connections/${theirs}`, {
      env: meta.env,
      key: other.key,
      body: { status: 'disconnected' },
    });
    expect(await revoked()).toBe(1);
    expect(await connectAds(meta, brand)).toBe(id);
    expect((await state()).status).toBe('connected');
  });

  it('by its owner is refused while something runs through it, or began meanwhile', async () => {
    await select({ adAccountId: MAIN, pageId: PAGE });
    const asking = async (uses: ConnectionUses, input: object) => {
      const account = {
        id: brand.id,
        type: 'brand',
        status: 'active',
        managedBy: null,
        eventsShard: null,
      } as const;
      const by = {
        by: 'key',
        callerId: brand.keyId,
        role: null,
        access: 'write',
        scopes: null,
        origins: [],
      } as const;
      const actor: Actor = { ...by, origins: [], home: account, account, creator: null };
      const ctx = { ...meta.ctx(), actor, requestId: 'req' };
      const reactions = { ...ctx.reactions, connectionUses: [async () => uses] };
      await updateConnection({ ...ctx, reactions }, id, input);
      await ctx.write.commit();
    };
    const running: ConnectionUses = {
      usesOf: async () => new Map([[id, { activeCampaigns: 2, inUse: true }]]),
      requireUnused: () => undefined,
    };
    for (const input of [{ status: 'disconnected' }, { selection: { adAccountId: TOKYO } }])
      await expect(asking(running, input)).rejects.toMatchObject({ code: 'conflict' });
    const began: ConnectionUses = {
      usesOf: async () => new Map(),
      requireUnused: (ctx) =>
        void ctx.write.require(sql`0`, async () => new AppError('conflict', 'It began.')),
    };
    await expect(asking(began, { status: 'disconnected' })).rejects.toMatchObject({ message: 'It began.' });
    expect((await state()).status).toBe('active');
  });
});

describe('whose it is', () => {
  it('nobody else learns, and a reader changes nothing', async () => {
    const stranger = await mintAccount('brand');
    for (const answer of [
      await get('', stranger.key),
      await get('/setup', stranger.key),
      await patch({}, stranger.key),
    ])
      expect([answer.status, answer.body.error.message]).toEqual([404, 'No such connection.']);
    expect((await patch({ status: 'disconnected' }, brand.readKey)).status).toBe(403);
    expect((await patch({ status: 'active' })).status).toBe(422);
    expect((await patch({ status: 'disconnected', selection: {} })).status).toBe(422);
    expect((await patch({})).status).toBe(200);
    expect(await connectAds(meta, brand, { user: GRACE })).not.toBe(id);
  });
});
