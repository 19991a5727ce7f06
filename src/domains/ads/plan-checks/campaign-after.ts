// The campaign as it would be if a plan were carried out. Reads and writes nothing.
import { toBasisPoints } from '../../../kit/money.ts';
import { readAs } from '../../../resource/field-issues.ts';
import { withChanges } from '../campaign-delivery/changed-campaign.ts';
import { CampaignUpdate } from '../campaign-record/campaign-input.ts';
import { shownOrListed } from '../campaign-record/campaign-platforms.ts';
import { type AdRow, type AdSetRow, isThere, type WholeCampaign } from '../campaign-record/campaign-row.ts';
import { newAd, newAdSet } from '../campaign-record/new-ad-set.ts';
import { sharesAsOne } from '../campaign-record/shares.ts';
import { leavesOf } from '../field-catalogue/check-input.ts';
import { type PlanStep, refIn, shownBy } from '../plan-record/plan-input.ts';
import type { PlanScene } from './plan-scene.ts';

/** A value of the campaign that a step sets. */
export interface SetValue {
  n: number;
  platform: string;
  /** Its place in the step's input. */
  path: string;
  /** Its place in the body of PATCH /v1/campaigns. */
  campaignPath: string;
  value: unknown;
}

export interface CampaignAfter {
  whole: WholeCampaign;
  scheduledLaunchAt: string | null | undefined;
  values: readonly SetValue[];
  /** By the IDs of ad sets and ads, the last step that creates or changes them. */
  steps: ReadonlyMap<string, number>;
  /** The ad sets and ads that the plan adds to the record. */
  added: ReadonlySet<string>;
  /** The platforms whose ad sets the plan lays out anew. */
  laidOut: ReadonlySet<string>;
}

/** @param isBroken whether something is wrong at a place of a step's input, or with the step at all. */
export function campaignAfter(
  scene: PlanScene,
  before: WholeCampaign,
  isBroken: (n: number, path?: string) => boolean,
): CampaignAfter {
  const set = valuesOf(scene, before, isBroken);
  const parts = partsAfter(scene, before, isBroken);
  const read = readAs(CampaignUpdate, set.body);
  const input = 'data' in read ? read.data : {};
  const { adapters } = scene;
  const { capabilities } = adapters[before.row.platform]!;
  const { name, terms } = withChanges(before, input, capabilities, Object.keys(adapters));
  const whole = { ...before, row: { ...before.row, name, terms }, adSets: parts.adSets, ads: parts.ads };
  const creatives = shownOrListed(whole);
  return {
    ...parts,
    whole: { ...whole, row: { ...whole.row, terms: { ...terms, creatives } } },
    values: set.values,
    scheduledLaunchAt: input.scheduledLaunchAt,
  };
}

const setsCampaign = ({ resourceKind, mutation }: PlanStep) =>
  resourceKind === 'campaign' && (mutation === 'create' || mutation === 'update');

function valuesOf(
  { plan }: PlanScene,
  { row, platforms }: WholeCampaign,
  isBroken: (n: number, path?: string) => boolean,
) {
  const body: Record<string, unknown> = {};
  const values: SetValue[] = [];
  for (const [n, step] of plan.steps.entries()) {
    if (!setsCampaign(step) || !platforms.some(({ platform }) => platform === step.platform)) continue;
    const isAdded = step.platform !== row.platform;
    for (const [path, value] of leavesOf(step.input)) {
      if (isBroken(n, path)) continue;
      // What is set for an added platform alone goes into its block.
      const campaignPath =
        isAdded && path.startsWith('/settings/')
          ? path.replace('/settings/', `/settings/${step.platform}/`)
          : path;
      values.push({ n, platform: step.platform, path, campaignPath, value });
      // The identity of a campaign is fixed, so there is nothing to change.
      if (path !== '/identity') put(body, campaignPath.slice(1).split('/'), value);
    }
  }
  return { body, values };
}

/** Sets a value, unless an earlier step set it. */
function put(body: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) body[key] ??= value;
  else {
    body[key] ??= {};
    put(body[key] as Record<string, unknown>, rest, value);
  }
}

type Parts = Pick<CampaignAfter, 'steps' | 'added' | 'laidOut'> & { adSets: AdSetRow[]; ads: AdRow[] };

function partsAfter(scene: PlanScene, before: WholeCampaign, isBroken: (n: number) => boolean): Parts {
  const { plan, resources, now } = scene;
  const { row } = before;
  const sets = new Map(before.adSets.map((one) => [one.id, one]));
  const ads = new Map(before.ads.map((one) => [one.id, one]));
  const steps = new Map<string, number>();
  const added = new Set<string>();
  const laidOut = new Set<string>();
  const broken = new Set<string>();
  /** By the ID of a step, the ad set that it creates. */
  const made = new Map<string, string>();
  const isContentBroken = (step: PlanStep) =>
    isBroken(plan.steps.findIndex(({ id }) => id === refIn(step, 'creative')?.id));
  const inOrder = [...plan.steps.entries()].toSorted(([, a], [, b]) => a.sequence - b.sequence);
  for (const [n, step] of inOrder) {
    const { platform, resourceKind, mutation, input, localResourceId } = step;
    if (resourceKind !== 'delivery_group' && resourceKind !== 'ad') continue;
    if (mutation === 'set_status') continue;
    const there = before.platforms.find((one) => one.platform === platform);
    if (isBroken(n) || !there) {
      broken.add(platform);
      continue;
    }
    const shared = {
      accountId: row.accountId,
      campaignId: row.id,
      platform,
      connectionId: there.connectionId,
      platformId: null,
    };
    const name = typeof input.name === 'string' ? input.name : undefined;
    let id = localResourceId === undefined ? undefined : resources.get(localResourceId)!.localId;
    if (resourceKind === 'delivery_group') {
      const share = typeof input.budgetShare === 'number' ? toBasisPoints(input.budgetShare) : undefined;
      if (share !== undefined || mutation !== 'update') laidOut.add(platform);
      if (id === undefined) {
        const packed = { id: null, name: name ?? 'Ad set', share: share ?? 0, ads: [] };
        const one = newAdSet({ ...shared, currency: row.currency }, packed, sets.size, now);
        id = one.id;
        added.add(id);
        sets.set(id, one);
      } else {
        const one = sets.get(id)!;
        const status = mutation === 'archive' ? 'archived' : one.status;
        sets.set(id, { ...one, name: name ?? one.name, share: share ?? one.share, status });
        if (mutation === 'archive')
          for (const ad of before.ads) if (ad.adSetId === id) ads.set(ad.id, { ...ad, status: 'archived' });
      }
      if (mutation === 'create') made.set(step.id, id);
    } else {
      if (mutation !== 'update') laidOut.add(platform);
      if (id === undefined) {
        const group = refIn(step, 'deliveryGroup');
        const adSetId = group?.kind === 'step' ? made.get(group.id) : resources.get(group?.id ?? '')?.localId;
        const creative = isContentBroken(step) ? undefined : shownBy(scene, step);
        if (adSetId === undefined || creative === undefined) {
          broken.add(platform);
          continue;
        }
        const packed = { id: null, creative, name: name ?? 'Ad' };
        const one = newAd({ ...shared, adSetId }, packed, ads.size, now);
        id = one.id;
        added.add(id);
        ads.set(id, one);
      } else {
        const one = ads.get(id)!;
        const status = mutation === 'archive' ? 'archived' : one.status;
        ads.set(id, { ...one, name: name ?? one.name, status });
      }
    }
    steps.set(id, n);
  }
  // How a platform is laid out is not known while a step is broken.
  for (const platform of broken) laidOut.delete(platform);
  return {
    adSets: withEqualShares(scene, [...sets.values()], laidOut),
    ads: [...ads.values()],
    steps,
    added,
    laidOut,
  };
}

/** Where ad sets spend one budget, all have equal shares, and no step says them. */
function withEqualShares(
  { adapters }: PlanScene,
  all: readonly AdSetRow[],
  laidOut: ReadonlySet<string>,
): AdSetRow[] {
  const shares = new Map<string, number>();
  for (const platform of laidOut) {
    if (adapters[platform]!.capabilities.shares) continue;
    const there = all.filter((one) => one.platform === platform && isThere(one));
    for (const [id, share] of sharesAsOne(there)) shares.set(id, share);
  }
  return all.map((one) => ({ ...one, share: shares.get(one.id) ?? one.share }));
}
