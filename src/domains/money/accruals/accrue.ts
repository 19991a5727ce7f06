// Adds what a submission has earned to its unpaid pay. Each function adds to the caller's batch, which fails
// with a conflict if anything else was counted for the same submission and source in the meantime.
import type { SystemCtx } from '../../../context.ts';
import { startOfDay } from '../../../kit/time.ts';
import type { Pay } from '../../work/program-terms/pay.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import type { CampaignPay } from '../campaign-pay/campaign-pay.ts';
import type { RuleTotals, Source } from './accrual.ts';
import { findRunningPay } from './interface.ts';
import {
  type CountedConversion,
  type CountedResult,
  type CountedSpend,
  type Earned,
  earnAdResult,
  earnAdSpend,
  earnApproval,
  earnConversion,
  earnOccurrence,
  earnViews,
} from './rules.ts';
import { dueAt } from './schedule.ts';
import { insertAccruals } from './store.ts';

/** A submission and the pay terms that apply to it. */
export interface Payable {
  row: SubmissionRow;
  terms: Pay;
  /** The campaign whose pay replaces the program's rules; `terms` then holds that pay. */
  campaign?: CampaignPay | null;
}

/** Counts the approval: once in the submission's life, however often it is approved. */
export async function accrueApproval(ctx: SystemCtx, { row, terms }: Payable): Promise<void> {
  await accrue(ctx, { row, terms }, 'submission', (rules) =>
    earnApproval(terms, rules, row.id, row.reviewedAt ?? ctx.now),
  );
}

export async function accrueViews(
  ctx: SystemCtx,
  payable: Payable,
  report: { views: number; reportedAt: number },
): Promise<void> {
  await accrue(ctx, payable, 'organic', (rules) => earnViews(payable.terms, rules, payable.row.id, report));
}

export async function accrueAdSpend(ctx: SystemCtx, payable: Payable, ads: CountedSpend[]): Promise<void> {
  await accrue(ctx, payable, 'paid_ads', (rules) =>
    oneAfterAnother(rules, ads, (before, ad) => earnAdSpend(payable.terms, before, ad)),
  );
}

export async function accrueAdResults(
  ctx: SystemCtx,
  payable: Payable,
  results: CountedResult[],
): Promise<void> {
  await accrue(ctx, payable, 'paid_ads', (rules) =>
    oneAfterAnother(rules, results, (before, one) => earnAdResult(payable.terms, before, one)),
  );
}

/** Accrues a campaign's conversions. The caller makes sure that each is passed only once. */
export async function accrueConversions(
  ctx: SystemCtx,
  payable: Payable,
  conversions: CountedConversion[],
): Promise<void> {
  const { terms, campaign } = payable;
  const earn = (rules: RuleTotals) =>
    oneAfterAnother(rules, conversions, (before, one) =>
      campaign ? earnOccurrence(terms, before, campaign, one) : earnConversion(terms, before, one),
    );
  // A sale that matured as a day ended belongs to that day, so its pay is due as soon as the day is over.
  const ended = conversions.flatMap(({ maturedAt: at }) =>
    at !== null && at === startOfDay(at) ? [at - 1] : [],
  );
  await accrue(ctx, payable, campaign ? 'paid_ads' : 'program', earn, Math.min(ctx.now, ...ended));
}

function oneAfterAnother<T>(
  rules: RuleTotals,
  items: T[],
  earn: (before: RuleTotals, item: T) => Earned,
): Earned {
  const all: Earned = { accruals: [], rules };
  for (const item of items) {
    const earned = earn(all.rules, item);
    all.accruals.push(...earned.accruals);
    all.rules = earned.rules;
  }
  return all;
}

async function accrue(
  ctx: SystemCtx,
  { row, terms, campaign }: Payable,
  source: Source,
  earn: (before: RuleTotals) => Earned,
  at = ctx.now,
): Promise<void> {
  const campaignId = campaign?.campaignId ?? '';
  const before = await findRunningPay(ctx, { submissionId: row.id, source, campaignId });
  const { accruals, rules } = earn(before.rules);
  const unpaid = before.unpaid + accruals.reduce((sum, one) => sum + one.amount, 0);
  const due = dueAt(terms.schedule.cadence, source, at);
  const sooner = before.dueAt === null || due < before.dueAt;
  // Unpaid pay whose approval was taken back becomes due again with the new approval.
  if (accruals.length === 0 && (unpaid === 0 || !sooner)) return;
  insertAccruals(
    ctx,
    before,
    { rules, unpaid, dueAt: unpaid === 0 ? null : sooner ? due : before.dueAt },
    accruals,
  );
}
