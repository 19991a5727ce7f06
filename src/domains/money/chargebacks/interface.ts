// What refunds and the reconciliation ask of chargebacks.
import { asc, eq, lte } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { chargebacks } from './table.ts';

export type ChargebackRow = typeof chargebacks.$inferSelect;

export async function listChargebacksOfCharge(ctx: SystemCtx, chargeId: string): Promise<ChargebackRow[]> {
  return await mainDb(ctx.env).select().from(chargebacks).where(eq(chargebacks.chargeId, chargeId)).all();
}

/** Chargebacks that are due for another look, longest waiting first. */
export async function listDueChargebacks(ctx: SystemCtx, limit: number): Promise<ChargebackRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(chargebacks)
    .where(lte(chargebacks.nextAt, ctx.now))
    .orderBy(asc(chargebacks.nextAt))
    .limit(limit)
    .all();
}

/** Postpones the next look at a chargeback, whether or not the current look succeeds. */
export async function postponeChargeback(ctx: SystemCtx, id: string, nextAt: number): Promise<void> {
  await mainDb(ctx.env).update(chargebacks).set({ nextAt }).where(eq(chargebacks.id, id));
}
