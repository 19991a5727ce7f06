import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { refundRounds, refunds } from './table.ts';

export type RefundRow = typeof refunds.$inferSelect;

/**
 * Adds a refund of a charged payment to the batch unless it has one. The batch fails when the payment was not charged
 * that much in that currency.
 */
export function insertRefund(
  ctx: SystemCtx,
  id: string,
  { payment, amount, currency }: { payment: string; amount: number; currency: string },
): void {
  ctx.write.addSql(sql`INSERT INTO refunds
      (id, payment_id, account_id, currency, amount, charge_id, status, next_at, created_at, updated_at)
    SELECT ${id}, id, account_id, currency, ${amount}, charge_id, 'due', ${ctx.now}, ${ctx.now}, ${ctx.now}
    FROM dues WHERE id = ${payment} AND currency = ${currency} AND amount >= ${amount} AND status = 'charged'
    ON CONFLICT (payment_id) WHERE payment_id IS NOT NULL DO NOTHING`);
  ctx.write.addSql(sql`SELECT CASE WHEN EXISTS
    (SELECT 1 FROM refunds WHERE payment_id = ${payment} AND amount = ${amount})
    THEN 1 ELSE json('nothing to refund') END`);
}

/** Adds a refund made at the processor to the batch, which fails as a whole when it is known. */
export function insertOutside(ctx: SystemCtx, row: RefundRow): void {
  ctx.write.add(mainDb(ctx.env).insert(refunds).values(row));
  ctx.write.onDuplicate(
    'refunds.processor_refund',
    () => new AppError('conflict', 'This refund is known already.'),
  );
}

/** Refunds with something to do, the longest waiting first. */
export async function dueRefunds(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.nextAt, ctx.now))
    .orderBy(asc(refunds.nextAt))
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

/** Takes a refund that is due for `lease` milliseconds; null when it is not, or somebody else has it. */
export async function claimRefund(ctx: SystemCtx, id: string, lease: number): Promise<RefundRow | null> {
  const row = await mainDb(ctx.env)
    .update(refunds)
    .set({ claim: crypto.randomUUID(), nextAt: ctx.now + lease })
    .where(and(eq(refunds.id, id), lte(refunds.nextAt, ctx.now)))
    .returning()
    .get();
  return row ?? null;
}

/** Adds a change of a refund to the batch, which fails as a whole when the claim was taken over or it moved on. */
export function updateRefund(ctx: SystemCtx, row: RefundRow, changes: Partial<RefundRow>): void {
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

/** Takes a refund that was asked for from whoever has it and makes it due now. */
export async function wakeRefund(ctx: SystemCtx, id: string): Promise<void> {
  await mainDb(ctx.env)
    .update(refunds)
    .set({ nextAt: ctx.now, claim: null })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'asked')));
}

/** The refunds with these IDs of ours or of the processor's. At most 45 of each. */
export async function refundsKnown(
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

/** The refunds that these payments have. At most 90. */
export async function refundsOfPayments(ctx: SystemCtx, payments: string[]): Promise<RefundRow[]> {
  return await mainDb(ctx.env).select().from(refunds).where(inArray(refunds.paymentId, payments)).all();
}

/** Adds to the batch what a person decided of a refund, which fails as a whole when it is no longer left to one. */
export function decideOnRefund(ctx: SystemCtx, row: RefundRow, changes: Partial<RefundRow>): void {
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

/** Adds to the batch that nothing is left to decide of those made at the processor under its IDs. */
export function explainOutside(ctx: SystemCtx, processorIds: string[]): void {
  ctx.write.addSql(sql`UPDATE refunds SET decided_at = ${ctx.now}, updated_at = ${ctx.now}
    WHERE status = 'outside' AND decided_at IS NULL
      AND processor_refund IN (SELECT value FROM json_each(${JSON.stringify(processorIds)}))`);
}

/** The round of looks at the processor's refunds; null before the first. */
export async function refundRound(ctx: SystemCtx): Promise<{ day: string; after: string | null } | null> {
  return (await mainDb(ctx.env).select().from(refundRounds).get()) ?? null;
}

export async function keepRefundRound(ctx: SystemCtx, day: string, after: string | null): Promise<void> {
  await mainDb(ctx.env)
    .insert(refundRounds)
    .values({ id: 1, day, after })
    .onConflictDoUpdate({ target: refundRounds.id, set: { day, after } });
}
