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
  /** What is reported on, unique for the account: our ID of the ad. */
  ad: string;
  /** UTC, YYYY-MM-DD. */
  day: string;
  /** The work that the ad shows; null for an ad without a creator. It stays what the first report said. */
  submission: string | null;
  campaign: string | null;
  /** All that the ad spent on the day, in cents, as known at `at` (milliseconds). */
  spend: number;
  currency: string;
  at: number;
}

/**
 * Adds to ctx.write what an ad spent on a day; its campaign's terms say who has a share, else the rules. Less than before, or a report older than the last, changes nothing; work
 * that is not approved gets its share once it is. Throws not_found for a submission that is not the account's, and
 * conflict for another currency than before; the batch fails with a conflict when two reports, or a report and the
 * approval, meet: then report again.
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
  // What nobody has a share in is done with at once.
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
