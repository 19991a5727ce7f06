import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { onlyBeforeApproval, submissionsById, termsOf } from '../../work/submissions/interface.ts';
import { payBy, paysForResults } from '../campaign-pay/campaign-pay.ts';
import { findCampaignPay } from '../campaign-pay/interface.ts';
import { accrueAdResults } from './accrue.ts';
import { earnsByRules, waitsForApproval } from './earns-by-rules.ts';
import { findAdResult, saveAdResult } from './report-store.ts';

export interface AdResultReport {
  account: string;
  /** Our ID of the ad. */
  ad: string;
  /** A day in the ad account's zone, YYYY-MM-DD. */
  day: string;
  submission: string;
  campaign: string;
  /**
   * The platform's whole count for the ad on the day, as known at `at` (milliseconds): cents sold, or leads.
   */
  counted: number;
  currency: string;
  at: number;
}

/**
 * Adds to ctx.write what an ad brought on a day by its platform's count, if its campaign pays for that. As
 * with spend, a lower count or an older report changes nothing, and results from before the approval wait for
 * it. Throws not_found and conflict as recordAdSpend does.
 */
export async function recordAdResult(ctx: SystemCtx, report: AdResultReport): Promise<void> {
  const { account, ad, day, counted, currency, at } = report;
  if (!Number.isSafeInteger(counted) || counted < 0) throw new RangeError(`not a count: ${counted}`);
  const before = await findAdResult(ctx, { accountId: account, ad, day });
  if (before && before.currency !== currency)
    throw new AppError('conflict', `The ad's results of this day are in ${before.currency}.`);
  if (before ? counted <= before.counted || at < before.reportedAt : counted === 0) return;
  const { submissionId, campaignId } = before ?? {
    submissionId: report.submission,
    campaignId: report.campaign,
  };
  const campaign = await findCampaignPay(ctx, campaignId);
  if (campaign === null || !paysForResults(campaign)) return;
  const row = (await submissionsById(ctx, [submissionId])).get(submissionId);
  if (row?.accountId !== account) throw notFound('submission');
  const shared = before?.shared ?? 0;
  const waits = waitsForApproval(row);
  const more = { accountId: account, ad, campaignId, day, counted, currency };
  saveAdResult(ctx, before, { ...more, submissionId, shared: waits ? shared : counted, reportedAt: at });
  if (earnsByRules(row)) {
    const terms = payBy(campaign, await termsOf(ctx, row));
    await accrueAdResults(ctx, { row, terms, campaign }, [{ ...more, shared }]);
  } else if (waits) onlyBeforeApproval(ctx, row);
}
