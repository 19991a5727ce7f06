// What other domains may ask of accruals besides its verbs.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { adSpendDays, periodPayments, runningPay } from './table.ts';

export { findCreatorViews } from './report-store.ts';

export type PeriodPayment = typeof periodPayments.$inferSelect;
export type RunningPay = typeof runningPay.$inferSelect;

/** Adds to ctx.write the parts of a retainer's payment, so that it can be explained. */
export function notePeriodPayment(ctx: SystemCtx, row: PeriodPayment): void {
  ctx.write.add(mainDb(ctx.env).insert(periodPayments).values(row));
}

/**
 * Call this in the batch that reverses a payment for good: its amount no longer counts towards the caps of
 * the creator, the program or a campaign. Its accruals stay closed. Nothing happens for a payment that no
 * rule made.
 */
export function payTakenBack(ctx: SystemCtx, paymentId: string): void {
  ctx.write.addSql(sql`UPDATE pay_totals SET amount = pay_totals.amount - p.amount
    FROM payments p JOIN earned_payments e ON e.payment_id = p.id AND e.campaign_id = ''
    WHERE p.id = ${paymentId} AND pay_totals.program_id = p.program_id AND pay_totals.creator_id = p.creator_id`);
  ctx.write.addSql(sql`UPDATE campaign_pay_totals SET amount = campaign_pay_totals.amount - p.amount
    FROM payments p JOIN earned_payments e ON e.payment_id = p.id
    WHERE p.id = ${paymentId} AND campaign_pay_totals.campaign_id = e.campaign_id
      AND campaign_pay_totals.creator_id = p.creator_id`);
}

/**
 * The value of confirmed conversions that became known between two moments (ms), by account and currency, in
 * cents.
 */
export async function listSales(
  ctx: SystemCtx,
  from: number,
  until: number,
): Promise<{ accountId: string; currency: string; base: number }[]> {
  // An event counts once, on its first day, even if several conversions count it.
  const { results } = await ctx.env.DB.prepare(
    `SELECT account_id AS accountId, currency, SUM(value) AS base FROM (
      SELECT p.account_id, p.currency, MAX(p.value_cents) AS value FROM payable_conversions p
      WHERE p.harvested_at >= ?1 AND p.harvested_at < ?2 AND p.value_cents > 0 AND p.currency IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM payable_conversions o WHERE o.event_id = p.event_id AND o.harvested_at < ?1)
      GROUP BY p.event_id) GROUP BY account_id, currency`,
  )
    .bind(from, until)
    .all<{ accountId: string; currency: string; base: number }>();
  return results;
}

/** The ad spend of accounts that became known on a UTC day, in cents. */
export async function listAdSpendOn(
  ctx: SystemCtx,
  of: string,
): Promise<{ accountId: string; currency: string; base: number }[]> {
  return await mainDb(ctx.env)
    .select({ accountId: adSpendDays.accountId, currency: adSpendDays.currency, base: adSpendDays.spend })
    .from(adSpendDays)
    .where(and(eq(adSpendDays.day, of), sql`${adSpendDays.spend} > 0`))
    .all();
}

export type AdSpendDay = typeof adSpendDays.$inferSelect;

/** What accounts spent on ads by the UTC day on which it became known, from the row behind `after` on. */
export async function listAdSpendDays(
  ctx: SystemCtx,
  { after, until, limit }: { after: Omit<AdSpendDay, 'spend'>; until: string; limit: number },
): Promise<AdSpendDay[]> {
  const { day, accountId, currency, spend } = adSpendDays;
  return await mainDb(ctx.env)
    .select()
    .from(adSpendDays)
    .where(
      sql`(${day}, ${accountId}, ${currency}) > (${after.day}, ${after.accountId}, ${after.currency})
        AND ${day} <= ${until} AND ${spend} > 0`,
    )
    .orderBy(asc(day), asc(accountId), asc(currency))
    .limit(limit)
    .all();
}

export type Which = Pick<RunningPay, 'submissionId' | 'source' | 'campaignId'>;

export const sameRunning = ({ submissionId, source, campaignId }: Which) =>
  and(
    eq(runningPay.submissionId, submissionId),
    eq(runningPay.source, source),
    eq(runningPay.campaignId, campaignId),
  );

const NOTHING_YET = { rules: {}, unpaid: 0, dueAt: null, rev: 0, cutByCap: 0, cutByBudget: 0 };

/** What a submission has earned from a source so far. */
export async function findRunningPay(
  ctx: SystemCtx,
  { submissionId, source, campaignId }: Which,
): Promise<RunningPay> {
  const which = { submissionId, source, campaignId };
  const row = await mainDb(ctx.env).select().from(runningPay).where(sameRunning(which)).get();
  return row ?? { ...which, ...NOTHING_YET };
}
