// Checks how a campaign's submissions and budget are laid out on a platform.
import { fromDollars } from '../../../integrations/ads/dollars.ts';
import { money } from '../../../kit/currencies.ts';
import type { TargetPlatform } from '../campaign-record/campaign-platforms.ts';
import type { CampaignProblem } from '../campaign-record/campaign-problem.ts';
import { adsAnAdSet, type PackedAdSet } from '../campaign-record/pack-ad-sets.ts';
import { shareProblems } from '../campaign-record/shares.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { aDay, daysOf, isOneBudget, planBudget } from './plan-budget.ts';
import type { PlannedPlatform } from './preflight.ts';

/**
 * @param laidOut null when the layout follows from the platform's limits.
 * @param elsewhere submissions that need no ad here, because the campaign's ads on another platform show them.
 */
export function adSetProblems(
  terms: CampaignTerms,
  laidOut: readonly PackedAdSet[] | null,
  { name, adapter }: TargetPlatform,
  elsewhere: readonly string[] = [],
): CampaignProblem[] {
  if (laidOut === null) return [];
  const { creatives, settings } = terms;
  const { shares, name: called } = adapter.capabilities;
  const room = adsAnAdSet(adapter.capabilities, terms);
  const asOne = !shares || isOneBudget(adapter.capabilities, { settings });
  const problems = shareProblems(laidOut, asOne ? { platform: name, called } : null);
  const say = (path: string, code: string, message: string, fix: string, platform: string | null = null) =>
    problems.push({ path, code, message, fix, platform });
  const used = new Set<string>();
  for (const [n, set] of laidOut.entries()) {
    if (set.ads.length > room)
      say(
        `/adSets/${n}/ads`,
        'too_many',
        `${called} accepts at most ${room} ads per ad set.`,
        'Add another ad set.',
        name,
      );
    for (const [k, { creative }] of set.ads.entries()) {
      used.add(creative);
      if (!creatives.includes(creative))
        say(
          `/adSets/${n}/ads/${k}/creative`,
          'not_listed',
          'The ad uses a video that is not among the creatives.',
          'Add the video to the creatives.',
        );
    }
  }
  for (const [n, creative] of creatives.entries())
    if (!used.has(creative) && !elsewhere.includes(creative))
      say(`/creatives/${n}`, 'unused', 'No ad uses this video.', 'Add it to an ad set.');
  return problems;
}

/** @param place the platform's index among the platforms that share the budget, and their number. */
export function budgetProblems(
  terms: CampaignTerms,
  { name, adapter, adSets, budgetFloor, connection }: PlannedPlatform,
  place: { at: number; of: number },
): CampaignProblem[] {
  const { daily, billingLimit } = terms.budget;
  const { name: called } = adapter.capabilities;
  const asOne = isOneBudget(adapter.capabilities, terms);
  const said = (amount: number) => money(amount, connection.currency ?? 'usd');
  if (daily === null && billingLimit === null)
    return [
      {
        path: '/budget/billingLimit',
        code: 'required',
        platform: null,
        message: 'The campaign has no budget.',
        fix: 'Set a daily budget, a billing limit or both.',
      },
    ];
  // An ad set without a share either has its own budget or was already reported as a problem.
  const shares = adSets.flatMap(({ share }) => (share === null || share === 0 ? [] : share));
  if (shares.length === 0) return [];
  const { budget, cap, adSets: each } = planBudget(terms, place, shares, budgetFloor);
  const days = daysOf(terms);
  const smallest = asOne ? aDay(budget, days) : Math.min(...each.map((one) => aDay(one, days)));
  const [path, field] =
    daily === null ? ['/budget/billingLimit', 'Billing limit'] : ['/budget/daily', 'Daily budget'];
  const problems: CampaignProblem[] = [];
  if (smallest < budgetFloor) {
    const whole = asOne || shares.length === 1;
    const [what, gives] = [said(budgetFloor), said(smallest)];
    problems.push({
      path,
      code: 'below_floor',
      platform: name,
      message:
        whole && place.of === 1 && daily !== null
          ? `${field} must be at least ${what} for ${called}.`
          : `${field} must give ${whole ? 'the campaign' : 'each ad set'} at least ${what}/day on ${called}. It gives ${gives}/day.`,
      fix: whole
        ? `Raise the ${field.toLowerCase()}.`
        : `Raise the ${field.toLowerCase()} or use fewer ad sets.`,
    });
  }
  const leastCap = fromDollars(adapter.capabilities.leastCap ?? 0, connection.currency ?? 'usd');
  if (cap !== null && leastCap !== null && cap < leastCap)
    problems.push({
      path: '/budget/billingLimit',
      code: 'below_floor',
      platform: name,
      fix: 'Raise the billing limit.',
      message: `Billing limit must be at least ${said(leastCap)} for ${called}. Its part of this one is ${said(cap)}.`,
    });
  if (daily !== null && billingLimit !== null && billingLimit < daily)
    problems.push({
      path: '/budget/billingLimit',
      code: 'below_daily',
      platform: null,
      message: 'The billing limit is below the daily budget.',
      fix: 'Raise the billing limit or lower the daily budget.',
    });
  return problems;
}
