import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import type { StoredEvent, TouchOfEvent } from '../event-rules/plan-types.ts';
import type { Customer } from './forget-customer.ts';
import { FORGET_AWAITED, FORGET_TOUCHES } from './plan-store.ts';
import { type EventRow, toStoredEvent } from './state-store.ts';

const PAGE_END = `SELECT max(id) AS id, count(*) AS count FROM (
  SELECT id FROM pixel_events WHERE account_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3)`;

const IN_PAGE = `SELECT * FROM pixel_events e WHERE account_id = ?1 AND id > ?2 AND id <= ?3 AND (
  EXISTS (SELECT 1 FROM json_each(?4) j
    WHERE instr(e.body, j.value) > 0 OR instr(coalesce(e.reports, ''), j.value) > 0)
  OR (pixel_id = ?5 AND body ->> '$.orderId' IN (SELECT value FROM json_each(?6))))`;

/**
 * A customer's events among the account's next `size` events behind `after`. `last` is the last event that was looked at;
 * null at the end.
 */
export async function listEventsOfCustomer(
  ctx: SystemCtx,
  shard: number,
  { accountId, pixelId, hashes, orders }: Customer,
  { after, size }: { after: string; size: number },
): Promise<{ events: StoredEvent[]; last: string | null }> {
  const db = shardBinding(ctx.env, shard);
  const page = await db.prepare(PAGE_END).bind(accountId, after, size).first<{ id: string; count: number }>();
  if (!page || page.count === 0) return { events: [], last: null };
  const { results } = await db
    .prepare(IN_PAGE)
    .bind(accountId, after, page.id, JSON.stringify(Object.values(hashes)), pixelId, JSON.stringify(orders))
    .all<EventRow>();
  return { events: results.map(toStoredEvent), last: page.count < size ? null : page.id };
}

const SAVE = `UPDATE pixel_events SET body = j.value -> 2, reports = NULLIF(j.value -> 3, 'null'), ip_address = NULL,
  rev = rev + 1 FROM json_each(?1) j WHERE pixel_events.id = j.value ->> 0 AND pixel_events.rev = j.value ->> 1`;

/** Saves events without what identified their visitor. @returns false when some of them have changed since they were read. */
export async function saveForgotten(
  ctx: SystemCtx,
  shard: number,
  events: readonly StoredEvent[],
  gone: readonly TouchOfEvent[],
): Promise<boolean> {
  const db = shardBinding(ctx.env, shard);
  const touches = JSON.stringify(gone.map(({ accountId, key, eventId }) => [accountId, key, eventId]));
  const rows = JSON.stringify(events.map(({ id, rev, body, reports }) => [id, rev, body, reports]));
  const results = await db.batch([
    db.prepare(FORGET_TOUCHES).bind(touches),
    db.prepare(FORGET_AWAITED).bind(touches),
    db.prepare(SAVE).bind(rows),
  ]);
  return results[2]!.meta.changes === events.length;
}

/** Deletes the touches, and the waits for one, under a customer's hashes. */
export async function deleteTouchesByKey(
  ctx: SystemCtx,
  shard: number,
  accountId: string,
  keys: readonly string[],
): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  const named = 'account_id = ?1 AND key IN (SELECT value FROM json_each(?2))';
  await db.batch(
    ['touches', 'awaited_touches'].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE ${named}`).bind(accountId, JSON.stringify(keys)),
    ),
  );
}

/** The keys of an account's next archived parts behind `after`, in order. */
export async function listPartsAfter(
  ctx: SystemCtx,
  shard: number,
  { accountId, after, limit }: { accountId: string; after: string; limit: number },
): Promise<string[]> {
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(
      `SELECT object_key AS key FROM archive_parts WHERE account_id = ?1 AND object_key > ?2
       ORDER BY object_key LIMIT ?3`,
    )
    .bind(accountId, after, limit)
    .all<{ key: string }>();
  return results.map(({ key }) => key);
}
