import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { payments } from '../payments/table.ts';
import type { PayoutProblem } from '../payout-accounts/payout-account.ts';
import { PAYOUT_STATUSES, type PayoutRow, type PayoutStatus } from './payout.ts';
import { payouts } from './table.ts';

/** Adds a payout, unless the holder has one of the same day, or one that has not ended. */
export function insertPayout(ctx: SystemCtx, row: typeof payouts.$inferInsert): void {
  ctx.write.add(mainDb(ctx.env).insert(payouts).values(row).onConflictDoNothing());
}

/** Payouts that are due for another step, longest waiting first. */
export async function listOpenPayouts(ctx: SystemCtx, limit: number): Promise<PayoutRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(payouts)
    .where(and(isNotNull(payouts.nextAt), lte(payouts.nextAt, ctx.now)))
    .orderBy(asc(payouts.nextAt))
    .limit(limit)
    .all();
}

/** Claims a payout until `until`; null when another run has it. */
export async function claimPayout(
  ctx: SystemCtx,
  { id, nextAt }: PayoutRow,
  until: number,
): Promise<PayoutRow | null> {
  if (nextAt === null) return null;
  const row = await mainDb(ctx.env)
    .update(payouts)
    .set({ nextAt: until })
    .where(and(eq(payouts.id, id), eq(payouts.nextAt, nextAt)))
    .returning()
    .get();
  return row ?? null;
}

/** Changes a payout. The batch fails when its state has changed since it was read. */
export function savePayout(ctx: SystemCtx, before: PayoutRow, changes: Partial<PayoutRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(payouts)
      .set({ ...changes, updatedAt: ctx.now })
      .where(
        and(
          eq(payouts.id, before.id),
          eq(payouts.status, before.status),
          eq(payouts.attempt, before.attempt),
          before.firstSentAt === null
            ? isNull(payouts.firstSentAt)
            : eq(payouts.firstSentAt, before.firstSentAt),
        ),
      ),
    overtaken,
  );
}

/** Deletes a payout that turned out to be empty. */
export function deletePlanned(ctx: SystemCtx, id: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .delete(payouts)
      .where(and(eq(payouts.id, id), eq(payouts.status, 'planned'))),
  );
}

/** A payout of the acting creator or account. Throws not_found. */
export async function requirePayout(ctx: Ctx, id: string): Promise<PayoutRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.id, id),
        eq(payouts.holder, actingId(ctx.actor)),
        inArray(payouts.status, [...PAYOUT_STATUSES]),
      ),
    )
    .get();
  if (!row) throw notFound('payout');
  return row;
}

export interface PayoutFilter {
  statuses: readonly PayoutStatus[];
  currency: string | undefined;
  limit: number;
  range: IdRange;
}

export async function listOwnPayouts(ctx: Ctx, filter: PayoutFilter): Promise<PayoutRow[]> {
  const { currency } = filter;
  const mine = and(
    eq(payouts.holder, actingId(ctx.actor)),
    // The plus keeps SQLite from using the index by day, which is not in the order of IDs.
    currency === undefined ? undefined : sql`+${payouts.currency} = ${currency}`,
    withinRange(payouts.id, filter.range),
  );
  const branches = eachValue(payouts.id, sql`${payouts}`, payouts.status, filter.statuses, mine);
  return await mainDb(ctx.env)
    .select()
    .from(payouts)
    .where(sql`${payouts.id} IN (${mergedIds(branches, filter.limit + 1)})`)
    .orderBy(newestFirst(payouts.id))
    .all();
}

/** A creator's unpaid payments of a currency about whose payout problem nobody was told yet. */
export async function listUntoldBlocked(
  ctx: SystemCtx,
  creator: string,
  currency: string,
  limit: number,
): Promise<{ id: string; accountId: string; creatorId: string }[]> {
  return await mainDb(ctx.env)
    .select({ id: payments.id, accountId: payments.accountId, creatorId: payments.creatorId })
    .from(payments)
    .where(
      and(
        eq(payments.creatorId, creator),
        eq(payments.currency, currency),
        isNull(payments.payoutProblem),
        isNull(payments.closedAt),
        sql`(${payments.releasedAt} IS NULL OR ${payments.releasedAt} > COALESCE((SELECT MAX(${payouts.paidAt})
          FROM ${payouts} WHERE ${payouts.holder} = ${creator} AND ${payouts.currency} = ${currency}
          AND ${payouts.status} = 'paid'), 0))`,
      ),
    )
    .limit(limit)
    .all();
}

/** Adds to ctx.write why a payment cannot be paid out; the batch fails when that was noted before. */
export function saveBlocked(ctx: SystemCtx, id: string, problem: PayoutProblem): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(payments)
      .set({ payoutProblem: problem })
      .where(and(eq(payments.id, id), isNull(payments.payoutProblem))),
    overtaken,
  );
}

/** Adds to ctx.write that a creator's payouts of a currency have no problem any more. */
export function saveUnblocked(ctx: SystemCtx, creator: string, currency: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(payments)
      .set({ payoutProblem: null })
      .where(
        and(
          eq(payments.creatorId, creator),
          eq(payments.currency, currency),
          sql`${payments.payoutProblem} IS NOT NULL`,
        ),
      ),
  );
}
