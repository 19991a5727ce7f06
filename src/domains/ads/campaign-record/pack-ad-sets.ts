// Divides a campaign's submissions and budget among ad sets.
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import { WHOLE_BPS } from '../../../kit/money.ts';
import { platformObjective } from '../ad-fields/platform-objective.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { type AdRow, type AdSetRow, type CampaignRow, isThere } from './campaign-row.ts';

export interface PackedAdSet {
  /** The ID of an existing ad set; null for a new one. */
  id: string | null;
  name: string;
  /** Share of the budget in basis points; null for a copy, which has a budget of its own. */
  share: number | null;
  ads: { id: string | null; creative: string; name: string }[];
}

/** The most ads that an ad set of this campaign can hold. */
export function adsAnAdSet(
  { adsAnAdSet: most, adsAnAppAdSet: inApps = most }: Pick<Capabilities, 'adsAnAdSet' | 'adsAnAppAdSet'>,
  terms: Pick<CampaignTerms, 'objective' | 'destination' | 'optimizationEvent'>,
): number {
  const { objective, destination, optimizationEvent } = terms;
  return platformObjective(objective, destination.type, optimizationEvent) === 'app_promotion'
    ? inApps
    : most;
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

/**
 * Turns weights into shares that add up to 100%. Weights that differ only by rounding give equal shares, because some
 * platforms accept no others.
 */
export function sharesBy(weights: readonly number[]): number[] {
  const most = Math.max(...weights);
  const areEven = weights.every((one) => most - one <= 1);
  return areEven ? equalShares(weights.length) : divide(WHOLE_BPS, weights);
}

/** One ad per submission, in as few ad sets as possible. */
export function packAdSets(creatives: readonly string[], room: number): PackedAdSet[] {
  const count = Math.ceil(creatives.length / room);
  const sizes = divide(creatives.length, new Array<number>(count).fill(1));
  const shares = equalShares(count);
  let at = 0;
  return sizes.map((size, n) => {
    const ads = creatives.slice(at, at + size).map((creative, k) => ({
      id: null,
      creative,
      name: `Ad ${at + k + 1}`,
    }));
    at += size;
    return { id: null, name: `Ad set ${n + 1}`, share: shares[n]!, ads };
  });
}

interface GivenAdSet {
  id?: string | undefined;
  name?: string | undefined;
  budgetShare?: number | undefined;
  ads: readonly { id?: string | undefined; creative: string; name?: string | undefined }[];
}

/** Ad sets as the body gives them. If none has a share, all shares are equal. */
export function givenAdSets(given: readonly GivenAdSet[]): PackedAdSet[] {
  const equal = equalShares(given.length);
  const none = given.every(({ budgetShare }) => budgetShare === undefined);
  let ads = 0;
  return given.map((set, n) => ({
    id: set.id ?? null,
    name: set.name ?? `Ad set ${n + 1}`,
    share: none ? equal[n]! : Math.round((set.budgetShare ?? 0) * 100),
    ads: set.ads.map(({ id, creative, name }) => ({
      id: id ?? null,
      creative,
      name: name ?? `Ad ${++ads}`,
    })),
  }));
}

/** A campaign's current ad sets on its own platform. */
export function laidOut(
  { platform }: Pick<CampaignRow, 'platform'>,
  adSets: readonly AdSetRow[],
  ads: readonly AdRow[],
): PackedAdSet[] {
  return adSets
    .filter((one) => one.platform === platform && isThere(one))
    .map(({ id, name, share }) => ({
      id,
      name,
      share,
      ads: ads
        .filter((one) => one.adSetId === id && isThere(one) && one.submissionId !== null)
        .map((one) => ({ id: one.id, creative: one.submissionId!, name: one.name })),
    }));
}

/** The submissions that ad sets show, without repeats. */
export const submissionsIn = (layout: readonly PackedAdSet[]): string[] => [
  ...new Set(layout.flatMap(({ ads }) => ads.map(({ creative }) => creative))),
];

/**
 * Scales the ad sets' shares so that they add up to 100%. An ad set with a budget of its own counts as an average one.
 * @param least the minimum share of each, if 100% is enough for that.
 */
export function withWholeShares(sets: readonly PackedAdSet[], least = 0): PackedAdSet[] {
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

/** Whether the shares of a layout add up to 100%. An empty layout counts as valid. */
export function addUp(sets: readonly Pick<PackedAdSet, 'share'>[]): boolean {
  const shares = sets.flatMap(({ share }) => share ?? []);
  return sets.length === 0 || shares.reduce((sum, one) => sum + one, 0) === WHOLE_BPS;
}
