import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { onlyBeforeApproval, submissionsById, termsOf } from '../../work/submissions/interface.ts';
import { payBy } from '../campaign-pay/campaign-pay.ts';
import { findCampaignPay } from '../campaign-pay/interface.ts';
import { accrueAdSpend } from './accrue.ts';
import { earnsByRules, waitsForApproval } from './earns-by-rules.ts';
import { findAdSpend, saveAdSpend } from './report-store.ts';

export interface AdSpendReport {
  account: string;
  /** Our ID of the ad, unique in the account. */
  ad: string;
  /** UTC, YYYY-MM-DD. */
  day: string;
  /** The submission that the ad shows; null for an ad without a creator. The first report decides it. */
  submission: string | null;
  campaign: string | null;
  /** All that the ad spent on the day, in cents, as known at `at` (milliseconds). */
  spend: number;
  currency: string;
  at: number;
}

/**
 * Adds to ctx.write what an ad spent on a day. Its campaign's terms decide who has a share, or else the
 * program's rules. A lower amount or an older report changes nothing, and a submission that is not approved
 * gets its share once it is.
 * Throws not_found for a submission of another account, and conflict for another currency than before. The
 * batch fails with a conflict when two reports, or a report and the approval, meet: then report again.
 */
export async function recordAdSpend(ctx: SystemCtx, report: AdSpendReport): Promise<void> {
  const { account, ad, day, spend, currency, at } = report;
  if (!Number.isSafeInteger(spend) || spend < 0) throw new RangeError(`not an amount in cents: ${spend}`);
  const before = await findAdSpend(ctx, { accountId: account, ad, day });
  if (before && before.currency !== currency)
    throw new AppError('conflict', `The ad's spend of this day is in ${before.currency}.`);
  if (before ? spend <= before.spend || at < before.reportedAt : spend === 0) return;
  const submissionId = before ? before.submissionId : report.submission;
  const campaignId = before ? before.campaignId : report.campaign;
  const row = submissionId === null ? null : (await submissionsById(ctx, [submissionId])).get(submissionId);
  if (submissionId !== null && row?.accountId !== account) throw notFound('submission');
  const shared = before?.shared ?? 0;
  const campaign = await findCampaignPay(ctx, campaignId);
  // If nobody has a share in the spend, it is marked as counted at once.
  const pays = campaign === null || campaign.model === 'ad_spend';
  const waits = row != null && pays && waitsForApproval(row);
  saveAdSpend(ctx, before, {
    accountId: account,
    ad,
    day,
    submissionId,
    campaignId,
    currency,
    spend,
    shared: waits ? shared : spend,
    reportedAt: at,
  });
  if (row && pays && earnsByRules(row)) {
    const more = { accountId: account, ad, campaignId, day, spend, shared, currency };
    const terms = payBy(campaign, await termsOf(ctx, row));
    await accrueAdSpend(ctx, { row, terms, campaign }, [more]);
  } else if (waits) onlyBeforeApproval(ctx, row);
}
