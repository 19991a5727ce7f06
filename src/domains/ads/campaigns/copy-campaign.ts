import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { WHOLE_BPS } from '../../../kit/money.ts';
import { dayIn } from '../../../kit/zone.ts';
import { answerCampaign } from '../campaign-preflight/answer-campaign.ts';
import { aDay, daysOf, isOneBudget, planBudget } from '../campaign-preflight/plan-budget.ts';
import type { Campaign } from '../campaign-record/campaign.ts';
import type { CampaignCopy } from '../campaign-record/campaign-input.ts';
import { namedBlocks } from '../campaign-record/campaign-platforms.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { copyName } from '../campaign-record/copy-name.ts';
import { findBudgetFloor, requireOwnCampaign } from '../campaign-record/interface.ts';
import { laidOut, submissionsIn } from '../campaign-record/pack-ad-sets.ts';
import { equalShares, withWholeShares } from '../campaign-record/shares.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { MAX_NAME } from '../campaign-terms/terms.ts';
import { makeCampaign } from './make-campaign.ts';

const later = (...days: [string, string]): string => days.sort()[1];

/** Creates a copy of a campaign. Dates in the past become today. Throws the same as createCampaign. */
export async function copyCampaign(
  ctx: Ctx,
  id: string,
  { name, launch }: z.output<typeof CampaignCopy>,
): Promise<Campaign> {
  const whole = await requireOwnCampaign(ctx, id);
  const { row, adSets, ads } = whole;
  const today = dayIn(row.timezone, ctx.now);
  const { startDate, endDate } = row.terms.schedule;
  const schedule = {
    startDate: later(startDate, today),
    endDate: endDate === null ? null : later(endDate, today),
  };
  const terms = { ...row.terms, schedule };
  const sets = laidOut(row, adSets, ads).filter((set) => set.ads.length > 0);
  const layout = withWholeShares(sets, await leastShare(ctx, whole, terms, sets.length));
  const shown = submissionsIn(layout);
  const made = await makeCampaign(ctx, {
    name: name ?? copyName(row.name, MAX_NAME),
    connectionId: row.connectionId,
    terms: { ...terms, creatives: shown.length === 0 ? terms.creatives : shown },
    // An archived campaign has no ad sets left, so its submissions are laid out again.
    adSets: layout.length === 0 ? null : layout,
    scheduledLaunchAt: null,
    launch,
    copyOf: id,
  });
  return await answerCampaign(ctx, made);
}

/**
 * The share that gives an ad set the platform's minimum. Shares that were derived from budgets at the platform may be
 * lower.
 */
async function leastShare(
  ctx: Ctx,
  { row: { platform }, platforms }: WholeCampaign,
  terms: CampaignTerms,
  count: number,
): Promise<number> {
  const there = platforms.find((one) => one.platform === platform);
  const floor = there ? await findBudgetFloor(ctx, there.connectionId, there.adAccount, 0) : null;
  const { capabilities } = await ctx.reactions.adPlatforms[platform]!();
  if (floor === null || isOneBudget(capabilities, terms)) return 0;
  const added = namedBlocks(terms.settings, platform).filter((name) => name in ctx.reactions.adPlatforms);
  const { budget } = planBudget(terms, { at: 0, of: 1 + added.length }, equalShares(count), floor);
  const amount = aDay(budget, daysOf(terms));
  return amount === 0 ? 0 : Math.ceil((floor * WHOLE_BPS) / amount);
}
