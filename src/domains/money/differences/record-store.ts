// Our own records that the ledgers are compared with.
import { and, asc, eq, gt, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { brandFees } from '../brand-fees/table.ts';
import { payments } from '../payments/table.ts';
import { payouts } from '../payouts/table.ts';
import { withdrawals } from '../withdrawals/table.ts';

/**
 * True when nothing about a record is under way: it has not changed for an hour, and all its ledger
 * instructions are done.
 */
export const atRest = (ctx: SystemCtx, id: SQLiteColumn, updatedAt: SQLiteColumn): SQL =>
  and(
    lt(updatedAt, ctx.now - HOUR_MS),
    sql`NOT EXISTS (SELECT 1 FROM ledger_instructions WHERE subject = ${id} AND status = 'open')`,
  )!;

export async function listPaymentsAtRest(ctx: SystemCtx, after: string, limit: number) {
  return await mainDb(ctx.env)
    .select()
    .from(payments)
    .where(and(gt(payments.id, after), atRest(ctx, payments.id, payments.updatedAt)))
    .orderBy(asc(payments.id))
    .limit(limit)
    .all();
}

/** Payments that a partner took a commission from. */
export async function listCommissionsAtRest(ctx: SystemCtx, after: string, limit: number) {
  const { id, partnerId, partnerEarningId, status, closedAt, amount, partnerFee, takeBps, currency } =
    payments;
  return await mainDb(ctx.env)
    .select({
      id,
      status,
      closedAt,
      amount,
      partnerFee,
      takeBps,
      currency,
      partnerId: sql<string>`${partnerId}`,
      partnerEarningId: sql<string>`${partnerEarningId}`,
    })
    .from(payments)
    .where(and(gt(id, after), gt(partnerFee, 0), atRest(ctx, id, payments.updatedAt)))
    .orderBy(asc(id))
    .limit(limit)
    .all();
}

/** Brand fees that are not zero. */
export async function listBrandFeesAtRest(ctx: SystemCtx, after: string, limit: number) {
  const { id, accountId, partnerId, earningId, status, base, bps, amount, currency } = brandFees;
  return await mainDb(ctx.env)
    .select({
      id,
      accountId,
      status,
      base,
      amount,
      currency,
      bps: sql<number>`${bps}`,
      partnerId: sql<string>`${partnerId}`,
      earningId: sql<string>`${earningId}`,
    })
    .from(brandFees)
    .where(and(gt(id, after), ne(brandFees.status, 'none'), atRest(ctx, id, brandFees.updatedAt)))
    .orderBy(asc(id))
    .limit(limit)
    .all();
}

/** Which of these accounts' days, named by `feeDayOf`, have a brand fee, be it of nothing. */
export async function findFeeDays(ctx: SystemCtx, days: readonly string[]): Promise<Set<string>> {
  const { accountId, day, currency } = brandFees;
  const rows = await mainDb(ctx.env)
    .select({ accountId, day, currency })
    .from(brandFees)
    .where(
      sql`(${accountId}, ${day}, ${currency}) IN (SELECT value ->> 0, value ->> 1, value ->> 2
        FROM json_each(${JSON.stringify(days.map((one) => one.split(' ')))}))`,
    )
    .all();
  return new Set(rows.map(feeDayOf));
}

/** A name for an account's day in a currency. */
export const feeDayOf = (one: { accountId: string; day: string; currency: string }): string =>
  `${one.accountId} ${one.day} ${one.currency}`;

/** The creator and the partner that earn from each of these payments. */
export async function listEarnersOf(ctx: SystemCtx, ids: string[]) {
  const { id, creatorId, creatorEarningId, partnerId, partnerEarningId, closedAt } = payments;
  return await mainDb(ctx.env)
    .select({ id, creatorId, creatorEarningId, partnerId, partnerEarningId, closedAt })
    .from(payments)
    .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
}

/** Those of a partner's earnings that are brand fees. */
export async function listFeeEarnings(ctx: SystemCtx, partner: string, ids: string[]): Promise<Set<string>> {
  const rows = await mainDb(ctx.env)
    .select({ id: brandFees.earningId })
    .from(brandFees)
    .where(
      and(
        sql`${brandFees.earningId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(brandFees.partnerId, partner),
      ),
    )
    .all();
  return new Set(rows.map(({ id }) => id!));
}

export async function listPayoutsAtRest(ctx: SystemCtx, after: string, limit: number) {
  return await mainDb(ctx.env)
    .select()
    .from(payouts)
    .where(
      and(
        gt(payouts.id, after),
        inArray(payouts.status, ['paid', 'failed']),
        atRest(ctx, payouts.id, payouts.updatedAt),
      ),
    )
    .orderBy(asc(payouts.id))
    .limit(limit)
    .all();
}

export async function listWithdrawalsAtRest(ctx: SystemCtx, after: string, limit: number) {
  return await mainDb(ctx.env)
    .select()
    .from(withdrawals)
    .where(
      and(
        gt(withdrawals.id, after),
        ne(withdrawals.status, 'requested'),
        atRest(ctx, withdrawals.id, withdrawals.updatedAt),
      ),
    )
    .orderBy(asc(withdrawals.id))
    .limit(limit)
    .all();
}
