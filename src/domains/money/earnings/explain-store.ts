import { eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type PaymentRow, payments } from '../payments/table.ts';
import { accruals } from './table.ts';

/** A payment whoever asks: an earning's holder is a side of it. */
export async function findPaymentRow(ctx: SystemCtx, id: string): Promise<PaymentRow | null> {
  const row = await mainDb(ctx.env).select().from(payments).where(eq(payments.id, id)).get();
  return row ?? null;
}

/** How many reasons a payment has, and what they came to in cents. */
export async function sumOfAccruals(
  ctx: SystemCtx,
  paymentId: string,
): Promise<{ count: number; amount: number }> {
  const row = await mainDb(ctx.env)
    .select({ count: sql<number>`COUNT(*)`, amount: sql<number>`COALESCE(SUM(${accruals.amount}), 0)` })
    .from(accruals)
    .where(eq(accruals.paymentId, paymentId))
    .get();
  return row!;
}
