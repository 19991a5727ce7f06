// What a plan changes, for the people who decide about it: each value as it is and as it would be, by names instead of IDs.
import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { toPercent } from '../../../kit/money.ts';
import { findNameAndStatus } from '../../accounts/accounts/interface.ts';
import type { AdAuthorizationRow } from '../ad-authorizations/ad-authorization.ts';
import { listAmongAuthorizations } from '../ad-authorizations/interface.ts';
import { presentCampaign } from '../campaign-record/campaign.ts';
import type { AdRow, AdSetRow, CampaignStatus, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { campaignOf } from '../campaign-record/interface.ts';
import type { CatalogueRow } from '../field-catalogue/catalogue.ts';
import { leavesOf } from '../field-catalogue/check-input.ts';
import { typeOfField } from '../field-catalogue/interface.ts';
import { adaptersOf } from '../plan-checks/plan-scene.ts';
import { type PlannedSpend, plannedSpend } from '../plan-execution/planned-spend.ts';
import type { WholePlan } from '../plan-record/plan.ts';
import { type PlanStep, type Reference, refIn } from '../plan-record/plan-input.ts';
import { requireOwnPlan } from './get-ads-plan.ts';
import { type NamedStep, type Names, named, namedIn, namesOf, objectsIn } from './get-named-steps.ts';

export interface PlannedValue {
  /** Its place in the body of a campaign; of an ad set or ad, in the step's input. */
  path: string;
  /** As in the catalogue; null where the catalogue no longer has it. */
  type: CatalogueRow['type'] | null;
  /** Null for what is new. */
  before: unknown;
  after: unknown;
}

export interface PlannedStep extends NamedStep {
  /** The ad set that an ad is in. */
  adSet: string | null;
  changes: PlannedValue[];
  /** The creator's permission that it uses. */
  permission: Pick<AdAuthorizationRow, 'id' | 'status'> | null;
  /** The steps that use what it makes. */
  usedBy: string[];
}

export interface PlannedChanges {
  /** What the account is called that made the plan; null for a partner that reads another one's. */
  maker: string | null;
  campaign: { id: string; name: string; currency: string; status: CampaignStatus } | null;
  /** Null where there is no campaign. */
  spend: PlannedSpend | null;
  steps: PlannedStep[];
}

interface Scene extends Names {
  operationType: WholePlan['operationType'];
  whole: WholeCampaign | null;
  /** The campaign as the API shows it. */
  record: unknown;
  authorizations: ReadonlyMap<string, AdAuthorizationRow>;
  adapters: Readonly<Record<string, AdPlatform>>;
}

/** A plan of the acting account. Throws not_found. */
export async function getPlannedChanges(ctx: Ctx, id: string): Promise<PlannedChanges> {
  const { accountId, campaignId, makerId, input } = await requireOwnPlan(ctx, id);
  const { steps } = input;
  const reader = homeId(ctx.actor);
  const isNamed = reader === accountId || makerId === accountId || makerId === reader;
  const [maker, whole, names, authorizations, adapters] = await Promise.all([
    isNamed ? findNameAndStatus(ctx, makerId) : null,
    campaignId === null ? null : campaignOf(ctx, accountId, campaignId),
    namesOf(ctx, accountId, steps),
    listAmongAuthorizations(ctx, accountId, namedIn(steps, 'ad_authorization')),
    adaptersOf(ctx),
  ]);
  const scene: Scene = {
    ...{ ...names, operationType: input.operationType, whole, adapters },
    record: whole && presentCampaign(whole, []),
    authorizations: new Map(authorizations.map((one) => [one.id, one])),
  };
  const { resources } = names;
  const isKnown = objectsIn(steps).every((one) => resources.has(one));
  return {
    maker: maker?.name ?? null,
    campaign: whole && {
      id: whole.row.id,
      name: whole.row.name,
      currency: whole.row.currency,
      status: whole.row.status,
    },
    spend: whole && isKnown ? plannedSpend({ plan: input, whole, resources, adapters, now: ctx.now }) : null,
    steps: steps.map((step) => changesOf(scene, step)),
  };
}

/** The ad set or ad that a step is about, as it is; nothing for what is new, and for all else. */
interface Part {
  set: AdSetRow | undefined;
  ad: AdRow | undefined;
}

function changesOf(scene: Scene, step: PlanStep): PlannedStep {
  const { whole, authorizations, resources, steps } = scene;
  const local = resources.get(step.localResourceId ?? '')?.localId;
  const set = whole?.adSets.find((one) => one.id === local);
  const ad = whole?.ads.find((one) => one.id === local);
  const permission = authorizations.get(refIn(step, 'authorization')?.id ?? '');
  return {
    ...named(scene, step),
    adSet: adSetOf(scene, step, ad?.adSetId),
    changes: valuesOf(scene, step, { set, ad }),
    permission: permission ? { id: permission.id, status: permission.status } : null,
    usedBy: steps
      .filter((one) => Object.keys(one.input).some((name) => isStep(refIn(one, name), step.id)))
      .map((one) => one.id),
  };
}

const isStep = (ref: Reference | undefined, id: string): boolean => ref?.kind === 'step' && ref.id === id;

/** The name of the ad set that an ad is in, or comes into. */
function adSetOf({ whole, steps, resources }: Scene, step: PlanStep, known?: string): string | null {
  const group = refIn(step, 'deliveryGroup');
  const made = steps.find(({ id }) => isStep(group, id))?.input.name;
  if (typeof made === 'string') return made;
  const id = known ?? resources.get(group?.id ?? '')?.localId;
  return whole?.adSets.find((one) => one.id === id)?.name ?? null;
}

function valuesOf(scene: Scene, step: PlanStep, { set, ad }: Part): PlannedValue[] {
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
    const before = isOfCampaign ? valueAt(record, path) : (ofPart[at] ?? null);
    return { path, type: typeOf(scene, step, at), before, after };
  });
  // A campaign is created where it could not be set up before, mostly as it is.
  const isAgain = isOfCampaign && mutation === 'create';
  return isAgain ? changes.filter((one) => !isSame(one.before, one.after)) : changes;
}

function typeOf({ operationType, adapters }: Scene, step: PlanStep, path: string): PlannedValue['type'] {
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
