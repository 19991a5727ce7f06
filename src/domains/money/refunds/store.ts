import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { refunds } from './table.ts';

export type RefundRow = typeof refunds.$inferSelect;

/** Adds a refund made at the processor to the batch, which fails as a whole when it is already known. */
export function insertOutsideRefund(ctx: SystemCtx, row: RefundRow): void {
  ctx.write.add(mainDb(ctx.env).insert(refunds).values(row));
  ctx.write.onDuplicate(
    'refunds.processor_refund',
    () => new AppError('conflict', 'This refund is known already.'),
  );
}

/** Refunds that are due for another step, longest waiting first. */
export async function listDueRefunds(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.nextAt, ctx.now))
    .orderBy(asc(refunds.nextAt))
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

/** Claims a due refund for `lease` milliseconds; null when it is not due, or another run has it. */
export async function claimRefund(ctx: SystemCtx, id: string, lease: number): Promise<RefundRow | null> {
  const row = await mainDb(ctx.env)
    .update(refunds)
    .set({ claim: crypto.randomUUID(), nextAt: ctx.now + lease })
    .where(and(eq(refunds.id, id), lte(refunds.nextAt, ctx.now)))
    .returning()
    .get();
  return row ?? null;
}

/** Changes a refund in the batch, which fails as a whole when the claim or the status has changed. */
export function saveRefund(ctx: SystemCtx, row: RefundRow, changes: Partial<RefundRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(refunds)
      .set({ ...changes, updatedAt: ctx.now })
      .where(
        and(
          eq(refunds.id, row.id),
          eq(refunds.status, row.status),
          row.claim === null ? undefined : eq(refunds.claim, row.claim),
        ),
      ),
    async () => ((await holdsRefund(ctx, row)) ? null : new AppError('conflict', 'The refund moved on.')),
  );
}

/** Whether the claim and the status that the row was read with still hold. */
export async function holdsRefund(ctx: SystemCtx, row: RefundRow): Promise<boolean> {
  const found = await mainDb(ctx.env).select().from(refunds).where(eq(refunds.id, row.id)).get();
  return found?.claim === row.claim && found.status === row.status;
}

/** Makes a requested refund due now, taking it from any run that works on it. */
export async function saveRefundDue(ctx: SystemCtx, id: string): Promise<void> {
  await mainDb(ctx.env)
    .update(refunds)
    .set({ nextAt: ctx.now, claim: null })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'asked')));
}

/** The refunds with one of these IDs of ours, or one of these IDs of the processor. At most 45 of each. */
export async function listKnownRefunds(
  ctx: SystemCtx,
  ids: string[],
  processorIds: string[],
): Promise<RefundRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(refunds)
    .where(or(inArray(refunds.id, ids), inArray(refunds.processorRefund, processorIds)))
    .all();
}

export async function findRefund(ctx: SystemCtx, id: string): Promise<RefundRow | null> {
  return (await mainDb(ctx.env).select().from(refunds).where(eq(refunds.id, id)).get()) ?? null;
}

/** The refunds of these payments. At most 90. */
export async function listRefundsOfPayments(ctx: SystemCtx, payments: string[]): Promise<RefundRow[]> {
  return await mainDb(ctx.env).select().from(refunds).where(inArray(refunds.paymentId, payments)).all();
}

/**
 * Adds a person's decision about a refund to the batch, which fails as a whole when the refund no longer
 * waits for one.
 */
export function saveRefundDecision(ctx: SystemCtx, row: RefundRow, changes: Partial<RefundRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(refunds)
      .set({ ...changes, updatedAt: ctx.now })
      .where(
        and(
          eq(refunds.id, row.id),
          eq(refunds.status, row.status),
          eq(refunds.attempt, row.attempt),
          isNull(refunds.decidedAt),
        ),
      ),
    overtaken,
  );
}
