// Holders who may be due a payout: every verb that makes earnings available notes them, and payouts work
// through the notes.
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { payoutDue } from './table.ts';

export type PayoutDueRow = typeof payoutDue.$inferSelect;

/**
 * Adds to ctx.write that the holder (a creator, or a partner's account) has or will soon have available
 * earnings of this currency. Repeating it is harmless.
 */
export function notePayoutDue(ctx: SystemCtx, holder: string, currency: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(payoutDue)
      .values({ holder, currency, notedAt: ctx.now, nextAt: ctx.now })
      .onConflictDoUpdate({
        target: [payoutDue.holder, payoutDue.currency],
        set: {
          noted: sql`${payoutDue.noted} + 1`,
          notedAt: ctx.now,
          nextAt: sql`min(${payoutDue.nextAt}, ${ctx.now})`,
        },
      }),
  );
}

/**
 * Adds to ctx.write that a holder's waiting earnings are looked at soon, because its payout account changed.
 */
export function wakePayouts(ctx: SystemCtx, holder: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(payoutDue)
      .set({ nextAt: sql`min(${payoutDue.nextAt}, ${ctx.now})` })
      .where(eq(payoutDue.holder, holder)),
  );
}

/** Holders that are due for a look, longest waiting first. */
export async function listPayoutsDue(ctx: SystemCtx, limit: number): Promise<PayoutDueRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(payoutDue)
    .where(lte(payoutDue.nextAt, ctx.now))
    .orderBy(asc(payoutDue.nextAt))
    .limit(limit)
    .all();
}

const asSeen = (due: PayoutDueRow): SQL =>
  and(
    eq(payoutDue.holder, due.holder),
    eq(payoutDue.currency, due.currency),
    eq(payoutDue.noted, due.noted),
  )!;

/**
 * Postpones the holder's next look to `at` (milliseconds) in ctx.write, unless it was noted again meanwhile.
 */
export function postponePayoutDue(ctx: SystemCtx, due: PayoutDueRow, at: number): void {
  ctx.write.add(mainDb(ctx.env).update(payoutDue).set({ nextAt: at }).where(asSeen(due)));
}

/**
 * Records in ctx.write that the holder has notice that payouts are to be set up: once for all that waits. The batch fails when
 * that was so before.
 */
export function savePayoutsNeeded(ctx: SystemCtx, due: PayoutDueRow): void {
  ctx.write.require(
    sql`NOT EXISTS (SELECT 1 FROM payout_due WHERE holder = ${due.holder} AND needed_at IS NOT NULL)`,
    overtaken,
  );
  ctx.write.add(mainDb(ctx.env).update(payoutDue).set({ neededAt: ctx.now }).where(asSeen(due)));
}

/** Adds to ctx.write that the holder is no longer due a payout, unless it was noted again meanwhile. */
export function deletePayoutDue(ctx: SystemCtx, due: PayoutDueRow): void {
  ctx.write.add(mainDb(ctx.env).delete(payoutDue).where(asSeen(due)));
}

/** Sets the holder's next look to `at` (milliseconds) in ctx.write, even if it was noted meanwhile. */
export function renewPayoutDue(ctx: SystemCtx, holder: string, currency: string, at: number): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(payoutDue)
      .values({ holder, currency, notedAt: ctx.now, nextAt: at })
      .onConflictDoUpdate({
        target: [payoutDue.holder, payoutDue.currency],
        set: { noted: sql`${payoutDue.noted} + 1`, nextAt: at },
      }),
  );
}
