// What becomes of a connected shop's orders, from its webhook or the hourly reading to the sale.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { useShop } from '../../../../src/domains/accounts/connections/use-connection.ts';
import {
  listUnscheduled,
  scheduleMaturity,
} from '../../../../src/domains/measurement/conversions/schedule-maturity.ts';
import { listOrdersToRead } from '../../../../src/domains/measurement/pixel-events/list-orders-to-read.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { connectShop } from '../../../harness/shops/connect-shop.ts';
import { readAll } from '../../../harness/shops/products.ts';
import { consumed, deliver, holdingShops, minute, readShop } from '../../../harness/shops/reading.ts';
import { type ShopScene, shopScene } from '../../../harness/shops/shop-scene.ts';
import { shopWorld } from '../../../harness/shops/shopify.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let scene: ShopScene;
beforeEach(async () => {
  scene = await shopScene();
});
afterEach(() => clock.release());

/** Ends a subscription at the shop, as the platform does where nobody answers. */
async function unsubscribe(subscription: string): Promise<void> {
  const ctx = systemCtx(scene.world.env, clock.now());
  const session = await useShop(ctx, (await connectionById(ctx, scene.id))!, async (_, one) => one);
  const query = 'mutation($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }';
  const answer = await fetch(`${session.site.at.api}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': session.token },
    body: JSON.stringify({ query, variables: { id: subscription } }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
}

describe('the hourly reading', () => {
  it('finds the orders of which no webhook told, and what changed in others', async () => {
    await scene.world.sim('webhooks', { lose: true });
    const made = await scene.order();
    expect(await scene.carry()).toBe(0);
    await scene.pass(30 * MINUTE_MS);
    await minute(scene.world);
    expect(await scene.sold()).toEqual([]);
    await scene.pass(31 * MINUTE_MS);
    await minute(scene.world);
    expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, true]]);
    await scene.world.sim(`orders/${made}/cancel`, { refund: true });
    await scene.pass(HOUR_MS + MINUTE_MS);
    await minute(scene.world);
    // What came back as a whole earns nothing.
    expect(await scene.sold()).toEqual([[5_000, 5_000, scene.shop.creator, false]]);
  });

  it('subscribes again to webhooks that the shop dropped', async () => {
    const before = await scene.world.sim('subscriptions');
    expect(before.data.length).toBeGreaterThan(3);
    for (const { id: gone } of before.data) await unsubscribe(gone);
    expect((await scene.world.sim('subscriptions')).data).toEqual([]);
    await scene.pass(HOUR_MS + MINUTE_MS);
    await minute(scene.world);
    const topics = (list: { topic: string }[]) => list.map(({ topic }) => topic).sort();
    expect(topics((await scene.world.sim('subscriptions')).data)).toEqual(topics(before.data));
  });

  it('reads long lists page by page, also when the token ends in the middle, and doubles nothing', async () => {
    await scene.world.sim('webhooks', { lose: true });
    for (let at = 0; at < 60; at++) await scene.order({ lines: [{ price: '10.00' }] });
    await scene.pass(HOUR_MS + MINUTE_MS);
    await scene.world.fault('expire', 'POST graphql orders', { times: 1 });
    for (let run = 0; run < 6; run++) {
      await minute(scene.world);
      await scene.pass(5 * MINUTE_MS);
    }
    const all = await scene.sold();
    expect(all).toHaveLength(60);
    expect(new Set(all.map(String)).size).toBe(1);
    expect(await scene.dueOrders()).toBe(0);
  });

  it('reads an order once more before its sale matures, though nothing changed in it', async () => {
    await scene.order();
    await scene.carry();
    // The next listing has it, and those after that do not.
    await scene.pass(HOUR_MS + MINUTE_MS);
    await minute(scene.world);
    const ctx = systemCtx(scene.world.env, clock.now());
    const rows = await listUnscheduled(ctx, scene.shop.shard, 100);
    const own = rows.filter(({ accountId }) => accountId === scene.shop.brand.id);
    const maturesAt = clock.now() + DAY_MS;
    await scheduleMaturity(
      ctx,
      scene.shop.shard,
      own.map((row) => ({ row, maturesAt })),
    );
    const waiting = async () =>
      await listOrdersToRead(systemCtx(scene.world.env, clock.now()), scene.shop.brand.id, 10);
    expect(await waiting()).toEqual([]);
    await scene.pass(DAY_MS + HOUR_MS);
    expect(await waiting()).toHaveLength(1);
    await minute(scene.world);
    expect([await waiting(), await scene.dueOrders()]).toEqual([[], 0]);
    expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, true]]);
  });

  it('begins anew where the shop no longer takes the cursor of a listing under way', async () => {
    await scene.world.sim('webhooks', { lose: true });
    await scene.order();
    await scene.pass(HOUR_MS + MINUTE_MS);
    await testEnv.DB.prepare("UPDATE shops SET sweep_began = ?, sweep_next = 'gone' WHERE id = ?")
      .bind(clock.now(), scene.id)
      .run();
    await minute(scene.world);
    expect(await scene.sold()).toEqual([]);
    await scene.pass(2 * MINUTE_MS);
    await minute(scene.world);
    expect(await scene.sold()).toHaveLength(1);
  });

  it('waits as long as a shop asks that is limiting requests', async () => {
    await scene.world.sim('webhooks', { lose: true });
    await scene.order();
    await scene.pass(HOUR_MS + MINUTE_MS);
    await scene.world.fault('rate_limit', 'POST graphql', { times: 1 });
    await minute(scene.world);
    expect(await scene.sold()).toEqual([]);
    for (let run = 0; run < 3; run++) {
      await scene.pass(MINUTE_MS);
      await minute(scene.world);
    }
    expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, true]]);
  });

  it('goes on after a run that died, once its lease is over', async () => {
    await scene.world.sim('webhooks', { lose: true });
    await scene.order();
    await scene.pass(HOUR_MS + MINUTE_MS);
    await testEnv.DB.prepare('UPDATE shops SET lease_until = ? WHERE id = ?')
      .bind(clock.now() + 4 * MINUTE_MS, scene.id)
      .run();
    await minute(scene.world);
    expect(await scene.sold()).toEqual([]);
    await scene.pass(4 * MINUTE_MS + SECOND_MS);
    await Promise.all([
      minute(scene.world),
      readShop(scene.world, scene.id),
      readShop(scene.world, scene.id),
    ]);
    expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, true]]);
  });
});

describe("the shop's pixel", () => {
  const change = async (pixel: string, body: object) => {
    const answer = await call('PATCH', `/v1/pixels/${pixel}`, { key: scene.shop.brand.key, body });
    expect(answer.status).toBe(200);
  };
  const pixelNow = async () =>
    (await testEnv.DB.prepare('SELECT pixel_id FROM shops WHERE id = ?')
      .bind(scene.id)
      .first<{ pixel_id: string }>())!.pixel_id;

  it('stays when an older one gets its domain, so that an order read again is no second sale', async () => {
    const made = await scene.order();
    await scene.carry();
    const before = await pixelNow();
    await change(scene.shop.pixel, { domains: [`https://${scene.world.shop}`] });
    await scene.pass(HOUR_MS + MINUTE_MS);
    await minute(scene.world);
    await scene.world.sim(`orders/${made}/cancel`, { refund: true });
    await scene.carry();
    expect(await pixelNow()).toBe(before);
    expect(await scene.sold()).toEqual([[5_000, 5_000, scene.shop.creator, false]]);
  });

  it('is another one once it was archived, and orders from before are not recorded there again', async () => {
    const made = await scene.order();
    await scene.carry();
    const before = await pixelNow();
    await change(before, { status: 'archived' });
    await scene.pass(HOUR_MS + MINUTE_MS);
    await minute(scene.world);
    expect(await pixelNow()).not.toBe(before);
    await scene.world.sim(`orders/${made}/refund`, { lines: [{ line: 0, quantity: 1 }] });
    await scene.carry();
    expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, true]]);
    await scene.pass(2 * SECOND_MS);
    await scene.order();
    await scene.carry();
    expect(await scene.sold()).toHaveLength(2);
  });
});

describe('connecting a shop', () => {
  it('that another account has just disconnected takes its news from then on', async () => {
    const body = { status: 'disconnected' };
    await call('PATCH', `/v1/connections/${scene.id}`, {
      env: scene.world.env,
      key: scene.shop.brand.key,
      body,
    });
    const rival = await mintAccount();
    const connection = await connectShop(scene.world, rival);
    await consumed(scene.world.env, scene.sent.splice(0));
    await scene.order();
    await scene.carry();
    const left = await testEnv.DB.prepare('SELECT count(*) n FROM due_orders WHERE shop_id = ?')
      .bind(connection)
      .first();
    expect(left).toEqual({ n: 0 });
    const events = await call('GET', '/v1/pixel-events', { key: rival.key });
    expect(events.body.data).toMatchObject([{ source: 'shop' }]);
  });

  const state = async (connection: string, who: Minted) =>
    (await call('GET', `/v1/connections/${connection}`, { env: scene.world.env, key: who.key })).body.data;
  const pixels = async (who: Minted) => (await call('GET', '/v1/pixels', { key: who.key })).body.data;

  it('names the connection and makes a pixel on the primary domain, unless there is one', async () => {
    const there = await shopWorld();
    const held = holdingShops(there.env);
    await there.sim('shop', { name: 'Northwind', domain: 'www.northwind.example' });
    const brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
    const connection = await connectShop({ ...there, env: held.env }, brand);
    expect(held.sent).toContainEqual({ id: connection });
    await consumed(held.env, held.sent.splice(0));
    expect(await state(connection, brand)).toMatchObject({
      name: 'Northwind',
      lastSyncedAt: expect.any(String),
    });
    expect(await pixels(brand)).toMatchObject([
      { name: 'Northwind', domains: ['https://www.northwind.example'] },
    ]);
    // Read again, it changes nothing.
    clock.hold(clock.now() + HOUR_MS + MINUTE_MS);
    await there.sim('clock', { advance: HOUR_MS + MINUTE_MS });
    await readShop(there, connection);
    expect(await pixels(brand)).toHaveLength(1);
  });

  it('uses the oldest pixel whose domains hold the primary domain, and none that is archived', async () => {
    const there = await shopWorld();
    await there.sim('shop', { domain: 'www.northwind.example' });
    const brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
    const make = async (domain: string) =>
      (await call('POST', '/v1/pixels', { key: brand.key, body: { name: 'P', domains: [domain] } })).body.data
        .id;
    const archived = await make('https://www.northwind.example');
    await call('PATCH', `/v1/pixels/${archived}`, { key: brand.key, body: { status: 'archived' } });
    await make('https://evilnorthwind.example');
    const older = await make('https://northwind.example');
    await make('https://www.northwind.example');
    const connection = await connectShop(there, brand);
    await readShop(there, connection);
    const row = await testEnv.DB.prepare('SELECT pixel_id FROM shops WHERE id = ?').bind(connection).first();
    expect(row).toEqual({ pixel_id: older });
  });

  it('reads the orders of the day before, and connected again, what was missed meanwhile', async () => {
    await scene.world.sim('uninstall', { client: scene.world.client });
    await scene.carry();
    expect((await state(scene.id, scene.shop.brand)).status).toBe('reconnect_required');
    await scene.order();
    await scene.pass(3 * DAY_MS);
    await minute(scene.world);
    expect(await scene.sold()).toEqual([]);
    expect(await connectShop(scene.world, scene.shop.brand)).toBe(scene.id);
    await minute(scene.world);
    expect(await scene.sold()).toEqual([[5_000, 0, scene.shop.creator, true]]);
  });

  it('makes an old word of uninstalling harmless', async () => {
    await scene.world.sim('uninstall', { client: scene.world.client });
    const old = await scene.world.take();
    expect(old.map(({ topic }) => topic)).toContain('app/uninstalled');
    expect(await connectShop(scene.world, scene.shop.brand)).toBe(scene.id);
    for (const one of old) await deliver(scene.world.env, one);
    await consumed(scene.world.env, scene.sent.splice(0));
    expect((await state(scene.id, scene.shop.brand)).status).toBe('connected');
    await scene.order();
    await scene.carry();
    expect(await scene.sold()).toHaveLength(1);
  });
});

describe('POST /v1/connections/:id/syncs', () => {
  const sync = (connection = scene.id, key = scene.shop.brand.key) =>
    call('POST', `/v1/connections/${connection}/syncs`, { env: scene.world.env, key });

  it('reads the shop at once: one at a time, which a second joins, and one in 10 minutes', async () => {
    await scene.world.sim('webhooks', { lose: true });
    await scene.order();
    await scene.pass(MINUTE_MS);
    const first = await sync();
    expect([first.status, first.body.data]).toMatchObject([
      202,
      { connection: scene.id, status: 'running', error: null },
    ]);
    await scene.pass(SECOND_MS);
    expect((await sync()).body.data).toEqual(first.body.data);
    await consumed(scene.world.env, scene.sent.splice(0));
    expect(await scene.sold()).toHaveLength(1);
    // Its products come after its orders.
    expect((await sync()).body.data).toEqual(first.body.data);
    await readAll(scene);
    const soon = await sync();
    expect([soon.status, Number(soon.headers.get('Retry-After'))]).toEqual([429, 539]);
    await scene.pass(10 * MINUTE_MS);
    const again = await sync();
    expect([again.status, again.body.data.startedAt === first.body.data.startedAt]).toEqual([202, false]);
  });

  it('is refused for what is no shop, is out of use or is not one’s own', async () => {
    const other = await mintAccount();
    expect((await sync(scene.id, other.key)).status).toBe(404);
    await scene.world.sim('uninstall', { client: scene.world.client });
    await scene.carry();
    expect((await sync()).body.error.details.reason).toBe('reconnect_required');
  });

  it('has failed when the shop cannot be read, and says why', async () => {
    await scene.world.sim('shop', { state: 'frozen' });
    await sync();
    await consumed(scene.world.env, scene.sent.splice(0));
    const row = await testEnv.DB.prepare('SELECT sync_finished_at, sync_error FROM shops WHERE id = ?')
      .bind(scene.id)
      .first();
    expect(row).toMatchObject({
      sync_finished_at: expect.any(Number),
      sync_error: expect.stringContaining('Shopify'),
    });
    const shown = await call('GET', `/v1/connections/${scene.id}`, {
      env: scene.world.env,
      key: scene.shop.brand.key,
    });
    expect(shown.body.data).toMatchObject({ status: 'connected', error: expect.stringContaining('reopen') });
    await scene.world.sim('shop', { state: 'open' });
    await scene.pass(HOUR_MS);
    await minute(scene.world);
    const mended = await call('GET', `/v1/connections/${scene.id}`, {
      env: scene.world.env,
      key: scene.shop.brand.key,
    });
    expect(mended.body.data.error).toBeNull();
  });
});
