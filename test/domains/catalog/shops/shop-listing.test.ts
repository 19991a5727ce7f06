// The hourly listing of a shop's orders where something comes in between: an end of the token, a sync, a late webhook.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { syncShop } from '../../../../src/domains/catalog/shops/sync-shop.ts';
import { shopifyAdapter } from '../../../../src/integrations/shopify/adapter.ts';
import type { ShopPlatform } from '../../../../src/integrations/shops/platform.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { minute } from '../../../harness/shops/reading.ts';
import { type ShopScene, shopScene } from '../../../harness/shops/shop-scene.ts';
import { call, testEnv } from '../../../harness/world.ts';

let scene: ShopScene;
beforeEach(async () => {
  scene = await shopScene();
});
afterEach(() => clock.release());

/** Reads the shop with `meanwhile` before each listing. */
async function readWith(meanwhile: (since: number) => Promise<unknown>): Promise<void> {
  const platform: ShopPlatform = {
    ...shopifyAdapter,
    async changedOrders(session, at) {
      await meanwhile(at.since);
      return await shopifyAdapter.changedOrders(session, at);
    },
  };
  const ctx = systemCtx(scene.world.env, clock.now());
  const reactions = { ...ctx.reactions, shopPlatforms: { shopify: async () => platform } };
  await syncShop({ ...ctx, reactions }, scene.id);
}

const row = async () =>
  (await testEnv.DB.prepare(
    'SELECT missed, due_at AS dueAt, sync_finished_at AS syncFinishedAt FROM shops WHERE id = ?',
  )
    .bind(scene.id)
    .first<{ missed: number; dueAt: number; syncFinishedAt: number | null }>())!;

it('goes on with a new token where one that was long in use ends between two readings', async () => {
  await scene.pass(10 * MINUTE_MS);
  await scene.order();
  await scene.world.fault('expire', 'POST graphql nodes', { times: 1 });
  await scene.carry();
  expect([await scene.sold(), await scene.dueOrders()]).toEqual([[], 1]);
  await scene.pass(2 * SECOND_MS);
  await minute(scene.world);
  expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, true]]);
  const { body } = await call('GET', `/v1/connections/${scene.id}`, { key: scene.shop.brand.key });
  expect(body.data.status).toBe('connected');
});

it('reaches back before the one before it, since the platform may list a change late', async () => {
  const begins: number[] = [];
  const ends: number[] = [];
  for (let round = 0; round < 2; round++) {
    await scene.pass(HOUR_MS + MINUTE_MS);
    ends.push(clock.now());
    await readWith(async (since) => void begins.push(since));
  }
  expect(begins[1]).toBe(ends[0]! - 10 * MINUTE_MS);
});

it('does not count an order as missed of which a webhook may still tell', async () => {
  await scene.world.sim('webhooks', { lose: true });
  await scene.pass(HOUR_MS);
  await scene.order();
  await scene.pass(10 * MINUTE_MS);
  await scene.order();
  await scene.pass(MINUTE_MS);
  await minute(scene.world);
  expect([(await scene.sold()).length, (await row()).missed]).toEqual([2, 1]);
});

it('is done once more for a person who asks for a sync meanwhile', async () => {
  await scene.pass(HOUR_MS + MINUTE_MS);
  await readWith(async () => {
    clock.hold(clock.now() + SECOND_MS);
    const { env, id, key } = { ...scene, env: scene.world.env, key: scene.shop.brand.key };
    expect((await call('POST', `/v1/connections/${id}/syncs`, { env, key })).status).toBe(202);
  });
  const asked = await row();
  expect(asked.syncFinishedAt).toBeNull();
  await scene.pass(MINUTE_MS);
  await minute(scene.world);
  expect((await row()).syncFinishedAt).toBe(clock.now());
});
