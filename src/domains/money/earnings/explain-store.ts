import { eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { accruals } from './table.ts';

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
