import { and, asc, eq, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { GIVE_UP_AFTER_MS, WAKE_GRACE_MS } from '../../../db/outbox.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/page.ts';
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

/** The events sent to the key that the request was made with. */
export async function listSent(ctx: Ctx, limit: number, range: IdRange): Promise<SentEvent[]> {
  return await mainDb(ctx.env)
    .select(sent)
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(eq(deliveries.keyId, ctx.actor.keyId), withinRange(deliveries.eventId, range)))
    .orderBy(newestFirst(deliveries.eventId))
    .limit(limit + 1)
    .all();
}

/** An event sent to this key. Throws not_found for another key's. */
export async function requireSentEvent(ctx: Ctx, eventId: string): Promise<FoundDelivery> {
  const row = await mainDb(ctx.env)
    .select({ ...sent, deliveryId: deliveries.id })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(eq(deliveries.eventId, eventId), eq(deliveries.keyId, ctx.actor.keyId)))
    .get();
  if (!row) throw notFound('event');
  return row;
}

/** An event sent to this key with what each attempt met, in one round trip. */
export async function requireSentEventWithAttempts(
  ctx: Ctx,
  eventId: string,
): Promise<{ event: SentEvent; attempts: (typeof deliveryAttempts.$inferSelect)[] }> {
  const db = mainDb(ctx.env);
  const own = and(eq(deliveries.eventId, eventId), eq(deliveries.keyId, ctx.actor.keyId));
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

/** Starts a delivery's retry table anew, from now. Refused while a request of it is under way. */
export function saveRearmed(ctx: SystemCtx, deliveryId: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(deliveries)
      .set({
        status: 'pending',
        earlierAttempts: sql`${deliveries.attempts}`,
        nextAttemptAt: ctx.now,
        wakeAt: ctx.now + WAKE_GRACE_MS,
        giveUpAt: ctx.now + GIVE_UP_AFTER_MS,
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

/** Ends what is still on its way to a key. */
export function failPending(ctx: SystemCtx, keyId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(deliveries)
      .set({ status: 'failed', nextAttemptAt: null })
      .where(and(eq(deliveries.keyId, keyId), eq(deliveries.status, 'pending'))),
  );
}
