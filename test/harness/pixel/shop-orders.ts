// Orders as a shop's reader passes them on.

import type { ShopOrder } from '../../../src/domains/measurement/event-rules/shop-order.ts';
import { recordShopOrders } from '../../../src/domains/measurement/pixel-events/record-shop-orders.ts';
import * as clock from '../clock.ts';
import { systemCtx, testEnv } from '../world.ts';
import type { Shop } from './pixel-events.ts';

export const TOKEN = 'c1-7f3b9a52e1d04c6b8a90';

/** A paid order of 50.00 that was made now, unless `state` says otherwise. */
export function shopOrder(state: Partial<ShopOrder> = {}): ShopOrder {
  const now = clock.now();
  return {
    id: 'gid://shopify/Order/5551',
    name: '#1042',
    checkoutToken: TOKEN,
    createdAt: now,
    updatedAt: now,
    readAt: now,
    currency: 'usd',
    value: 5_000,
    returned: 0,
    paidAt: now,
    cancelledAt: null,
    channel: 'online',
    noSale: null,
    ...state,
  };
}

/** Tells states of orders, read at `now`. @returns the event of the last one. */
export async function tell(shop: Shop, orders: ShopOrder | ShopOrder[], now = clock.now()): Promise<string> {
  const all = [orders].flat();
  const pixel = { accountId: shop.brand.id, pixelId: shop.pixel };
  const { events, failed } = await recordShopOrders(systemCtx(now), pixel, all);
  if (failed.length > 0) throw new Error(`not recorded: ${failed}`);
  return events.get(all.at(-1)!.id)!;
}

interface Row {
  value_cents: number | null;
  returned_cents: number;
  creator_id: string | null;
  payable_at: number | null;
  value_by: string | null;
  confirmed_by: string | null;
}

/** The sales that count: cents, cents returned, creator, whether it pays, who decided the value and confirmed it. */
export async function sales(shop: Shop) {
  const { results } = await testEnv[`EVENTS_${shop.shard}`]!.prepare(
    `SELECT value_cents, returned_cents, creator_id, payable_at, value_by, confirmed_by FROM recorded_conversions
     WHERE conversion_id = ?1 AND late = 0 AND dropped = 0 ORDER BY value_cents`,
  )
    .bind(shop.conversion)
    .all<Row>();
  return results.map((row) => [
    row.value_cents,
    row.returned_cents,
    row.creator_id,
    row.payable_at !== null,
    row.value_by,
    row.confirmed_by,
  ]);
}

export const permutations = <T>(all: T[]): T[][] =>
  all.length < 2
    ? [all]
    : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));
