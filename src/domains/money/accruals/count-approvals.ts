import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { listPayDue, settlePay, termsOf } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import { payBy } from '../campaign-pay/campaign-pay.ts';
import { findCampaignPays } from '../campaign-pay/interface.ts';
import { accrueAdResults, accrueAdSpend, accrueApproval, accrueViews, type Payable } from './accrue.ts';
import { saveConversionsNew } from './conversion-store.ts';
import {
  findViews,
  listUnsharedAdResults,
  listUnsharedAdSpend,
  saveShared,
  saveSharedResults,
} from './report-store.ts';

const AT_ONCE = 200;
/** The most days of ad spend read at once: far more than an ad runs before its submission is approved. */
const ADS_AT_ONCE = 1000;

/**
 * Counts each approval once, together with the views and ads that were reported before it. Conversions that
 * waited for the approval are queued for a new decision.
 */
export async function countApprovals(ctx: SystemCtx): Promise<void> {
  for (const row of await listPayDue(ctx, AT_ONCE)) {
    // An approval that was taken back, or that another run has just counted, makes the batch fail and is
    // skipped.
    await inOneBatch(ctx, (own) => fillApproval(own, row));
  }
}

async function fillApproval(ctx: SystemCtx, row: SubmissionRow): Promise<void> {
  const payable = { row, terms: await termsOf(ctx, row) };
  settlePay(ctx, row, null);
  await accrueApproval(ctx, payable);
  const views = await findViews(ctx, row.id);
  if (views) await accrueViews(ctx, payable, views);
  await fillAds(ctx, payable);
  saveConversionsNew(ctx, row.creatorId, row.accountId);
}

/**
 * Counts what ads spent and brought, separately for each campaign that pays in place of the program's rules.
 */
async function fillAds(ctx: SystemCtx, { row, terms }: Payable): Promise<void> {
  const spent = await listUnsharedAdSpend(ctx, row.id, ADS_AT_ONCE);
  const results = await listUnsharedAdResults(ctx, row.id, ADS_AT_ONCE);
  const pays = await findCampaignPays(
    ctx,
    [...spent, ...results].map(({ campaignId }) => campaignId),
  );
  const payOf = (campaignId: string | null) => pays.get(campaignId ?? '') ?? null;
  const spentFor = Map.groupBy(spent, ({ campaignId }) => payOf(campaignId));
  // This runs even without any spend: unpaid pay that waited for the approval becomes due again.
  if (!spentFor.has(null)) spentFor.set(null, []);
  for (const [campaign, ads] of spentFor)
    await accrueAdSpend(ctx, { row, terms: payBy(campaign, terms), campaign }, ads);
  for (const [campaign, ads] of Map.groupBy(results, ({ campaignId }) => payOf(campaignId)))
    if (campaign) await accrueAdResults(ctx, { row, terms: payBy(campaign, terms), campaign }, ads);
  saveShared(ctx, spent);
  saveSharedResults(ctx, results);
}
