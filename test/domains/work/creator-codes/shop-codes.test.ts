// Codes in a connected shop: each is there exactly once, follows its status here, and shows what happens to it there.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncCodes, syncDueCodes } from '../../../../src/domains/work/creator-codes/sync-codes.ts';
import type { Env } from '../../../../src/env.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { connectShop } from '../../../harness/shops/connect-shop.ts';
import { eraseShop } from '../../../harness/shops/erase-shop.ts';
import { minute } from '../../../harness/shops/reading.ts';
import { type ShopWorld, shopWorld } from '../../../harness/shops/shopify.ts';
import { mintPair } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Any = any;

async function scene() {
  const world = await shopWorld();
  await world.sim('shop', { currency: 'EUR' });
  const pair = await mintPair();
  const connection = await connectShop(world, pair.brand);
  await minute(world);
  const key = pair.brand.key;
  const body = { creator: pair.creator.as, program: pair.program, kind: 'discount', connection };
  return {
    ...{ world, env: world.env, pair, connection },
    give: async (more: object): Promise<Any> => {
      const { status, body: answer } = await call('POST', '/v1/creator-codes', {
        ...{ key, env: world.env, body: { ...body, code: 'NIA10', percent: 12.5, ...more } },
      });
      if (status !== 201) throw new Error(JSON.stringify(answer));
      return answer.data;
    },
    read: async (id: string): Promise<Any> =>
      (await call('GET', `/v1/creator-codes/${id}`, { key })).body.data,
    patch: async (id: string, more: object): Promise<Any> =>
      (await call('PATCH', `/v1/creator-codes/${id}`, { key, env: world.env, body: more })).body,
    tick: (env: Env = world.env, at = clock.now()) => syncDueCodes(systemCtx(env, at)),
    /** As tick, of this shop alone: codes of other tests may be due. */
    sync: (env: Env = world.env, at = clock.now()) => syncCodes(systemCtx(env, at), connection),
  };
}

/** What an app without the permission is answered. */
const DENIED = JSON.stringify({
  data: null,
  errors: [{ message: 'Access denied', extensions: { code: 'ACCESS_DENIED' } }],
});

/** The shop's discounts, as the simulator lists them. */
const atShop = async (world: ShopWorld): Promise<Any[]> => (await world.sim('discounts/list')).discounts;

describe('a code in a shop', () => {
  let it_: Awaited<ReturnType<typeof scene>>;
  beforeEach(async () => {
    it_ = await scene();
  });
  afterEach(() => clock.release());

  it('is made there, with what it takes off, and counts its uses', async () => {
    const { give, read, tick, world } = it_;
    const { id, shop } = await give({});
    expect(shop.status).toBe('pending');
    const other = await give({ code: 'NIA-5', percent: undefined, amount: 550 });
    await tick();
    await tick();
    expect((await read(id)).shop).toMatchObject({
      ...{ status: 'active', problem: null, code: 'NIA10', percent: 12.5, amount: null, uses: 0 },
    });
    expect(await read(other.id)).toMatchObject({
      ...{ currency: 'eur', amount: 550, shop: { status: 'active', percent: null, amount: 550 } },
    });
    const made = (await atShop(world)).toReversed();
    expect(made.map((one) => [one.code, one.share, one.amount])).toEqual([
      ['NIA10', 0.125, null],
      ['NIA-5', null, 550],
    ]);
    for (let n = 0; n < 3; n++)
      await world.sim('orders', { lines: [{ price: '10.00' }], discounts: ['nia10'] });
    await tick(undefined, clock.now() + HOUR_MS);
    expect((await read(id)).shop.uses).toBe(3);
  });

  it('follows its status, and an edit at the shop is shown and not undone', async () => {
    const { give, read, patch, tick, world } = it_;
    const { id } = await give({});
    await tick();
    const active = async () => (await atShop(world))[0].status;
    for (const [status, there] of [
      ['paused', 'EXPIRED'],
      ['active', 'ACTIVE'],
      ['archived', 'EXPIRED'],
      ['active', 'ACTIVE'],
    ]) {
      expect((await patch(id, { status })).data.status).toBe(status);
      await tick();
      expect(await active()).toBe(there);
    }
    const { number } = (await atShop(world))[0];
    await world.sim(`discounts/${number}/edit`, { percent: 50, ended: true });
    await tick(undefined, clock.now() + HOUR_MS);
    expect(await read(id)).toMatchObject({
      ...{ status: 'active', percent: 12.5, shop: { status: 'paused', percent: 50 } },
    });
    await world.sim(`discounts/${number}/delete`);
    await tick(undefined, clock.now() + 2 * HOUR_MS);
    const { shop } = await read(id);
    expect([shop.status, shop.problem.reason]).toEqual(['deleted', 'deleted']);
    expect(await atShop(world)).toEqual([]);
    for (const asked of [{ existing: true }, { retry: true }]) {
      const { error } = await patch(id, asked);
      expect([error.code, error.message]).toEqual([
        'conflict',
        'The discount was deleted at the shop. Archive this code, and give the creator another one.',
      ]);
    }
  });

  it('that fails leaves its neighbours alone, whether it is made or read', async () => {
    const { give, read, sync, world } = it_;
    const made = async (ids: string[]) => (await Promise.all(ids.map(read))).map(({ shop }) => shop.status);
    const [first, second] = [await give({}), await give({ code: 'NIA20' })];
    await world.fault('answer_after', 'POST graphql codeDiscountNodeByCode', {
      times: 1,
      body: '{"data":[]}',
    });
    await sync();
    expect(await made([first.id, second.id])).toEqual(['pending', 'active']);
    await sync(undefined, clock.now() + MINUTE_MS);
    expect(await made([first.id, second.id])).toEqual(['active', 'active']);
    // The first is the answer about both, the second the one about the first alone.
    await world.fault('answer_after', 'POST graphql nodes', { times: 2, body: '{"data":{"nodes":[3]}}' });
    const later = clock.now() + 2 * HOUR_MS;
    await sync(undefined, later);
    const [failed, well] = await Promise.all([read(first.id), read(second.id)]);
    expect(failed.shop).toMatchObject({ status: 'active', problem: { reason: 'unreadable' } });
    expect(well.shop).toMatchObject({ problem: null, readAt: new Date(later).toISOString() });
  });

  it('waits for no more than three others that fail, when the shop itself may be down', async () => {
    const { give, read, sync, world } = it_;
    const codes: string[] = [];
    for (let n = 0; n < 5; n++) codes.push((await give({ code: `NIA-${n}` })).id);
    await world.fault('fail_before', 'POST graphql', { times: 3 });
    await sync();
    const state = async () =>
      (await Promise.all(codes.map(read))).map(({ shop }) => `${shop.status} ${shop.problem?.reason}`);
    expect((await state()).sort()).toEqual([
      ...Array(3).fill('pending transient'),
      ...Array(2).fill('pending undefined'),
    ]);
    await sync(undefined, clock.now() + MINUTE_MS);
    expect(await state()).toEqual(Array(5).fill('active undefined'));
  });

  it('that the shop has already is taken over only when told so', async () => {
    const { give, read, patch, tick, world } = it_;
    await world.sim('discounts', { code: 'nia10', percent: 20 });
    const { id } = await give({});
    await tick();
    const { shop } = await read(id);
    expect([shop.status, shop.problem.reason]).toEqual(['failed', 'code_exists']);
    expect(shop.problem.fix).toMatch(/existing/);
    await tick(undefined, clock.now() + 2 * HOUR_MS);
    expect((await patch(id, { existing: true })).data.shop.status).toBe('pending');
    await tick();
    expect((await read(id)).shop).toMatchObject({
      status: 'active',
      code: 'nia10',
      percent: 20,
      problem: null,
    });
    expect(await atShop(world)).toHaveLength(1);
    const missing = await give({ code: 'NOT-THERE', percent: undefined, existing: true });
    await tick();
    expect((await read(missing.id)).shop.problem.reason).toBe('code_not_found');
    expect(await atShop(world)).toHaveLength(1);
  });

  it('is not taken over where it is on some products, or on each of them', async () => {
    const { give, read, tick, world } = it_;
    await world.sim('discounts', { code: 'SOME', percent: 20, someProducts: true });
    await world.sim('discounts', { code: 'EACH', amount: 5, eachItem: true });
    for (const code of ['SOME', 'EACH']) {
      const { id } = await give({ code, percent: undefined, existing: true });
      await tick();
      expect((await read(id)).shop).toMatchObject({
        status: 'failed',
        problem: { reason: 'other_discount' },
      });
    }
  });

  it('is not made once the two have parted, and is when they have agreed again', async () => {
    const { give, read, patch, sync, world, pair } = it_;
    const consent = async (said: string) =>
      await testEnv.DB.prepare('UPDATE creator_relationships SET consent = ?2 WHERE creator_id = ?1')
        .bind(pair.creator.as, said)
        .run();
    await world.sim('discounts', { code: 'THERE', percent: 20 });
    const [wanted, taken] = [
      await give({}),
      await give({ code: 'THERE', percent: undefined, existing: true }),
    ];
    // The answer to making this one is lost: it is there, and stays ours.
    const made = await give({ code: 'MADE' });
    await testEnv.DB.prepare('UPDATE creator_codes SET due_at = ?1 WHERE id IN (?2, ?3)')
      .bind(clock.now() + HOUR_MS, wanted.id, taken.id)
      .run();
    await world.fault('fail_after', 'POST graphql discountCodeBasicCreate', { times: 1 });
    await sync();
    expect((await read(made.id)).shop.status).toBe('pending');
    await consent('ended');
    clock.hold(clock.now() + HOUR_MS);
    await sync();
    const state = async ({ id }: Any) => {
      const { shop } = await read(id);
      return [shop.status, shop.problem?.reason ?? null];
    };
    const all = async () => [await state(wanted), await state(taken), await state(made)];
    expect(await all()).toEqual([
      ['failed', 'not_agreed'],
      ['failed', 'not_agreed'],
      ['active', null],
    ]);
    expect((await atShop(world)).map(({ code }) => code).sort()).toEqual(['MADE', 'THERE']);
    expect((await patch(wanted.id, { retry: true })).error.details.reason).toBe('not_agreed');
    await consent('agreed');
    for (const { id } of [wanted, taken])
      expect((await patch(id, { retry: true })).data.shop.status).toBe('pending');
    await sync();
    expect(await all()).toEqual(Array(3).fill(['active', null]));
  });

  it('says why it could not be made, and is made once the reason is gone', async () => {
    const { give, read, patch, tick, world, pair } = it_;
    await world.fault('answer_after', 'POST graphql codeDiscountNodeByCode', { times: 1, body: DENIED });
    const { id } = await give({});
    await tick();
    const { shop } = await read(id);
    expect([shop.status, shop.problem.reason]).toEqual(['failed', 'permission']);
    expect(shop.problem.fix).toMatch(/Reconnect the shop/);
    expect((await call('GET', `/v1/creator-codes/${id}`, pair.creator)).body.data.shop.problem).toBeNull();
    // Connecting again asks for all permissions.
    await connectShop(world, pair.brand);
    await tick();
    expect((await read(id)).shop.status).toBe('active');
    await world.fault('rate_limit', 'POST graphql', { times: 1 });
    const second = await give({ code: 'LATER' });
    await tick();
    expect((await read(second.id)).shop).toMatchObject({
      status: 'pending',
      problem: { reason: 'rate_limited' },
    });
    await tick(undefined, clock.now() + HOUR_MS);
    expect((await read(second.id)).shop).toMatchObject({ status: 'active', problem: null });
    expect((await patch(second.id, { retry: true })).error.code).toBe('conflict');
  });
});

it('of a process that dies at any moment is in the shop exactly once', async () => {
  const contacts = await atEveryDeath({
    scene: async () => {
      const there = await scene();
      return { ...there, code: await there.give({}) };
    },
    live: async ({ sync }, env) => await sync(env),
    afterwards: async ({ sync, read, world, code }) => {
      const later = clock.now() + HOUR_MS;
      await sync(undefined, later);
      await sync(undefined, later + HOUR_MS);
      const { shop } = await read(code.id);
      expect([shop.status, shop.problem]).toEqual(['active', null]);
      expect(await atShop(world)).toHaveLength(1);
    },
  });
  expect(contacts.filter((name) => name.startsWith('platform'))).toHaveLength(2);
});

it('of a shop that is erased stays the account’s, in no shop', async () => {
  const { give, read, tick, world, patch } = await scene();
  const { id } = await give({});
  await tick();
  const before = await read(id);
  expect(before).toMatchObject({ status: 'active', shop: { status: 'active', percent: 12.5 } });
  await eraseShop(world);
  clock.hold(clock.now() + HOUR_MS);
  await tick();
  expect(await read(id)).toMatchObject({ status: 'active', percent: 12.5, connection: null, shop: null });
  const row = await testEnv.DB.prepare('SELECT * FROM creator_codes WHERE id = ?').bind(id).first();
  expect(JSON.stringify(row)).not.toContain(world.shop);
  expect(row).toMatchObject({ discount_id: null, shop_code: null, shop_read_at: null, due_at: null });
  expect((await patch(id, { status: 'paused' })).data).toMatchObject({ status: 'paused', shop: null });
  clock.release();
});
