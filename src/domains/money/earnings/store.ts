import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { programPays } from '../../work/program-terms/table.ts';
import { submissions } from '../../work/submissions/table.ts';
import type { PeriodPayment } from '../accruals/interface.ts';
import { accruals, earnedPayments, periodPayments, runningPay } from '../accruals/table.ts';
import { campaignPays } from '../campaign-pay/table.ts';

export type AccrualRow = typeof accruals.$inferSelect;
export type EarnedPayment = typeof earnedPayments.$inferSelect;

/** How the rules made a payment, its terms, and what limits cut to nothing; null for a payment that they did not make. */
export async function findByRules(ctx: SystemCtx, paymentId: string) {
  const { submissionId, source, campaignId } = earnedPayments;
  const row = await mainDb(ctx.env)
    .select({
      earned: earnedPayments,
      pay: programPays.pay,
      override: submissions.payOverride,
      campaign: campaignPays,
      cutByCap: runningPay.cutByCap,
      cutByBudget: runningPay.cutByBudget,
    })
    .from(earnedPayments)
    .leftJoin(submissions, eq(submissions.id, submissionId))
    .leftJoin(
      programPays,
      and(eq(programPays.programId, submissions.programId), eq(programPays.version, submissions.payVersion)),
    )
    .leftJoin(campaignPays, eq(campaignPays.campaignId, campaignId))
    .leftJoin(
      runningPay,
      and(
        eq(runningPay.submissionId, submissionId),
        eq(runningPay.source, source),
        eq(runningPay.campaignId, campaignId),
      ),
    )
    .where(eq(earnedPayments.paymentId, paymentId))
    .get();
  return row ?? null;
}

/** How a retainer made a payment; null for any other payment. */
export async function findPeriodPayment(ctx: SystemCtx, paymentId: string): Promise<PeriodPayment | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(periodPayments)
    .where(eq(periodPayments.paymentId, paymentId))
    .get();
  return row ?? null;
}

/** What a submission's terms are made of; null without them. */
export async function findTerms(ctx: SystemCtx, submission: string) {
  const row = await mainDb(ctx.env)
    .select({ pay: programPays.pay, override: submissions.payOverride })
    .from(submissions)
    .innerJoin(
      programPays,
      and(eq(programPays.programId, submissions.programId), eq(programPays.version, submissions.payVersion)),
    )
    .where(eq(submissions.id, submission))
    .get();
  return row ?? null;
}

/** The place of an accrual in a list. */
export const accrualPlace = ({ createdAt, key }: Pick<AccrualRow, 'createdAt' | 'key'>): string =>
  `${createdAt}:${key}`;

/**
 * A condition for the accruals that are newer, or older, than the one at this place; none when there is no
 * place.
 */
function beyond(place: string | null, way: 'newer' | 'older'): SQL | undefined {
  const [, at, key] = /^(\d+):(.*)$/.exec(place ?? '') ?? [];
  if (at === undefined) return undefined;
  const side = sql.raw(way === 'newer' ? '>' : '<');
  return sql`(${accruals.createdAt}, ${accruals.key}) ${side} (${Number(at)}, ${key})`;
}

/** The accruals of a payment after a place. */
function reasonsOf(paymentId: string, place: string | null): SQL | undefined {
  return and(eq(accruals.paymentId, paymentId), beyond(place, 'newer'));
}

/** The accruals of a payment, oldest first, after a place; at most `limit`. */
export async function listAccruals(
  ctx: SystemCtx,
  paymentId: string,
  place: string | null,
  limit: number,
): Promise<AccrualRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(accruals)
    .where(reasonsOf(paymentId, place))
    .orderBy(asc(accruals.createdAt), asc(accruals.key))
    .limit(limit)
    .all();
}

const SUMMED = {
  count: sql<number>`COUNT(*)`,
  amount: sql<number>`COALESCE(SUM(${accruals.amount}), 0)`,
};

/** How many accruals a payment has after a place, and their sum in cents. */
export async function sumAccruals(
  ctx: SystemCtx,
  paymentId: string,
  place: string | null,
): Promise<{ count: number; amount: number }> {
  const row = await mainDb(ctx.env).select(SUMMED).from(accruals).where(reasonsOf(paymentId, place)).get();
  return row!;
}

/**
 * Accruals that the limits cut to nothing, newest first, after a place, with the pay terms that they were
 * earned by.
 */
export async function listCut(ctx: SystemCtx, submission: string, place: string | null, limit: number) {
  return await mainDb(ctx.env)
    .select({
      accrual: accruals,
      pay: programPays.pay,
      override: submissions.payOverride,
      campaign: campaignPays,
    })
    .from(accruals)
    .innerJoin(submissions, eq(submissions.id, accruals.submissionId))
    .innerJoin(
      programPays,
      and(eq(programPays.programId, submissions.programId), eq(programPays.version, submissions.payVersion)),
    )
    .leftJoin(campaignPays, eq(campaignPays.campaignId, accruals.campaignId))
    .where(
      and(
        eq(accruals.submissionId, submission),
        sql`${accruals.state} = 'cut' AND ${accruals.amount} > 0`,
        beyond(place, 'older'),
      ),
    )
    .orderBy(desc(accruals.createdAt), desc(accruals.key))
    .limit(limit)
    .all();
}
