// What a plan makes of its campaign's ad sets and ads. Reads and writes nothing.
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { type AdRow, type AdSetRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { newAd, newAdSet } from '../campaign-record/new-ad-set.ts';
import { sharesAsOne } from '../campaign-record/shares.ts';
import { inSequence, type PlanInput, type PlanStep, refIn, shownBy } from './plan-input.ts';

/** What the steps of a plan are about. */
export interface PartsScene {
  plan: PlanInput;
  whole: WholeCampaign;
  /** The records behind the resources that the plan names, by ID. */
  resources: ReadonlyMap<string, { localId: string }>;
  adapters: Readonly<Record<string, Pick<AdPlatform, 'capabilities'> | undefined>>;
  now: number;
}

export interface PlannedParts {
  /** The ad sets and ads that the plan adds, as their rows will be. */
  newAdSets: readonly AdSetRow[];
  newAds: readonly AdRow[];
  /** By the IDs of ad sets and ads that are there: what changes. */
  adSets: Readonly<Record<string, Partial<AdSetRow>>>;
  ads: Readonly<Record<string, Partial<AdRow>>>;
}

const namedIn = ({ input }: PlanStep) => (typeof input.name === 'string' ? { name: input.name } : {});
const shareIn = ({ input }: PlanStep) =>
  typeof input.budgetShare === 'number' ? { share: toBasisPoints(input.budgetShare) } : {};

/**
 * @param steps those of the plan's steps that can be carried out.
 * @returns also, by step, the ad sets and ads that steps create.
 */
export function plannedParts(
  scene: PartsScene,
  steps: readonly PlanStep[],
): { parts: PlannedParts; made: ReadonlyMap<string, string> } {
  const { whole, resources, now } = scene;
  const { row } = whole;
  const adSets: Record<string, Partial<AdSetRow>> = {};
  const ads: Record<string, Partial<AdRow>> = {};
  const newAdSets: AdSetRow[] = [];
  const newAds: AdRow[] = [];
  const made = new Map<string, string>();
  const sharedOn = (platform: string) => {
    const there = whole.platforms.find((one) => one.platform === platform)!;
    return {
      accountId: row.accountId,
      campaignId: row.id,
      platform,
      connectionId: there.connectionId,
      platformId: null,
    };
  };
  for (const step of inSequence(steps)) {
    const local = resources.get(step.localResourceId ?? '')?.localId;
    switch (`${step.resourceKind} ${step.mutation}`) {
      case 'delivery_group create': {
        const { name = 'Ad set', share = 0 } = { ...namedIn(step), ...shareIn(step) };
        if (local) adSets[local] = { ...namedIn(step), ...shareIn(step) };
        else {
          const packed = { id: null, name, share, ads: [] };
          const at = whole.adSets.length + newAdSets.length;
          newAdSets.push(newAdSet({ ...sharedOn(step.platform), currency: row.currency }, packed, at, now));
        }
        made.set(step.id, local ?? newAdSets.at(-1)!.id);
        break;
      }
      case 'delivery_group update':
        adSets[local!] = { ...adSets[local!], ...namedIn(step), ...shareIn(step) };
        break;
      case 'delivery_group archive':
        adSets[local!] = { status: 'archived' };
        for (const { id, adSetId } of whole.ads) if (adSetId === local) ads[id] = { status: 'archived' };
        break;
      case 'ad create': {
        const group = refIn(step, 'deliveryGroup')!;
        const adSetId = group.kind === 'step' ? made.get(group.id)! : resources.get(group.id)!.localId;
        const { name = 'Ad' } = namedIn(step);
        if (local) ads[local] = namedIn(step);
        else {
          const packed = { id: null, name, creative: shownBy(scene, step)! };
          const at = [...whole.ads, ...newAds].filter((one) => one.adSetId === adSetId).length;
          newAds.push(newAd({ ...sharedOn(step.platform), adSetId }, packed, at, now));
        }
        made.set(step.id, local ?? newAds.at(-1)!.id);
        break;
      }
      case 'ad update':
        ads[local!] = { ...ads[local!], ...namedIn(step) };
        break;
      case 'ad archive':
        ads[local!] = { status: 'archived' };
        break;
    }
  }
  return { parts: withEqualShares(scene, { newAdSets, newAds, adSets, ads }), made };
}

/** Where the ad sets of a platform spend as one, all have equal shares, and no step says them. */
function withEqualShares({ whole, adapters }: PartsScene, parts: PlannedParts): PlannedParts {
  const adSets = { ...parts.adSets };
  let newAdSets = parts.newAdSets;
  for (const { platform } of whole.platforms) {
    const isOn = (one: AdSetRow) => one.platform === platform;
    const goes = whole.adSets.some((one) => isOn(one) && adSets[one.id]?.status === 'archived');
    if (!(goes || newAdSets.some(isOn)) || adapters[platform]!.capabilities.shares) continue;
    const kept = whole.adSets.filter((one) => isOn(one) && isThere({ ...one, ...adSets[one.id] }));
    const shares = sharesAsOne([...kept, ...newAdSets.filter(isOn)]);
    for (const { id } of kept) adSets[id] = { ...adSets[id], share: shares.get(id)! };
    newAdSets = newAdSets.map((one) => ({ ...one, share: shares.get(one.id) ?? one.share }));
  }
  return { ...parts, adSets, newAdSets };
}

/** A campaign's ad sets and ads when all of a plan is done, whatever of it is done already. */
export function partsAfter(
  whole: Pick<WholeCampaign, 'adSets' | 'ads'>,
  { newAdSets, newAds, adSets, ads }: PlannedParts,
): Pick<WholeCampaign, 'adSets' | 'ads'> {
  const later = <T extends { id: string }>(
    rows: readonly T[],
    added: readonly T[],
    changes: Readonly<Record<string, Partial<T>>>,
  ): T[] => {
    const known = new Set(rows.map(({ id }) => id));
    const all = [...rows, ...added.filter(({ id }) => !known.has(id))];
    return all.map((row) => ({ ...row, ...changes[row.id] }));
  };
  return { adSets: later(whole.adSets, newAdSets, adSets), ads: later(whole.ads, newAds, ads) };
}
