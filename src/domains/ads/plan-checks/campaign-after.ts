// The campaign as it would be if a plan were carried out. Reads and writes nothing.
import { readAs } from '../../../resource/field-issues.ts';
import { withChanges } from '../campaign-delivery/changed-campaign.ts';
import { CampaignUpdate } from '../campaign-record/campaign-input.ts';
import { shownOrListed } from '../campaign-record/campaign-platforms.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { leavesOf } from '../field-catalogue/check-input.ts';
import { inSequence, type PlanStep, refIn, shownBy } from '../plan-record/plan-input.ts';
import { partsAfter, plannedParts } from '../plan-record/planned-parts.ts';
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
  const parts = partsOf(scene, before, isBroken);
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

type Parts = Pick<CampaignAfter, 'steps' | 'added' | 'laidOut'> & Pick<WholeCampaign, 'adSets' | 'ads'>;

function partsOf(scene: PlanScene, whole: WholeCampaign, isBroken: (n: number) => boolean): Parts {
  const { plan, resources } = scene;
  const usable: PlanStep[] = [];
  const laidOut = new Set<string>();
  const broken = new Set<string>();
  const isSaid = (step: PlanStep) => {
    const group = refIn(step, 'deliveryGroup');
    const set =
      group?.kind === 'step' ? usable.some(({ id }) => id === group.id) : resources.has(group?.id ?? '');
    const content = plan.steps.findIndex(({ id }) => id === refIn(step, 'creative')?.id);
    return set && !isBroken(content) && shownBy(scene, step) !== undefined;
  };
  for (const step of inSequence(plan.steps)) {
    const { platform, resourceKind, mutation, input, localResourceId } = step;
    const isSet = resourceKind === 'delivery_group';
    if ((!isSet && resourceKind !== 'ad') || mutation === 'set_status') continue;
    const isThere = whole.platforms.some((one) => one.platform === platform);
    const adds = !isSet && localResourceId === undefined;
    if (!isThere || isBroken(plan.steps.indexOf(step)) || (adds && !isSaid(step))) broken.add(platform);
    else {
      usable.push(step);
      if (mutation !== 'update' || (isSet && input.budgetShare !== undefined)) laidOut.add(platform);
    }
  }
  // How a platform is laid out is not known while a step is broken.
  for (const platform of broken) laidOut.delete(platform);
  const { parts, made } = plannedParts({ ...scene, whole }, usable);
  const recordOf = ({ id, localResourceId }: PlanStep) =>
    made.get(id) ?? resources.get(localResourceId!)!.localId;
  return {
    ...partsAfter(whole, parts),
    steps: new Map(usable.map((step) => [recordOf(step), plan.steps.indexOf(step)])),
    added: new Set([...parts.newAdSets, ...parts.newAds].map(({ id }) => id)),
    laidOut,
  };
}
