// A brand whose shop is connected, with a creator whose link its orders may carry.
import { HOUR_MS, SECOND_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { openShop, type Shop } from '../pixel/pixel-events.ts';
import { sales } from '../pixel/shop-orders.ts';
import { testEnv } from '../world.ts';
import { connectShop } from './connect-shop.ts';
import { consumed, deliver, holdingShops, minute } from './reading.ts';
import { type ShopWorld, shopWorld } from './shopify.ts';

export interface ShopScene {
  world: ShopWorld;
  shop: Shop;
  /** The connection. */
  id: string;
  /** What the queue `shops` was sent and does not have yet. */
  sent: unknown[];
  /** Moves both clocks. */
  pass(ms: number): Promise<void>;
  /** Carries the webhooks of the shop to the service, and lets the queue have what comes of them. @returns how many. */
  carry(): Promise<number>;
  /** An order of 50.00 that carries the creator's link, unless `more` says otherwise. @returns its number. */
  order(more?: object): Promise<string>;
  /** The sales: cents, cents returned, creator, and whether it pays. */
  sold(): Promise<unknown[][]>;
  /** How many orders are still to be read. */
  dueOrders(): Promise<number>;
}

/** Moves the clock, so that the test has to release it. */
export async function shopScene(): Promise<ShopScene> {
  const there = await shopWorld();
  const { env, sent } = holdingShops(there.env);
  const world = { ...there, env };
  await world.sim('shop', { currency: 'USD' });
  const shop = await openShop();
  const id = await connectShop(world, shop.brand);
  const pass = async (ms: number) => {
    clock.hold(clock.now() + ms);
    await world.sim('clock', { advance: ms });
  };
  sent.length = 0;
  await minute(world);
  // The shop tells times in seconds, and an order counts for conversions that were defined before it.
  await pass(2 * SECOND_MS);
  return {
    ...{ world, shop, id, sent, pass },
    async carry() {
      const deliveries = await world.take();
      for (const one of deliveries) {
        const { status } = await deliver(env, one);
        if (status !== 200) throw new Error(`${one.topic} was answered ${status}`);
      }
      await consumed(env, sent.splice(0));
      return deliveries.length;
    },
    async order(more = {}) {
      const link = { at: clock.now() - HOUR_MS, service_id: shop.submission };
      const attributes = { __service: JSON.stringify(link) };
      const made = await world.sim('orders', { lines: [{ price: '50.00' }], attributes, ...more });
      return made.id.split('/').at(-1)!;
    },
    sold: async () =>
      (await sales(shop)).map(([value, returned, creator, paid]) => [value, returned, creator, paid]),
    dueOrders: async () =>
      (await testEnv.DB.prepare('SELECT order_id FROM due_orders WHERE shop_id = ?').bind(id).all()).results
        .length,
  };
}
