// What a plan changes, for the people who decide about it: each value as it is and as it would be, by names instead of IDs.
import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { findNameAndStatus } from '../../accounts/accounts/interface.ts';
import type { AdAuthorizationRow } from '../ad-authorizations/ad-authorization.ts';
import { listAmongAuthorizations } from '../ad-authorizations/interface.ts';
import { floorsOn } from '../campaign-record/campaign-platforms.ts';
import type { CampaignStatus } from '../campaign-record/campaign-row.ts';
import { campaignOf, listBudgetFloors, ownCampaign } from '../campaign-record/interface.ts';
import { adaptersOf } from '../plan-checks/plan-scene.ts';
import { type PlannedSpend, plannedSpend } from '../plan-execution/planned-spend.ts';
import { findSuccessor } from '../plan-record/interface.ts';
import type { WholePlan } from '../plan-record/plan.ts';
import { type PlanStep, refIn } from '../plan-record/plan-input.ts';
import { requireOwnPlan } from './get-ads-plan.ts';
import { type NamedStep, type Names, named, namedIn, namesOf, objectsIn } from './get-named-steps.ts';
import { changedBy, isStep, type StepChanges, type ValueScene, valueScene } from './planned-values.ts';

export interface PlannedStep extends NamedStep, StepChanges {
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
  /** The plan that replaced it; null for one that none did. */
  successor: string | null;
}

interface Scene extends ValueScene, Names {
  /** What its steps changed, once it has begun. */
  changedFrom: WholePlan['changedFrom'];
  authorizations: ReadonlyMap<string, AdAuthorizationRow>;
}

/** A plan of the acting account. Throws not_found. */
export async function getPlannedChanges(ctx: Ctx, id: string): Promise<PlannedChanges> {
  const plan = await requireOwnPlan(ctx, id);
  const { accountId, campaignId, makerId, input, changedFrom } = plan;
  const { steps } = input;
  const reader = homeId(ctx.actor);
  const isNamed = reader === accountId || makerId === accountId || makerId === reader;
  const [maker, whole, floors, names, authorizations, adapters, successor] = await Promise.all([
    isNamed ? findNameAndStatus(ctx, makerId) : null,
    campaignId === null ? null : campaignOf(ctx, accountId, campaignId),
    campaignId === null ? [] : listBudgetFloors(ctx, ownCampaign(accountId, campaignId)),
    namesOf(ctx, accountId, steps),
    listAmongAuthorizations(ctx, accountId, namedIn(steps, 'ad_authorization')),
    adaptersOf(ctx),
    plan.approvalState === 'superseded' ? findSuccessor(ctx, plan) : null,
  ]);
  const { resources, videos } = names;
  const scene: Scene = {
    ...valueScene({ plan: input, whole, resources, adapters }),
    ...{ videos, changedFrom },
    authorizations: new Map(authorizations.map((one) => [one.id, one])),
  };
  const isKnown = objectsIn(steps).every((one) => resources.has(one));
  return {
    maker: maker?.name ?? null,
    campaign: whole && {
      id: whole.row.id,
      name: whole.row.name,
      currency: whole.row.currency,
      status: whole.row.status,
    },
    spend:
      whole && isKnown
        ? plannedSpend({
            ...{ plan: input, whole, resources, adapters, now: ctx.now },
            floors: floorsOn(whole.platforms, floors),
          })
        : null,
    steps: steps.map((step) => changesOf(scene, step)),
    successor,
  };
}

function changesOf(scene: Scene, step: PlanStep): PlannedStep {
  const { authorizations, steps } = scene;
  const permission = authorizations.get(refIn(step, 'authorization')?.id ?? '');
  return {
    ...named(scene, step),
    ...changedBy(scene, step, scene.changedFrom?.[step.id]),
    permission: permission ? { id: permission.id, status: permission.status } : null,
    usedBy: steps
      .filter((one) => Object.keys(one.input).some((name) => isStep(refIn(one, name), step.id)))
      .map((one) => one.id),
  };
}
