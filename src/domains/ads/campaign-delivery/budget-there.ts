// A campaign's current budget on one of its platforms, calculated from its rows.
import type { SystemCtx } from '../../../context.ts';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { rejected } from '../../../kit/error.ts';
import { budgetsOf, isOneBudget } from '../campaign-preflight/plan-budget.ts';
import { goingOn, termsOn } from '../campaign-record/campaign-platforms.ts';
import { type AdSetRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { findBudgetFloor } from '../campaign-record/interface.ts';

export interface BudgetThere {
  /** The lifetime spending cap there, on platforms that support one. */
  cap: number | null;
  /** The campaign's budget; null where the ad sets have budgets. */
  whole: AdBudget | null;
  /** The budget of an ad set with a share; null where the campaign has the budget. */
  of: (adSet: string) => AdBudget | null;
}

/**
 * Throws operation_rejected when the campaign has ended on the platform. @param adSets the platform's ad sets as they
 * will be.
 */
export async function budgetThere(
  ctx: SystemCtx,
  whole: WholeCampaign,
  platform: string,
  adSets: readonly AdSetRow[] = whole.adSets,
): Promise<BudgetThere> {
  const { row } = whole;
  const sharing = goingOn(whole);
  const at = sharing.findIndex((one) => one.platform === platform);
  if (at < 0) throw rejected('not_there', 'The campaign has ended on this platform.');
  const { adAccount, connectionId } = sharing[at]!;
  // The stored minimum may be of any age, because the platform is not asked again between two steps.
  const floor = (await findBudgetFloor(ctx, connectionId, adAccount, 0)) ?? 0;
  const there = adSets.filter((one) => one.platform === platform && isThere(one));
  const { cap, budget, of } = budgetsOf(row.terms, { at, of: sharing.length }, there, floor);
  const { capabilities } = await ctx.reactions.adPlatforms[platform]!();
  const asOne = isOneBudget(capabilities, termsOn(row.terms, row, platform));
  return { cap, whole: asOne ? budget : null, of: asOne ? () => null : of };
}
