// The shares of the budget that a campaign's ad sets have: what is wrong with them, how they are calculated, and how they are
// redistributed when some ad sets are gone.
import * as z from 'zod';
import type { AdBudget } from '../../../integrations/ads/steps.ts';
import { toPercent, WHOLE_BPS } from '../../../kit/money.ts';
import { id } from '../../../resource/fields.ts';
import type { CampaignProblem } from './campaign-problem.ts';
import { type AdSetRow, isThere } from './campaign-row.ts';

interface Shared {
  /** Basis points of the budget; null for a copy, which has a budget of its own. */
  share: number | null;
}

/**
 * What is wrong with the shares of ad sets: they must add up to 100%, each above 0%, and be equal where the ad sets spend
 * one budget.
 * @param asOne where they do: the platform, and its name for people.
 */
export function shareProblems(
  sets: readonly Shared[],
  asOne: { platform: string; called: string } | null,
): CampaignProblem[] {
  const problems: CampaignProblem[] = [];
  const shares = sets.flatMap(({ share }) => share ?? []);
  if (!addUp(sets))
    problems.push({
      path: '/adSets',
      code: 'shares',
      platform: null,
      message: `The shares add up to ${shares.reduce((all, one) => all + one, 0) / 100}.`,
      fix: 'Change the shares so that they add up to 100.',
    });
  if (asOne && Math.max(...shares) - Math.min(...shares) > 1)
    problems.push({
      path: '/adSets',
      code: 'equal_shares',
      platform: asOne.platform,
      message: `The ad sets share one campaign budget on ${asOne.called}, so their shares must be equal.`,
      fix: 'Set equal shares.',
    });
  for (const [n, { share }] of sets.entries())
    if (share === 0)
      problems.push({
        path: `/adSets/${n}/budgetShare`,
        code: 'too_small',
        platform: null,
        message: 'The ad set has no share of the budget.',
        fix: 'Set a share above 0.',
      });
  return problems;
}

/** Whether the shares of a layout add up to 100%. An empty layout counts as valid. */
export function addUp(sets: readonly Shared[]): boolean {
  const shares = sets.flatMap(({ share }) => share ?? []);
  return sets.length === 0 || shares.reduce((sum, one) => sum + one, 0) === WHOLE_BPS;
}

/**
 * Divides `amount` by weights into whole numbers. What rounding leaves goes to the largest remainders, the first of
 * equal ones. If all weights are zero, every part is zero.
 */
export function divide(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, one) => all + one, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (amount * weight) / sum);
  const parts = exact.map(Math.floor);
  const left = amount - parts.reduce((all, one) => all + one, 0);
  const byRemainder = exact
    .map((value, at) => ({ at, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at);
  for (const { at } of byRemainder.slice(0, left)) parts[at]! += 1;
  return parts;
}

export const equalShares = (count: number) => divide(WHOLE_BPS, new Array<number>(count).fill(1));

/** By ID, the shares of ad sets that spend as one. */
export function sharesAsOne(sets: readonly Pick<AdSetRow, 'id'>[]): ReadonlyMap<string, number> {
  const shares = equalShares(sets.length);
  return new Map(sets.map(({ id }, n) => [id, shares[n]!]));
}

/**
 * Turns weights into shares that add up to 100%. Weights that differ only by rounding give equal shares, because some
 * platforms accept no others.
 */
export function sharesBy(weights: readonly number[]): number[] {
  const most = Math.max(...weights);
  const areEven = weights.every((one) => most - one <= 1);
  return areEven ? equalShares(weights.length) : divide(WHOLE_BPS, weights);
}

/**
 * Scales the ad sets' shares so that they add up to 100%. An ad set with a budget of its own counts as an average one.
 * @param least the minimum share of each, if 100% is enough for that.
 */
export function withWholeShares<S extends Shared>(sets: readonly S[], least = 0): S[] {
  const weights = sets.flatMap(({ share }) => (share === null || share === 0 ? [] : share));
  const average = weights.length === 0 ? 1 : weights.reduce((all, one) => all + one, 0) / weights.length;
  const all = sets.map(({ share }) => share || average);
  const shares = sharesAtLeast(least, all);
  return sets.map((set, n) => ({ ...set, share: shares[n]! }));
}

/** Gives each ad set the minimum and divides the rest in proportion. */
function sharesAtLeast(least: number, weights: readonly number[]): number[] {
  const shares = sharesBy(weights);
  const rest = WHOLE_BPS - least * weights.length;
  if (rest < 0 || shares.every((one) => one >= least)) return shares;
  return divide(rest, weights).map((one) => one + least);
}

export const ShareChange = z
  .object({
    adSet: id('adSet').describe('Whose share changed.'),
    name: z.string().describe('What it is called now.'),
    before: z.number().describe('Percent of the budget.'),
    after: z.number().describe('Percent of the budget; 0 for one that is gone.'),
  })
  .meta({ id: 'ShareChange' });

export type ShareChange = z.output<typeof ShareChange>;

type Sharing = Pick<AdSetRow, 'id' | 'share' | 'budget'>;

/** New shares after ad sets were archived here: in proportion to the remaining ones' shares. */
export const sharesTakenOver = (left: readonly Sharing[]): ReadonlyMap<string, number> =>
  dividedOver(left, ({ share, budget }) => share ?? amountOf(budget) ?? 1);

/** New shares after ad sets were deleted at the platform: in proportion to the remaining ones' budgets there. */
export function sharesLeftThere(left: readonly Sharing[]): ReadonlyMap<string, number> {
  const known = left.every(({ share, budget }) => share === null || budget !== null);
  return known ? dividedOver(left, ({ budget }) => amountOf(budget) ?? 1) : sharesTakenOver(left);
}

/** A copy has a budget of its own and takes no share, unless only copies are left. */
function dividedOver(left: readonly Sharing[], weigh: (one: Sharing) => number): ReadonlyMap<string, number> {
  const sharing = left.filter(({ share }) => share !== null);
  const those = sharing.length > 0 ? sharing : left;
  const shares = sharesBy(those.map(weigh));
  return new Map(those.map(({ id }, n) => [id, shares[n]!]));
}

const amountOf = (budget: AdBudget | null) => budget && ('daily' in budget ? budget.daily : budget.lifetime);

/** The shares that changed on a platform. An ad set that is gone has a share of zero. */
export function shareChanges(
  platform: string,
  before: readonly AdSetRow[],
  after: readonly AdSetRow[],
): ShareChange[] {
  const were = new Map(before.map((one) => [one.id, shareOf(one)]));
  return after
    .filter((one) => one.platform === platform)
    .map((one) => ({
      adSet: one.id,
      name: one.name,
      before: toPercent(were.get(one.id) ?? 0),
      after: toPercent(shareOf(one)),
    }))
    .filter((one) => one.before !== one.after);
}

const shareOf = (one: AdSetRow) => (isThere(one) ? (one.share ?? 0) : 0);
