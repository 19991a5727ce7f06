import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { processorEvents } from './table.ts';

export type ProcessorEvent = typeof processorEvents.$inferSelect;

/** An event that is stored already stays as it is. */
export function insertEvent(
  ctx: SystemCtx,
  row: Omit<ProcessorEvent, 'attempts' | 'error' | 'handledAt'>,
): void {
  ctx.write.add(mainDb(ctx.env).insert(processorEvents).values(row).onConflictDoNothing());
}

/** Claims a due event until `until` (milliseconds); null when it is not due, or another run has it. */
export async function claimEvent(ctx: SystemCtx, id: string, until: number): Promise<ProcessorEvent | null> {
  const rows = await mainDb(ctx.env)
    .update(processorEvents)
    .set({ attempts: sql`${processorEvents.attempts} + 1`, nextAt: until })
    .where(
      and(
        eq(processorEvents.id, id),
        eq(processorEvents.status, 'open'),
        lte(processorEvents.nextAt, ctx.now),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** Saves the result of a claimed attempt; if another run has taken the claim over, nothing is saved. */
export async function saveAttempt(
  ctx: SystemCtx,
  claimed: ProcessorEvent,
  changes: Partial<ProcessorEvent>,
): Promise<void> {
  await mainDb(ctx.env)
    .update(processorEvents)
    .set(changes)
    .where(
      and(
        eq(processorEvents.id, claimed.id),
        eq(processorEvents.status, 'open'),
        eq(processorEvents.attempts, claimed.attempts),
      ),
    );
}

export async function findEvent(ctx: SystemCtx, id: string): Promise<ProcessorEvent | null> {
  const row = await mainDb(ctx.env).select().from(processorEvents).where(eq(processorEvents.id, id)).get();
  return row ?? null;
}

/** Adds to the batch that a failed event is open again, with all its attempts left. */
export function saveReopened(ctx: SystemCtx, id: string, again: Partial<ProcessorEvent>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(processorEvents)
      .set(again)
      .where(and(eq(processorEvents.id, id), eq(processorEvents.status, 'failed'))),
    overtaken,
  );
}

export async function listDueEvents(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: processorEvents.id })
    .from(processorEvents)
    .where(and(eq(processorEvents.status, 'open'), lte(processorEvents.nextAt, ctx.now)))
    .orderBy(asc(processorEvents.nextAt))
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

/**
 * Deletes up to `limit` events. Open and failed ones stay, because they still need handling. @returns the
 * number deleted.
 */
export async function deleteEvents(ctx: SystemCtx, receivedBefore: number, limit: number): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM processor_events WHERE rowid IN (
    SELECT rowid FROM processor_events WHERE received_at < ${receivedBefore} AND status IN ('done', 'ignored')
    LIMIT ${limit})`);
  return meta.changes;
}
