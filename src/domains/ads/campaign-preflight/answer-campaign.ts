// Warnings about what platforms recommend for a campaign. They come with the campaign and are never a reason to refuse
// it.
import type { SystemCtx } from '../../../context.ts';
import { fromDollars } from '../../../integrations/ads/dollars.ts';
import type { Capabilities, Selection } from '../../../integrations/ads/platform.ts';
import { ownCampaignOf } from '../ad-fields/added-platform.ts';
import { platformObjective } from '../ad-fields/platform-objective.ts';
import { type Campaign, presentCampaign } from '../campaign-record/campaign.ts';
import { goingOn } from '../campaign-record/campaign-platforms.ts';
import type { CampaignProblem } from '../campaign-record/campaign-problem.ts';
import { isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { planBudget } from './plan-budget.ts';

interface Advising {
  name: string;
  capabilities: Capabilities;
  /** The connection's selection there; null when it is not known. */
  selection: Selection | null;
  /** How many ad sets share the campaign's budget there. */
  adSets: number;
}

/**
 * @param own the platform of the campaign's connection. @param platforms the platforms that share the budget, in order.
 * @param currency ISO 4217, lower case.
 */
export function warningsOf(
  terms: CampaignTerms,
  own: string,
  platforms: readonly Advising[],
  currency: string,
): CampaignProblem[] {
  const hasBudget = terms.budget.daily !== null || terms.budget.billingLimit !== null;
  return platforms.flatMap(({ name, capabilities, selection, adSets }, at) => {
    const added = name === own ? null : ownCampaignOf({ ...terms }, name);
    const there = added === null ? terms : (added.body as unknown as CampaignTerms);
    const { destination, optimizationEvent: event } = there;
    const objective = platformObjective(there.objective, destination.type, event);
    // Calculated as in the set-up, where a small daily budget is raised to the minimum of all ad sets together.
    const shares = new Array<number>(Math.max(1, adSets)).fill(1);
    const budget = hasBudget
      ? planBudget(terms, { at, of: platforms.length }, shares, leastOf(capabilities, currency)).budget
      : null;
    return capabilities.advice
      .filter(({ applies }) => applies({ ...there, objective, event, budget, currency, selection }))
      .map(({ path, code, message, fix }) => ({
        path: added === null ? path : added.pointerInto(path),
        code,
        message,
        fix,
        platform: name,
      }));
  });
}

/** The platform's minimum daily budget if all ad accounts have the same; 0 where each ad account has its own. */
function leastOf({ budgetFloor }: Capabilities, currency: string): number {
  return budgetFloor === 'platform' ? 0 : (fromDollars(budgetFloor.usd / 100, currency) ?? 0);
}

/** The warnings about a campaign on the platforms where it has not ended. */
async function warningsAbout(
  { reactions }: SystemCtx,
  whole: Pick<WholeCampaign, 'row' | 'platforms' | 'selections' | 'adSets'>,
): Promise<CampaignProblem[]> {
  const { terms, platform, currency } = whole.row;
  const advising: Advising[] = [];
  for (const { platform: name, connectionId } of goingOn(whole)) {
    const adapter = await reactions.adPlatforms[name]?.();
    const selection = whole.selections?.get(connectionId) ?? null;
    const adSets = whole.adSets.filter(
      (one) => one.platform === name && isThere(one) && one.share !== null,
    ).length;
    if (adapter) advising.push({ name, capabilities: adapter.capabilities, selection, adSets });
  }
  return warningsOf(terms, platform, advising, currency);
}

/** A campaign as the API returns it. */
export async function answerCampaign(ctx: SystemCtx, whole: WholeCampaign): Promise<Campaign> {
  return presentCampaign(whole, await warningsAbout(ctx, whole));
}
