import type { SystemCtx } from '../../../context.ts';
import { shardBinding } from '../../../db/client.ts';
import { userKeys } from '../event-rules/attribute.ts';
import { orderKeys } from '../event-rules/order-return.ts';
import type { StoredEvent, TouchOfEvent } from '../event-rules/plan-types.ts';
import type { Forgotten } from './forget-visitors.ts';
import { FORGET_AWAITED, FORGET_TOUCHES } from './plan-store.ts';
import { type EventRow, toStoredEvent } from './state-store.ts';

const PAGE_END = `SELECT max(id) AS id, count(*) AS count FROM (
  SELECT id FROM pixel_events WHERE account_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3)`;

const IN_PAGE = `SELECT * FROM pixel_events e WHERE account_id = ?1 AND id > ?2 AND id <= ?3 AND (
  EXISTS (SELECT 1 FROM json_each(?4) j
    WHERE instr(e.body, j.value) > 0 OR instr(coalesce(e.reports, ''), j.value) > 0)
  OR (pixel_id IN (SELECT value FROM json_each(?5)) AND (received_at <= ?7
    OR EXISTS (SELECT 1 FROM json_each(?6) o WHERE trim(e.body ->> '$.orderId') = o.value
      OR trim(e.body ->> '$.orderId') GLOB 'gid://*/Order*/' || o.value))))`;

/**
 * Their events among the account's next `size` events behind `after`. `last` is the last event that was looked at;
 * null at the end.
 */
export async function listEventsOf(
  ctx: SystemCtx,
  shard: number,
  { accountId, pixelIds, hashes, orders, everybodyUntil }: Forgotten,
  { after, size }: { after: string; size: number },
): Promise<{ events: StoredEvent[]; last: string | null }> {
  const db = shardBinding(ctx.env, shard);
  const page = await db.prepare(PAGE_END).bind(accountId, after, size).first<{ id: string; count: number }>();
  if (!page || page.count === 0) return { events: [], last: null };
  const { results } = await db
    .prepare(IN_PAGE)
    .bind(
      ...[accountId, after, page.id],
      ...[Object.values(hashes), pixelIds, orders].map((list) => JSON.stringify(list)),
      everybodyUntil,
    )
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

const OF_CUSTOMER = `SELECT DISTINCT COALESCE(m.into_id, f.event_id) AS id FROM (
    SELECT k.event_id FROM json_each(?2) p CROSS JOIN json_each(?3) j CROSS JOIN event_keys k
      ON k.pixel_id = p.value AND k.key = j.value
    UNION SELECT t.event_id FROM json_each(?4) j CROSS JOIN touches t ON t.account_id = ?1 AND t.key = j.value
  ) f LEFT JOIN event_merges m ON m.event_id = f.event_id ORDER BY 1 DESC LIMIT ?5`;

/** The newest events of a customer's orders, and those under whose keys a touch of theirs is kept. */
export async function listCustomerEventIds(
  ctx: SystemCtx,
  shard: number,
  { accountId, pixelIds, hashes, orders }: Omit<Forgotten, 'everybodyUntil'>,
  limit: number,
): Promise<string[]> {
  const lists = [pixelIds, orders.flatMap(orderKeys), userKeys(hashes)].map((list) => JSON.stringify(list));
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(OF_CUSTOMER)
    .bind(accountId, ...lists, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
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
