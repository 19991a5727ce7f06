import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { SALES_TO_READ } from '../conversions/interface.ts';

/** A shop's order whose sale is about to mature. Times are in milliseconds. */
export interface OrderToRead {
  pixelId: string;
  /** The number in the order's ID at the shop. */
  orderId: string;
  /** Since when it has to be read once more. After LOOK_WAIT_MS the sale matures without it. */
  dueAt: number;
}

const DUE = `SELECT r.pixel_id AS pixelId, e.body ->> '$.orderId' AS orderId, min(r.look_at) AS dueAt
  FROM (${SALES_TO_READ}) r CROSS JOIN pixel_events e ON e.id = r.group_id
  GROUP BY 1, 2 ORDER BY dueAt LIMIT ?3`;

/**
 * An account's orders of shops that have to be read once more before their sales mature, the longest due first. Reading
 * one and recording it with its `readAt` (recordShopOrders) ends the wait, whether or not it has changed.
 */
export async function listOrdersToRead(
  ctx: SystemCtx,
  accountId: string,
  limit: number,
): Promise<OrderToRead[]> {
  const shard = await eventsShardOf(ctx, accountId);
  if (shard === null) return [];
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(DUE)
    .bind(accountId, ctx.now, limit)
    .all<OrderToRead>();
  return results;
}
