import { and, asc, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { WAKE_GRACE_MS } from '../../../db/outbox.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { SentEvent } from './event.ts';
import { deliveries, deliveryAttempts, events } from './table.ts';

const sent = {
  id: events.id,
  type: events.type,
  accountId: events.accountId,
  creatorId: events.creatorId,
  data: events.data,
  occurredAt: events.occurredAt,
  viaRoster: deliveries.viaRoster,
  status: deliveries.status,
};

export interface FoundDelivery extends SentEvent {
  deliveryId: string;
}

export interface EventFilter {
  type?: string | undefined;
  delivery?: SentEvent['status'] | undefined;
  /** An ID that occurs in the event's data. */
  subject?: string | undefined;
  /** Event types to leave out. */
  without?: readonly string[] | undefined;
}

/** The most events that one page searches: types and subjects have no index of their own. */
const LOOKED_THROUGH = 5_000;

/**
 * The events sent to a key, in one round trip.
 * @returns also the ID of the last event that was searched, when there may be more matches after it.
 */
export async function listSent(
  ctx: SystemCtx,
  keyId: string,
  limit: number,
  range: IdRange,
  filter: EventFilter,
): Promise<{ rows: SentEvent[]; until: string | null }> {
  const db = mainDb(ctx.env);
  const { type, delivery, subject, without = [] } = filter;
  const own = and(
    eq(deliveries.keyId, keyId),
    // The state is written as a literal, so that SQLite uses the partial index for it.
    delivery && sql`${deliveries.status} = ${sql.raw(`'${delivery}'`)}`,
    withinRange(deliveries.eventId, range),
  );
  const page = (conditions: SQL | undefined) =>
    db
      .select(sent)
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .where(conditions)
      .orderBy(newestFirst(deliveries.eventId))
      .limit(limit + 1);
  if (type === undefined && subject === undefined && without.length === 0)
    return { rows: await page(own).all(), until: null };
  const last = db
    .select({ id: deliveries.eventId })
    .from(deliveries)
    .where(own)
    .orderBy(newestFirst(deliveries.eventId))
    .limit(1)
    .offset(LOOKED_THROUGH - 1);
  const [[end], rows] = await db.batch([
    last,
    page(
      and(
        own,
        sql`${deliveries.eventId} >= COALESCE((${last}), '')`,
        type === undefined ? undefined : eq(events.type, type),
        without.length === 0 ? undefined : notInArray(events.type, [...without]),
        subject === undefined
          ? undefined
          : sql`(EXISTS (SELECT 1 FROM json_each(${events.data}) d WHERE d.value = ${subject}) OR
              (${deliveries.viaRoster} = 1 AND ${events.creatorId} = ${subject}))`,
      ),
    ),
  ]);
  return { rows, until: end?.id ?? null };
}

/** An event sent to the key. Throws not_found for an event of another key. */
export async function requireSentEvent(
  ctx: SystemCtx,
  keyId: string,
  eventId: string,
): Promise<FoundDelivery> {
  const row = await mainDb(ctx.env)
    .select({ ...sent, deliveryId: deliveries.id })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(eq(deliveries.eventId, eventId), eq(deliveries.keyId, keyId)))
    .get();
  if (!row) throw notFound('event');
  return row;
}

/** An event sent to the key, with all its attempts, in one round trip. */
export async function requireSentEventWithAttempts(
  ctx: SystemCtx,
  keyId: string,
  eventId: string,
): Promise<{ event: SentEvent; attempts: (typeof deliveryAttempts.$inferSelect)[] }> {
  const db = mainDb(ctx.env);
  const own = and(eq(deliveries.eventId, eventId), eq(deliveries.keyId, keyId));
  const [found, attempts] = await db.batch([
    db.select(sent).from(deliveries).innerJoin(events, eq(events.id, deliveries.eventId)).where(own),
    db
      .select()
      .from(deliveryAttempts)
      .where(sql`${deliveryAttempts.deliveryId} = (SELECT ${deliveries.id} FROM ${deliveries} WHERE ${own})`)
      .orderBy(asc(deliveryAttempts.number)),
  ]);
  if (!found[0]) throw notFound('event');
  return { event: found[0], attempts };
}

/** Restarts a delivery's retries from now. The batch fails while a request of the delivery is in progress. */
export function saveRearmed(ctx: SystemCtx, deliveryId: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(deliveries)
      .set({
        status: 'pending',
        earlierAttempts: sql`${deliveries.attempts}`,
        nextAttemptAt: ctx.now,
        wakeAt: ctx.now + WAKE_GRACE_MS,
        retriesSince: ctx.now,
        deliveredAt: null,
        lease: null,
        leasedUntil: null,
      })
      .where(
        and(
          eq(deliveries.id, deliveryId),
          sql`(${deliveries.leasedUntil} IS NULL OR ${deliveries.leasedUntil} <= ${ctx.now})`,
        ),
      ),
    async () => new AppError('conflict', 'The event is being sent at this moment.'),
  );
}
