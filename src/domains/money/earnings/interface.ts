// What other domains may ask of earnings besides its verbs.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { periodPayments } from './table.ts';

export type PeriodPayment = typeof periodPayments.$inferSelect;

/** Adds to ctx.write what a retainer's payment is made of, so that it can be explained. */
export function notePeriodPayment(ctx: SystemCtx, row: PeriodPayment): void {
  ctx.write.add(mainDb(ctx.env).insert(periodPayments).values(row));
}

/**
 * Adds to the batch that takes a payment's earnings back for good that it no longer fills the creator's cap. What it paid
 * stays paid: no accrual opens again. Nothing happens for a payment that no rule made.
 */
export function payTakenBack(ctx: SystemCtx, paymentId: string): void {
  ctx.write.addSql(sql`UPDATE pay_totals SET amount = pay_totals.amount - p.amount
    FROM payments p JOIN earned_payments e ON e.payment_id = p.id
    WHERE p.id = ${paymentId} AND pay_totals.program_id = p.program_id AND pay_totals.creator_id = p.creator_id`);
}
