import { and, asc, eq, lte } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { chargebacks } from './table.ts';

export type ChargebackRow = typeof chargebacks.$inferSelect;

/** Adds a chargeback to the batch, which fails as a whole when it is known. */
export function insertChargeback(ctx: SystemCtx, row: ChargebackRow): void {
  ctx.write.add(mainDb(ctx.env).insert(chargebacks).values(row));
  ctx.write.onDuplicate('chargebacks.id', () => new AppError('conflict', 'This dispute is known already.'));
}

/** Adds a change to the batch, which fails as a whole when something was noted since the row was read. */
export function updateChargeback(ctx: SystemCtx, row: ChargebackRow, changes: Partial<ChargebackRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(chargebacks)
      .set({ ...changes, updatedAt: ctx.now })
      .where(
        and(
          eq(chargebacks.id, row.id),
          eq(chargebacks.status, row.status),
          eq(chargebacks.booked, row.booked),
        ),
      ),
    overtaken,
  );
}

export async function findChargeback(ctx: SystemCtx, id: string): Promise<ChargebackRow | null> {
  return (await mainDb(ctx.env).select().from(chargebacks).where(eq(chargebacks.id, id)).get()) ?? null;
}

export async function chargebacksOf(ctx: SystemCtx, chargeId: string): Promise<ChargebackRow[]> {
  return await mainDb(ctx.env).select().from(chargebacks).where(eq(chargebacks.chargeId, chargeId)).all();
}

/** Those to look at again, the longest waiting first. */
export async function dueChargebacks(ctx: SystemCtx, limit: number): Promise<ChargebackRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(chargebacks)
    .where(lte(chargebacks.nextAt, ctx.now))
    .orderBy(asc(chargebacks.nextAt))
    .limit(limit)
    .all();
}

/** Lets one wait, whatever comes of the look at it. */
export async function lookLater(ctx: SystemCtx, id: string, nextAt: number): Promise<void> {
  await mainDb(ctx.env).update(chargebacks).set({ nextAt }).where(eq(chargebacks.id, id));
}
