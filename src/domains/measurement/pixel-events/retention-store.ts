import { and, asc, eq, gte, inArray, isNotNull, lt, lte, ne } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { shardBinding, shardDb } from '../../../db/client.ts';
import type { StoredEvent, TouchOfEvent } from '../event-rules/plan-types.ts';
import { FORGET_TOUCHES } from './plan-store.ts';
import { archiveDenials, archiveParts, awaitedTouches, pixelEvents, touches } from './shard-table.ts';

/** Events received before a moment, oldest first. Events that still wait for attribution are left out. */
export async function listOldEvents(
  ctx: SystemCtx,
  shard: number,
  matters: boolean,
  before: number,
  limit: number,
): Promise<StoredEvent[]> {
  return await shardDb(ctx.env, shard)
    .select()
    .from(pixelEvents)
    .where(
      and(
        eq(pixelEvents.matters, matters),
        lt(pixelEvents.receivedAt, before),
        ne(pixelEvents.state, 'recorded'),
      ),
    )
    .orderBy(asc(pixelEvents.receivedAt))
    .limit(limit)
    .all();
}

/** Records the part that now contains the events and deletes them from D1, in one batch. */
export async function moveToArchive(
  ctx: SystemCtx,
  shard: number,
  key: string,
  events: StoredEvent[],
): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  await db.batch([
    db
      .prepare(
        `INSERT INTO archive_parts (account_id, first_id, last_id, object_key, events, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`,
      )
      .bind(events[0]!.accountId, events[0]!.id, events.at(-1)!.id, key, events.length, ctx.now),
    // If consent was withdrawn after the event was read, the part contains too much, so it is listed for removal.
    db
      .prepare(
        `INSERT OR IGNORE INTO archive_denials (event_id, account_id)
         SELECT e.id, e.account_id FROM json_each(?1) j JOIN pixel_events e ON e.id = j.value ->> 0
           AND e.rev <> j.value ->> 1 AND e.body ->> '$.consent' <> 'granted'`,
      )
      .bind(JSON.stringify(events.map((event) => [event.id, event.rev]))),
    // An event that changed since it was read stays for the next run.
    db
      .prepare(
        `DELETE FROM pixel_events WHERE id IN (
           SELECT e.id FROM json_each(?1) j JOIN pixel_events e ON e.id = j.value ->> 0 AND e.rev = j.value ->> 1)`,
      )
      .bind(JSON.stringify(events.map((event) => [event.id, event.rev]))),
  ]);
}

export interface Denial {
  eventId: string;
  accountId: string;
  /** A part that may contain the event; null if there is none. */
  part: string | null;
}

/** Archived events whose visitor has refused consent, with each part that may contain them. */
export async function listDenials(ctx: SystemCtx, shard: number, limit: number): Promise<Denial[]> {
  const denials = shardDb(ctx.env, shard).select().from(archiveDenials).limit(limit).as('denials');
  return await shardDb(ctx.env, shard)
    .select({ eventId: denials.eventId, accountId: denials.accountId, part: archiveParts.objectKey })
    .from(denials)
    .leftJoin(
      archiveParts,
      and(
        eq(archiveParts.accountId, denials.accountId),
        lte(archiveParts.firstId, denials.eventId),
        gte(archiveParts.lastId, denials.eventId),
      ),
    )
    .all();
}

export async function deleteTouchesOf(ctx: SystemCtx, shard: number, gone: TouchOfEvent[]): Promise<void> {
  const rows = gone.map(({ accountId, key, eventId }) => [accountId, key, eventId]);
  await shardBinding(ctx.env, shard).prepare(FORGET_TOUCHES).bind(JSON.stringify(rows)).run();
}

/** Deletes denials that have been carried out in the archive. */
export async function deleteDenials(ctx: SystemCtx, shard: number, eventIds: string[]): Promise<void> {
  await shardDb(ctx.env, shard).delete(archiveDenials).where(inArray(archiveDenials.eventId, eventIds));
}

export async function deleteIps(ctx: SystemCtx, shard: number, receivedBefore: number): Promise<void> {
  await shardDb(ctx.env, shard)
    .update(pixelEvents)
    .set({ ipAddress: null })
    .where(
      and(
        inArray(pixelEvents.matters, [true, false]), // The index starts with this column.
        lt(pixelEvents.receivedAt, receivedBefore),
        isNotNull(pixelEvents.ipAddress),
      ),
    );
}

export async function deleteTouches(ctx: SystemCtx, shard: number, before: number): Promise<void> {
  await shardDb(ctx.env, shard).delete(touches).where(lt(touches.at, before));
}

/** Deletes waits for a landing that are over. */
export async function deleteAwaited(ctx: SystemCtx, shard: number, before: number): Promise<void> {
  await shardDb(ctx.env, shard).delete(awaitedTouches).where(lt(awaitedTouches.until, before));
}

/** The size of a shard's database in bytes. */
export async function findShardBytes(ctx: SystemCtx, shard: number): Promise<number> {
  const { meta } = await shardBinding(ctx.env, shard).prepare('SELECT 1').run();
  return meta.size_after ?? 0;
}

/** Stored events that have waited for attribution since before `receivedBefore`. */
export async function listWaitingEvents(
  ctx: SystemCtx,
  shard: number,
  receivedBefore: number,
  limit: number,
): Promise<string[]> {
  const rows = await shardDb(ctx.env, shard)
    .select({ id: pixelEvents.id })
    .from(pixelEvents)
    .where(and(eq(pixelEvents.state, 'recorded'), lt(pixelEvents.receivedAt, receivedBefore)))
    .orderBy(asc(pixelEvents.receivedAt))
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}
