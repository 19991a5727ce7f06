// What becomes of a connected shop's orders, from its webhook or the hourly reading to the sale.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { useShop } from '../../../../src/domains/accounts/connections/use-connection.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { openShop, type Shop } from '../../../harness/pixel/pixel-events.ts';
import { sales } from '../../../harness/pixel/shop-orders.ts';
import { connectShop } from '../../../harness/shops/connect-shop.ts';
import { consumed, deliver, holdingShops, minute, readShop } from '../../../harness/shops/reading.ts';
import { type Delivery, type ShopWorld, shopWorld } from '../../../harness/shops/shopify.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let world: ShopWorld;
let shop: Shop;
let sent: unknown[];
let id: string;
beforeEach(async () => {
  const there = await shopWorld();
  const held = holdingShops(there.env);
  world = { ...there, env: held.env };
  sent = held.sent;
  await world.sim('shop', { currency: 'USD' });
  shop = await openShop();
  id = await connectShop(world, shop.brand);
  sent.length = 0;
  await minute(world);
  // The shop tells times in seconds, and an order counts for conversions that were defined before it.
  await pass(2 * SECOND_MS);
});
afterEach(() => clock.release());

/** Moves both clocks. */
async function pass(ms: number): Promise<void> {
  clock.hold(clock.now() + ms);
  await world.sim('clock', { advance: ms });
}
/** Carries the webhooks that the shop sends to the service, and lets the queue have what comes of them. */
async function carry(): Promise<number> {
  const deliveries = await world.take();
  for (const one of deliveries) expect((await deliver(world.env, one)).status).toBe(200);
  await consumed(world.env, sent.splice(0));
  return deliveries.length;
}
const order = async (more: object = {}): Promise<{ id: string }> =>
  await world.sim('orders', { lines: [{ price: '50.00' }], attributes: landing(), ...more });
const landing = () => ({
  __service: JSON.stringify({ at: clock.now() - HOUR_MS, service_id: shop.submission }),
});
const sold = async () =>
  (await sales(shop)).map(([value, returned, creator, paid]) => [value, returned, creator, paid]);
const number = ({ id: gid }: { id: string }) => gid.split('/').at(-1)!;
const dueOrders = async () =>
  (await testEnv.DB.prepare('SELECT order_id FROM due_orders WHERE shop_id = ?').bind(id).all()).results
    .length;

/** Ends a subscription at the shop, as the platform does where nobody answers. */
async function unsubscribe(subscription: string): Promise<void> {
  const ctx = systemCtx(world.env, clock.now());
  const session = await useShop(ctx, (await connectionById(ctx, id))!, async (_, one) => one);
  const query = 'mutation($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }';
  const answer = await fetch(`${session.site.at.api}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': session.token },
    body: JSON.stringify({ query, variables: { id: subscription } }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
}

describe('a webhook', () => {
  it('makes the order a sale of the value that the shop says, credited by the cart and confirmed when paid', async () => {
    const made = await order({ pay: 'nothing' });
    expect(await carry()).toBeGreaterThan(0);
    expect(await sold()).toEqual([[5_000, 0, shop.creator, false]]);
    await world.sim(`orders/${number(made)}/pay`);
    await carry();
    expect(await sold()).toEqual([[5_000, 0, shop.creator, true]]);
    expect(await dueOrders()).toBe(0);
  });

  it('that comes twice, late or out of order changes nothing', async () => {
    const made = await order({ lines: [{ price: '25.00', quantity: 2 }] });
    const first = await world.take();
    await pass(MINUTE_MS);
    await world.sim(`orders/${number(made)}/refund`, { lines: [{ line: 0, quantity: 1 }] });
    const later = await world.take();
    for (const one of [...later, ...first, ...later]) await deliver(world.env, one);
    await consumed(world.env, sent.splice(0));
    const before = await sold();
    expect(before).toEqual([[5_000, 2_500, shop.creator, true]]);
    for (const one of first) await deliver(world.env, one);
    await consumed(world.env, sent.splice(0));
    expect(await sold()).toEqual(before);
  });

  it('with a changed byte is refused with 401 and queues nothing', async () => {
    await order();
    const [delivery] = await world.take();
    const body = delivery!.body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    const changes: Partial<Delivery>[] = [
      { body },
      { headers: { ...delivery!.headers, 'X-Shopify-Hmac-Sha256': 'AAAA' } },
      { headers: { 'Content-Type': 'application/json' } },
    ];
    for (const change of changes) {
      const answer = await deliver(world.env, delivery!, change);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_key']);
    }
    expect(sent).toEqual([]);
  });

  it('of a shop that nobody has connected, or of another topic, changes nothing', async () => {
    await order();
    const [delivery] = await world.take();
    const stranger = (await shopWorld()).shop;
    const named = (name: string, value: string) => {
      const kept = Object.entries(delivery!.headers).filter(
        ([key]) => key.toLowerCase() !== name.toLowerCase(),
      );
      return { headers: { ...Object.fromEntries(kept), [name]: value } };
    };
    expect((await deliver(world.env, delivery!, named('X-Shopify-Shop-Domain', stranger))).status).toBe(200);
    expect((await deliver(world.env, delivery!, named('X-Shopify-Topic', 'themes/publish'))).status).toBe(
      200,
    );
    expect(await consumed(world.env, sent.splice(0))).toEqual([]);
    expect([await dueOrders(), await sold()]).toEqual([0, []]);
  });

  it('larger than any that we ask for is refused', async () => {
    await order();
    const [delivery] = await world.take();
    expect((await deliver(world.env, delivery!, { body: ' '.repeat(65 * 1024) })).status).toBe(413);
  });
});

describe('the hourly reading', () => {
  it('finds the orders of which no webhook told, and what changed in others', async () => {
    await world.sim('webhooks', { lose: true });
    const made = await order();
    expect(await carry()).toBe(0);
    await pass(30 * MINUTE_MS);
    await minute(world);
    expect(await sold()).toEqual([]);
    await pass(31 * MINUTE_MS);
    await minute(world);
    expect(await sold()).toEqual([[5_000, 0, shop.creator, true]]);
    await world.sim(`orders/${number(made)}/cancel`, { refund: true });
    await pass(HOUR_MS + MINUTE_MS);
    await minute(world);
    // What came back as a whole earns nothing.
    expect(await sold()).toEqual([[5_000, 5_000, shop.creator, false]]);
  });

  it('subscribes again to webhooks that the shop dropped', async () => {
    const before = await world.sim('subscriptions');
    expect(before.data.length).toBeGreaterThan(3);
    for (const { id: gone } of before.data) await unsubscribe(gone);
    expect((await world.sim('subscriptions')).data).toEqual([]);
    await pass(HOUR_MS + MINUTE_MS);
    await minute(world);
    const topics = (list: { topic: string }[]) => list.map(({ topic }) => topic).sort();
    expect(topics((await world.sim('subscriptions')).data)).toEqual(topics(before.data));
  });

  it('reads long lists page by page, also when the token ends in the middle, and doubles nothing', async () => {
    await world.sim('webhooks', { lose: true });
    for (let at = 0; at < 60; at++) await order({ lines: [{ price: '10.00' }] });
    await pass(HOUR_MS + MINUTE_MS);
    await world.fault('expire', 'POST graphql orders', { times: 1 });
    for (let run = 0; run < 6; run++) {
      await minute(world);
      await pass(5 * MINUTE_MS);
    }
    const all = await sold();
    expect(all).toHaveLength(60);
    expect(new Set(all.map(String)).size).toBe(1);
    expect(await dueOrders()).toBe(0);
  });

  it('waits as long as a shop asks that is limiting requests', async () => {
    await world.sim('webhooks', { lose: true });
    await order();
    await pass(HOUR_MS + MINUTE_MS);
    await world.fault('rate_limit', 'POST graphql', { times: 1 });
    await minute(world);
    expect(await sold()).toEqual([]);
    for (let run = 0; run < 3; run++) {
      await pass(MINUTE_MS);
      await minute(world);
    }
    expect(await sold()).toEqual([[5_000, 0, shop.creator, true]]);
  });

  it('goes on after a run that died, once its lease is over', async () => {
    await world.sim('webhooks', { lose: true });
    await order();
    await pass(HOUR_MS + MINUTE_MS);
    await testEnv.DB.prepare('UPDATE shops SET lease_until = ? WHERE id = ?')
      .bind(clock.now() + 4 * MINUTE_MS, id)
      .run();
    await minute(world);
    expect(await sold()).toEqual([]);
    await pass(4 * MINUTE_MS + SECOND_MS);
    await Promise.all([minute(world), readShop(world, id), readShop(world, id)]);
    expect(await sold()).toEqual([[5_000, 0, shop.creator, true]]);
  });
});

describe('connecting a shop', () => {
  const state = async (connection: string, who: Minted) =>
    (await call('GET', `/v1/connections/${connection}`, { env: world.env, key: who.key })).body.data;
  const pixels = async (who: Minted) => (await call('GET', '/v1/pixels', { key: who.key })).body.data;

  it('names the connection and makes a pixel on the primary domain, unless there is one', async () => {
    const there = await shopWorld();
    const held = holdingShops(there.env);
    await there.sim('shop', { name: 'Northwind', domain: 'www.northwind.example' });
    const brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
    const connection = await connectShop({ ...there, env: held.env }, brand);
    expect(held.sent).toEqual([{ id: connection }]);
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
    await world.sim('uninstall', { client: world.client });
    await carry();
    expect((await state(id, shop.brand)).status).toBe('reconnect_required');
    await order();
    await pass(3 * DAY_MS);
    await minute(world);
    expect(await sold()).toEqual([]);
    expect(await connectShop(world, shop.brand)).toBe(id);
    await minute(world);
    expect(await sold()).toEqual([[5_000, 0, shop.creator, true]]);
  });

  it('makes an old word of uninstalling harmless', async () => {
    await world.sim('uninstall', { client: world.client });
    const old = await world.take();
    expect(old.map(({ topic }) => topic)).toContain('app/uninstalled');
    expect(await connectShop(world, shop.brand)).toBe(id);
    for (const one of old) await deliver(world.env, one);
    await consumed(world.env, sent.splice(0));
    expect((await state(id, shop.brand)).status).toBe('connected');
    await order();
    await carry();
    expect(await sold()).toHaveLength(1);
  });
});

describe('POST /v1/connections/:id/syncs', () => {
  const sync = (connection = id, key = shop.brand.key) =>
    call('POST', `/v1/connections/${connection}/syncs`, { env: world.env, key });

  it('reads the shop at once: one at a time, which a second joins, and one in 10 minutes', async () => {
    await world.sim('webhooks', { lose: true });
    await order();
    await pass(MINUTE_MS);
    const first = await sync();
    expect([first.status, first.body.data]).toMatchObject([
      202,
      { connection: id, status: 'running', error: null },
    ]);
    await pass(SECOND_MS);
    expect((await sync()).body.data).toEqual(first.body.data);
    await consumed(world.env, sent.splice(0));
    expect(await sold()).toHaveLength(1);
    const soon = await sync();
    expect([soon.status, Number(soon.headers.get('Retry-After'))]).toEqual([429, 599]);
    await pass(10 * MINUTE_MS);
    const again = await sync();
    expect([again.status, again.body.data.startedAt === first.body.data.startedAt]).toEqual([202, false]);
  });

  it('is refused for what is no shop, is out of use or is not one’s own', async () => {
    const other = await mintAccount();
    expect((await sync(id, other.key)).status).toBe(404);
    await world.sim('uninstall', { client: world.client });
    await carry();
    expect((await sync()).body.error.details.reason).toBe('reconnect_required');
  });

  it('has failed when the shop cannot be read, and says why', async () => {
    await world.sim('shop', { state: 'frozen' });
    await sync();
    await consumed(world.env, sent.splice(0));
    const row = await testEnv.DB.prepare('SELECT sync_finished_at, sync_error FROM shops WHERE id = ?')
      .bind(id)
      .first();
    expect(row).toMatchObject({
      sync_finished_at: expect.any(Number),
      sync_error: expect.stringContaining('Shopify'),
    });
    const shown = await call('GET', `/v1/connections/${id}`, { env: world.env, key: shop.brand.key });
    expect(shown.body.data).toMatchObject({ status: 'connected', error: expect.stringContaining('reopen') });
    await world.sim('shop', { state: 'open' });
    await pass(HOUR_MS);
    await minute(world);
    const mended = await call('GET', `/v1/connections/${id}`, { env: world.env, key: shop.brand.key });
    expect(mended.body.data.error).toBeNull();
  });
});
