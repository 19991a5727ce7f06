import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';

const TIMES = `SELECT e.body ->> '$.orderId' AS orderId,
    max(coalesce(e.reports -> '$.shop' ->> '$.body.order.updatedAt', e.body ->> '$.order.updatedAt')) AS updatedAt
  FROM json_each(?3) j CROSS JOIN pixel_events e ON e.account_id = ?1 AND e.body ->> '$.orderId' = j.value
  WHERE e.pixel_id = ?2 AND e.body ->> '$.orderId' IS NOT NULL GROUP BY 1`;

/**
 * When the recorded states of a shop's orders are from, by order number, in milliseconds. Orders that are not recorded,
 * or lie in the archive, are left out.
 */
export async function findOrderTimes(
  ctx: SystemCtx,
  { accountId, pixelId }: { accountId: string; pixelId: string },
  orders: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const shard = await eventsShardOf(ctx, accountId);
  if (shard === null) return new Map();
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(TIMES)
    .bind(accountId, pixelId, JSON.stringify(orders))
    .all<{ orderId: string; updatedAt: number | null }>();
  return new Map(results.map(({ orderId, updatedAt }) => [orderId, updatedAt ?? 0]));
}
