// The values that a plan's steps change, each as it is and as it would be.
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { toPercent } from '../../../kit/money.ts';
import { presentCampaign } from '../campaign-record/campaign.ts';
import type { AdRow, AdSetRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import type { CatalogueRow } from '../field-catalogue/catalogue.ts';
import { leavesOf } from '../field-catalogue/check-input.ts';
import { typeOfField } from '../field-catalogue/interface.ts';
import type { ChangedFrom, WholePlan } from '../plan-record/plan.ts';
import { type PlanInput, type PlanStep, type Reference, refIn } from '../plan-record/plan-input.ts';
import type { FoundResource } from '../resources/interface.ts';

export interface PlannedValue {
  /** Its place in the body of a campaign; of an ad set or ad, in the step's input. */
  path: string;
  /** As in the catalogue; null where the catalogue no longer has it. */
  type: CatalogueRow['type'] | null;
  /** Null for what is new. */
  before: unknown;
  after: unknown;
}

export interface StepChanges {
  /** The ad set or ad that it is about; null for a campaign, and for content. */
  name: string | null;
  /** The ad set that an ad is in. */
  adSet: string | null;
  changes: PlannedValue[];
}

export interface ValueScene {
  operationType: PlanInput['operationType'];
  steps: readonly PlanStep[];
  whole: WholeCampaign | null;
  /** The campaign as the API shows it. */
  record: unknown;
  resources: ReadonlyMap<string, FoundResource>;
  adapters: Readonly<Record<string, AdPlatform | undefined>>;
}

/** What a plan names, as it was read. */
interface ReadPlan extends Pick<ValueScene, 'whole' | 'resources' | 'adapters'> {
  plan: Pick<PlanInput, 'operationType' | 'steps'>;
}

export const valueScene = ({ plan, whole, resources, adapters }: ReadPlan): ValueScene => ({
  ...{ operationType: plan.operationType, steps: plan.steps, whole, resources, adapters },
  record: whole && presentCampaign(whole, []),
});

/** By step, what a plan changes that begins now: the campaign of later does not tell that any more. */
export function changedFrom(read: ReadPlan): NonNullable<WholePlan['changedFrom']> {
  const scene = valueScene(read);
  return Object.fromEntries(
    read.plan.steps.map((step): [string, ChangedFrom] => {
      const { name, adSet, changes } = changedBy(scene, step, undefined);
      return [
        step.id,
        { name, adSet, values: Object.fromEntries(changes.map(({ path, before }) => [path, before])) },
      ];
    }),
  );
}

/** @param kept what it changed, where the plan has begun: the campaign is no longer as it was. */
export function changedBy(scene: ValueScene, step: PlanStep, kept: ChangedFrom | undefined): StepChanges {
  const { whole, resources } = scene;
  const local = resources.get(step.localResourceId ?? '')?.localId;
  const set = whole?.adSets.find((one) => one.id === local);
  const ad = whole?.ads.find((one) => one.id === local);
  const named = typeof step.input.name === 'string' ? step.input.name : null;
  const isPart = step.resourceKind === 'delivery_group' || step.resourceKind === 'ad';
  return {
    name: kept ? kept.name : (set?.name ?? ad?.name ?? (isPart ? named : null)),
    adSet: kept ? kept.adSet : adSetOf(scene, step, ad?.adSetId),
    changes: valuesOf(scene, step, { set, ad }, kept),
  };
}

/** The ad set or ad that a step is about, as it is; nothing for what is new, and for all else. */
interface Part {
  set: AdSetRow | undefined;
  ad: AdRow | undefined;
}

export const isStep = (ref: Reference | undefined, id: string): boolean =>
  ref?.kind === 'step' && ref.id === id;

/** The name of the ad set that an ad is in, or comes into. */
function adSetOf({ whole, steps, resources }: ValueScene, step: PlanStep, known?: string): string | null {
  const group = refIn(step, 'deliveryGroup');
  const made = steps.find(({ id }) => isStep(group, id))?.input.name;
  if (typeof made === 'string') return made;
  const id = known ?? resources.get(group?.id ?? '')?.localId;
  return whole?.adSets.find((one) => one.id === id)?.name ?? null;
}

function valuesOf(
  scene: ValueScene,
  step: PlanStep,
  { set, ad }: Part,
  kept: ChangedFrom | undefined,
): PlannedValue[] {
  const { whole, record } = scene;
  const { resourceKind, mutation, platform, input } = step;
  const there = whole?.platforms.find((one) => one.platform === platform);
  const share = set?.share ?? null;
  const ofPart: Record<string, unknown> = {
    '/status': set?.status ?? ad?.status ?? there?.status,
    '/name': set?.name ?? ad?.name,
    '/budgetShare': share === null ? null : toPercent(share),
  };
  const values: [string, unknown][] =
    mutation === 'archive'
      ? [['/status', 'archived']]
      : leavesOf(input).filter(([, value]) => !isReference(value));
  const isOfCampaign = resourceKind === 'campaign' && (mutation === 'create' || mutation === 'update');
  const changes = values.map(([at, after]): PlannedValue => {
    // What is set for an added platform alone stands in its block.
    const isAdded = isOfCampaign && platform !== whole?.row.platform && at.startsWith('/settings/');
    const path = isAdded ? at.replace('/settings/', `/settings/${platform}/`) : at;
    const now = isOfCampaign ? valueAt(record, path) : (ofPart[at] ?? null);
    const before = kept ? (kept.values[path] ?? null) : now;
    return { path, type: typeOf(scene, step, at), before, after };
  });
  if (kept) return changes.filter(({ path }) => Object.hasOwn(kept.values, path));
  // A campaign is created where it could not be set up before, mostly as it is.
  const isAgain = isOfCampaign && mutation === 'create';
  return isAgain ? changes.filter((one) => !isSame(one.before, one.after)) : changes;
}

function typeOf({ operationType, adapters }: ValueScene, step: PlanStep, path: string): PlannedValue['type'] {
  const adapter = adapters[step.platform];
  return adapter ? typeOfField({ ...step, operationType }, path, adapter.capabilities) : null;
}

const isReference = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A value of a record by its JSON pointer; null for none. */
function valueAt(record: unknown, path: string): unknown {
  let at: unknown = record;
  for (const part of path.split('/').slice(1))
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, part)
        ? (at as Record<string, unknown>)[part]
        : null;
  return at ?? null;
}
