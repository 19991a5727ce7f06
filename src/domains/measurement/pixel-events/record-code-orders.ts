import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { orderNumber } from '../../../pixel/event-body.ts';
import { findCreditTargets, isCouponSite } from '../credit-targets/interface.ts';
import { normalizeCode } from '../event-rules/attribute.ts';
import type { ShopOrder } from '../event-rules/shop-order.ts';
import { ORDERS_KEPT_MS } from './code-orders.ts';

/** The most codes of one order that are looked up. */
const MOST_CODES = 10;

// What the shop did not know at first may be known when the order is read again.
const ADD = `INSERT INTO code_orders (account_id, code, pixel_id, order_id, event_id, at, from_coupon_site)
  SELECT ?2, value ->> 0, ?3, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1) WHERE true
  ON CONFLICT (account_id, code, pixel_id, order_id) DO UPDATE
    SET from_coupon_site = excluded.from_coupon_site, event_id = excluded.event_id
    WHERE from_coupon_site IS NOT excluded.from_coupon_site AND excluded.from_coupon_site IS NOT NULL`;
const MARK = `INSERT INTO codes_to_look_at (account_id, code, heard, waits_since)
  SELECT DISTINCT ?2, value ->> 0, 1, ?3 FROM json_each(?1) WHERE true
  ON CONFLICT (account_id, code) DO UPDATE SET heard = heard + 1`;

/**
 * Keeps which orders were made with which creators' codes, as evidence of leaks. Orders that are told again are kept once.
 * @param events the event of each order, by its ID as it was given.
 */
export async function recordCodeOrders(
  ctx: SystemCtx,
  shard: number,
  { accountId, pixelId }: { accountId: string; pixelId: string },
  orders: readonly ShopOrder[],
  events: ReadonlyMap<string, string>,
): Promise<void> {
  const used = orders.flatMap(({ id, discountCodes = [], noSale, createdAt, referrers }) => {
    const event = events.get(id);
    if (event === undefined || noSale !== null || createdAt < ctx.now - ORDERS_KEPT_MS) return [];
    const fromSite = referrers === undefined ? null : Number(referrers.some(isCouponSite));
    const codes = new Set(discountCodes.slice(0, MOST_CODES).map(normalizeCode));
    return [...codes].map((code) => [code, orderNumber(id), event, createdAt, fromSite] as const);
  });
  if (used.length === 0) return;
  const wanted = [...new Set(used.map(([code]) => code))];
  const { results } = await findCreditTargets(
    ctx.env.DB,
    wanted.map((code) => [accountId, 'discount_code', code]),
  ).all<{ key: string }>();
  const known = new Set(results.map(({ key }) => key));
  const json = JSON.stringify(used.filter(([code]) => known.has(code)));
  if (json === '[]') return;
  const db = shardBinding(ctx.env, shard);
  await db.batch([
    db.prepare(ADD).bind(json, accountId, pixelId),
    db.prepare(MARK).bind(json, accountId, ctx.now),
  ]);
}
