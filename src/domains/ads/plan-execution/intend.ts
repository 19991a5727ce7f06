// What a plan makes of its campaign. Reads and writes nothing.
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import type { CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import { type AdRow, type AdSetRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { newAd, newAdSet } from '../campaign-record/new-ad-set.ts';
import { sharesAsOne } from '../campaign-record/shares.ts';
import { inSequence, type PlanInput, type PlanStep, refIn, shownBy } from '../plan-record/plan-input.ts';
import type { Intended } from './intended.ts';

/** A resource that a plan names: the record behind it, and its ID at the platform once it is there. */
export interface NamedResource {
  localId: string;
  providerResourceId: string | null;
}

/** What is known when a plan begins. */
export interface PlanScene {
  plan: PlanInput;
  whole: WholeCampaign;
  /** The resources that the plan names, by ID. */
  resources: ReadonlyMap<string, NamedResource>;
  adapters: Readonly<Record<string, AdPlatform>>;
  now: number;
}

/** The fields of the campaign that a step changes. What is set for an added platform alone goes into its block. */
function patchOf({ platform, input }: PlanStep, own: string): CampaignUpdateInput {
  const { settings, ...rest } = input;
  if (settings === undefined) return rest as CampaignUpdateInput;
  return { ...rest, settings: platform === own ? settings : { [platform]: settings } } as CampaignUpdateInput;
}

const namedIn = ({ input }: PlanStep) => (typeof input.name === 'string' ? { name: input.name } : {});
const shareIn = ({ input }: PlanStep) =>
  typeof input.budgetShare === 'number' ? { share: toBasisPoints(input.budgetShare) } : {};

const WANTED = { active: 'live', paused: 'paused' } as const;

/** @returns what the plan makes of the campaign, and by step the ad sets and ads that steps create. */
export function intend(scene: PlanScene): { intended: Intended; made: ReadonlyMap<string, string> } {
  const { plan, whole, resources, now } = scene;
  const { row } = whole;
  const patches: Record<string, CampaignUpdateInput> = {};
  const adSets: Record<string, Partial<AdSetRow>> = {};
  const ads: Record<string, Partial<AdRow>> = {};
  const newAdSets: AdSetRow[] = [];
  const newAds: AdRow[] = [];
  const made = new Map<string, string>();
  let wanted: Intended['wanted'] = null;
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
  for (const step of inSequence(plan.steps)) {
    const local = resources.get(step.localResourceId ?? '')?.localId;
    switch (`${step.resourceKind} ${step.mutation}`) {
      case 'campaign create':
      case 'campaign update':
        patches[step.id] = patchOf(step, row.platform);
        break;
      case 'campaign set_status':
        wanted = WANTED[step.input.status as keyof typeof WANTED];
        break;
      case 'campaign archive':
        wanted = 'archived';
        break;
      case 'delivery_group create': {
        const { name = 'Ad set', share = null } = { ...namedIn(step), ...shareIn(step) };
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
  const intended: Intended = { patches, wanted, newAdSets, newAds, adSets, ads };
  return { intended: withEqualShares(scene, intended), made };
}

/** Where the ad sets of a platform spend as one, all have equal shares, and no step says them. */
function withEqualShares({ whole, adapters }: PlanScene, intended: Intended): Intended {
  const adSets = { ...intended.adSets };
  let newAdSets = intended.newAdSets;
  for (const { platform } of whole.platforms) {
    const isOn = (one: AdSetRow) => one.platform === platform;
    const goes = whole.adSets.some((one) => isOn(one) && adSets[one.id]?.status === 'archived');
    if (adapters[platform]!.capabilities.shares || !(goes || newAdSets.some(isOn))) continue;
    const kept = whole.adSets.filter((one) => isOn(one) && isThere({ ...one, ...adSets[one.id] }));
    const shares = sharesAsOne([...kept, ...newAdSets.filter(isOn)]);
    for (const { id } of kept) adSets[id] = { ...adSets[id], share: shares.get(id)! };
    newAdSets = newAdSets.map((one) => ({ ...one, share: shares.get(one.id) ?? one.share }));
  }
  return { ...intended, adSets, newAdSets };
}
