// Divides a campaign's submissions and budget among ad sets.
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import { platformObjective } from '../ad-fields/platform-objective.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { type AdRow, type AdSetRow, type CampaignRow, isThere } from './campaign-row.ts';
import { divide, equalShares } from './shares.ts';

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
