// Who may be due a payout: whatever makes earnings available notes it, and payouts work through what was noted.
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { payoutDue } from './table.ts';

export type PayoutDueRow = typeof payoutDue.$inferSelect;

/**
 * Adds to ctx.write that the holder (a creator, or a partner's account) has or will soon have available earnings of
 * this currency. A repeat changes nothing that matters.
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

/** Adds to ctx.write that a holder's waiting earnings are looked at again soon: its payout account changed. */
export function wakePayouts(ctx: SystemCtx, holder: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(payoutDue)
      .set({ nextAt: sql`min(${payoutDue.nextAt}, ${ctx.now})` })
      .where(eq(payoutDue.holder, holder)),
  );
}

/** Who is to be looked at, the one that has waited longest first. */
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

/** Adds to ctx.write that the holder is looked at again at `at` (milliseconds), unless it was noted meanwhile. */
export function postponePayoutDue(ctx: SystemCtx, due: PayoutDueRow, at: number): void {
  ctx.write.add(mainDb(ctx.env).update(payoutDue).set({ nextAt: at }).where(asSeen(due)));
}

/** Adds to ctx.write that nothing is due any more, unless it was noted meanwhile. */
export function deletePayoutDue(ctx: SystemCtx, due: PayoutDueRow): void {
  ctx.write.add(mainDb(ctx.env).delete(payoutDue).where(asSeen(due)));
}

/** Adds to ctx.write that the holder is looked at again at `at` (milliseconds), whatever was noted before. */
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
