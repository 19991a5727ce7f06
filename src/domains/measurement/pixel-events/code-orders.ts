// What is known of the orders that a creator's code was used in: for the domain that judges whether the code has leaked.
import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { DAY_MS } from '../../../kit/time.ts';

/** Older orders are forgotten, and not kept anew when they are told again. */
export const ORDERS_KEPT_MS = 90 * DAY_MS;

/** A code with orders that nobody has looked at yet. */
export interface CodeToLookAt {
  accountId: string;
  code: string;
  heard: number;
}

/** Those that wait longest first, so that codes that always fail do not hold up the others. */
export async function listCodesToLookAt(
  ctx: SystemCtx,
  shard: number,
  limit: number,
): Promise<CodeToLookAt[]> {
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(
      'SELECT account_id AS accountId, code, heard FROM codes_to_look_at ORDER BY waits_since LIMIT ?1',
    )
    .bind(limit)
    .all<CodeToLookAt>();
  return results;
}

/** Ends the wait of codes that were looked at, but for those with an order since. */
export async function deleteLookedAt(
  ctx: SystemCtx,
  shard: number,
  codes: readonly CodeToLookAt[],
): Promise<void> {
  const json = JSON.stringify(codes.map(({ accountId, code, heard }) => [accountId, code, heard]));
  await shardBinding(ctx.env, shard)
    .prepare(
      `DELETE FROM codes_to_look_at WHERE (account_id, code, heard) IN
        (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1))`,
    )
    .bind(json)
    .run();
}

/** Puts codes that could not be looked at behind all others. */
export async function saveLookedInVain(
  ctx: SystemCtx,
  shard: number,
  codes: readonly CodeToLookAt[],
): Promise<void> {
  const json = JSON.stringify(codes.map(({ accountId, code }) => [accountId, code]));
  await shardBinding(ctx.env, shard)
    .prepare(
      `UPDATE codes_to_look_at SET waits_since = ?2 WHERE (account_id, code) IN
        (SELECT value ->> 0, value ->> 1 FROM json_each(?1))`,
    )
    .bind(json, ctx.now)
    .run();
}

export interface CodeOrders {
  /** How many orders are known. */
  total: number;
  /** How many of them are recent. */
  recent: number;
  /** How many recent ones came from a landing of the creator, and how many from a coupon site. */
  landed: number;
  fromCouponSite: number;
  /** How many are from the time before that. */
  earlier: number;
}

// The newest orders alone decide, so that a busy code costs no more than a quiet one.
const NEWEST = 2_000;
const COUNT = `SELECT
  (SELECT count(*) FROM code_orders WHERE account_id = ?1 AND code = ?2)
    + coalesce((SELECT orders FROM forgotten_code_orders WHERE account_id = ?1 AND code = ?2), 0) AS total,
  (SELECT count(*) FROM code_orders WHERE account_id = ?1 AND code = ?2 AND at >= ?4 AND at < ?3) AS earlier,
  (SELECT count(*) FROM code_orders WHERE account_id = ?1 AND code = ?2 AND at >= ?3) AS recent`;
const SHARES = `SELECT count(*) AS seen, coalesce(sum(from_coupon_site), 0) AS fromCouponSite,
    coalesce(sum(e.credit ->> '$.creator' = ?4 AND e.credit ->> '$.code' IS NULL), 0) AS landed
  FROM (SELECT * FROM code_orders WHERE account_id = ?1 AND code = ?2 AND at >= ?3 ORDER BY at DESC LIMIT ${NEWEST}) o
  LEFT JOIN event_merges m ON m.event_id = o.event_id
  LEFT JOIN pixel_events e ON e.id = COALESCE(m.into_id, o.event_id)`;

/**
 * Counts the orders of a code. @param since the first moment of the recent ones, and of the earlier ones (milliseconds).
 */
export async function countCodeOrders(
  ctx: SystemCtx,
  shard: number,
  { accountId, code, creatorId }: { accountId: string; code: string; creatorId: string },
  since: { recent: number; earlier: number },
): Promise<CodeOrders> {
  const db = shardBinding(ctx.env, shard);
  const [counts, shares] = await db.batch<Record<string, number>>([
    db.prepare(COUNT).bind(accountId, code, since.recent, since.earlier),
    db.prepare(SHARES).bind(accountId, code, since.recent, creatorId),
  ]);
  const { total = 0, earlier = 0, recent = 0 } = counts!.results[0]!;
  const { seen = 0, fromCouponSite = 0, landed = 0 } = shares!.results[0]!;
  const scale = seen === 0 ? 0 : recent / seen;
  return { total, earlier, recent, landed: landed * scale, fromCouponSite: fromCouponSite * scale };
}

const OLD = `FROM code_orders WHERE at < ?1 ORDER BY at, account_id, code, pixel_id, order_id LIMIT ?2`;
const KEEP_COUNT = `INSERT INTO forgotten_code_orders (account_id, code, orders)
  SELECT account_id, code, count(*) FROM (SELECT account_id, code ${OLD}) WHERE true GROUP BY account_id, code
  ON CONFLICT (account_id, code) DO UPDATE SET orders = orders + excluded.orders`;
const FORGET = `DELETE FROM code_orders WHERE (account_id, code, pixel_id, order_id) IN
  (SELECT account_id, code, pixel_id, order_id ${OLD})`;

/** Deletes orders that are too old to be evidence, and keeps how many they were. @param most how many at most. */
export async function forgetCodeOrders(ctx: SystemCtx, shard: number, most: number): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  const before = ctx.now - ORDERS_KEPT_MS;
  await db.batch([KEEP_COUNT, FORGET].map((sql) => db.prepare(sql).bind(before, most)));
}
