// Queries of an events shard for the API. Every WHERE includes the acting account, so nobody sees another account's
// events.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { shardBinding, shardDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { lowestId } from '../../../kit/ids.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { countedFor, recordedOf } from '../conversions/interface.ts';
import type { RecordedConversion } from '../conversions/recorded-conversion.ts';
import { touchKeys } from '../event-rules/attribute.ts';
import { orderKeys } from '../event-rules/order-return.ts';
import type { StoredEvent } from '../event-rules/plan-types.ts';
import type { LateTouch } from './explained-event.ts';
import { archiveParts, eventMerges, pixelEvents } from './shard-table.ts';
import { type EventRow, toStoredEvent } from './state-store.ts';

export interface EventFilter {
  pixel?: string | undefined;
  name?: string | undefined;
  orderId?: string | undefined;
  eventId?: string | undefined;
  /** The conversion that it was counted for. */
  conversion?: string | undefined;
  /** The submission that it is credited to. */
  submission?: string | undefined;
  creator?: string | undefined;
  source?: string | undefined;
  state?: string | undefined;
}

/** Events stay in a shard for at most 90 days, plus the time until the nightly job. */
const LONGEST_MS = 92 * DAY_MS;

export async function listOwnEvents(
  ctx: Ctx,
  shard: number,
  filter: EventFilter,
  limit: number,
  range: IdRange,
): Promise<StoredEvent[]> {
  const query = eventsQuery(ctx, filter, limit + 1, range);
  return (await shardDb(ctx.env, shard).all<EventRow>(query)).map(toStoredEvent);
}

/** A page of the acting account's events. Every filter has an index that returns them newest first. */
export function eventsQuery(ctx: Ctx, filter: EventFilter, limit: number, range: IdRange): SQL {
  const { body, credit, name, state } = pixelEvents;
  // SQLite uses a partial index only if the query repeats its condition.
  const filters = [
    eq(pixelEvents.accountId, actingAccount(ctx.actor).id),
    filter.pixel === undefined ? undefined : eq(pixelEvents.pixelId, filter.pixel),
    filter.name === undefined ? undefined : eq(name, filter.name),
    filter.name === undefined || filter.name === 'page_view' ? undefined : sql`${name} <> 'page_view'`,
    filter.state === undefined ? undefined : sql`${state} = ${filter.state}`,
    filter.state === undefined || filter.state === 'processed' ? undefined : sql`${state} <> 'processed'`,
    filter.source === undefined ? undefined : sql`${body} ->> '$.source' = ${filter.source}`,
    filter.orderId === undefined ? undefined : sql`${body} ->> '$.orderId' = ${filter.orderId}`,
    filter.eventId === undefined ? undefined : sql`${body} ->> '$.eventId' = ${filter.eventId}`,
    filter.submission === undefined ? undefined : sql`${credit} ->> '$.submission' = ${filter.submission}`,
    filter.creator === undefined ? undefined : sql`${credit} ->> '$.creator' = ${filter.creator}`,
  ];
  if (filter.conversion === undefined) {
    const where = and(...filters, withinRange(pixelEvents.id, range));
    return sql`SELECT * FROM ${pixelEvents} WHERE ${where} ORDER BY ${newestFirst(pixelEvents.id)} LIMIT ${limit}`;
  }
  // Counted conversions are kept forever, so those whose events are in the archive are skipped by ID.
  const after = lowestId('pixelEvent', ctx.now - LONGEST_MS);
  const counted = countedFor(filter.conversion, {
    ...range,
    after: range.after !== null && range.after > after ? range.after : after,
  });
  // CROSS JOIN keeps SQLite from starting with the events.
  return sql`SELECT ${pixelEvents}.* FROM ${counted.rows} CROSS JOIN ${pixelEvents} ON ${pixelEvents.id} = ${counted.event}
    WHERE ${and(counted.where, ...filters)} ORDER BY ${newestFirst(counted.event)} LIMIT ${limit}`;
}

export async function findOwnEvent(ctx: Ctx, shard: number, id: string): Promise<StoredEvent | null> {
  const row = await shardDb(ctx.env, shard)
    .select()
    .from(pixelEvents)
    .where(and(eq(pixelEvents.id, id), eq(pixelEvents.accountId, actingAccount(ctx.actor).id)))
    .get();
  return row ?? null;
}

/** An event's counted conversions, and the event that it was merged into, if any. */
export async function findConversionsOf(
  ctx: Ctx,
  shard: number,
  id: string,
): Promise<{ hits: RecordedConversion[]; mergedInto: string | null }> {
  const db = shardDb(ctx.env, shard);
  const [hits, merges] = await db.batch([
    recordedOf(db, actingAccount(ctx.actor).id, id),
    db.select().from(eventMerges).where(eq(eventMerges.eventId, id)),
  ]);
  return { hits: hits as RecordedConversion[], mergedInto: merges[0]?.intoId ?? null };
}

/** Touches that happened before the event but arrived after its credit was final. */
export async function listLateTouches(
  ctx: Ctx,
  shard: number,
  event: StoredEvent,
  openUntil: number,
): Promise<LateTouch[]> {
  const keys = touchKeys(event);
  const all = [...keys.attribution_id, ...keys.click_id, ...keys.same_user];
  if (all.length === 0) return [];
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(
      `SELECT DISTINCT t.submission_id AS submission, t.campaign_id AS campaign, t.at, t.event_id AS eventId
       FROM json_each(?1) j JOIN touches t ON t.account_id = ?2 AND t.key = j.value AND t.at <= ?3
       WHERE t.event_id >= ?4 ORDER BY t.at DESC LIMIT 20`,
    )
    .bind(
      JSON.stringify(all),
      actingAccount(ctx.actor).id,
      event.occurredAt,
      lowestId('pixelEvent', openUntil + 1),
    )
    .all<LateTouch>();
  return results;
}

/** The archive objects that may contain an event. */
export async function listArchiveParts(ctx: Ctx, shard: number, id: string): Promise<string[]> {
  const rows = await shardDb(ctx.env, shard)
    .select({ key: archiveParts.objectKey })
    .from(archiveParts)
    .where(
      and(
        eq(archiveParts.accountId, actingAccount(ctx.actor).id),
        sql`${archiveParts.firstId} <= ${id} AND ${archiveParts.lastId} >= ${id}`,
      ),
    )
    .all();
  return rows.map((row) => row.key);
}

/**
 * The currencies of these orders' sales by order number, for sales that a server has reported on the pixel with a
 * currency.
 */
export async function findSaleCurrencies(
  ctx: Ctx,
  shard: number,
  pixelId: string,
  orders: string[],
): Promise<Map<string, string>> {
  const wanted = orders.flatMap((order) => orderKeys(order).map((key) => [order, key]));
  const { results } = await shardBinding(ctx.env, shard)
    .prepare(
      `SELECT j.value ->> 0 AS "order", e.body ->> '$.currency' AS currency FROM json_each(?1) j
       CROSS JOIN event_keys k ON k.pixel_id = ?2 AND k.key = j.value ->> 1
       LEFT JOIN event_merges m ON m.event_id = k.event_id
       JOIN pixel_events e ON e.id = COALESCE(m.into_id, k.event_id)
       WHERE e.body ->> '$.confirmedAt' IS NOT NULL AND e.body ->> '$.value' IS NOT NULL AND currency IS NOT NULL`,
    )
    .bind(JSON.stringify(wanted), pixelId)
    .all<{ order: string; currency: string }>();
  return new Map(results.map(({ order, currency }) => [order, currency]));
}
