// What a brand's answer to a plan and its cancellation have in common.
import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { movePlan, type PlanAction, partyOf, savePlan, stateAt } from '../plan-record/interface.ts';
import type { PlanRow, WholePlan } from '../plan-record/plan.ts';
import { type AdsPlan, type PlanApproval, presentPlan } from './ads-plan.ts';
import { tellPlan } from './tell-plan.ts';

/** Throws version_conflict when it is not what the caller has read; an expired plan has gone all the same. */
export function requireCurrent(
  ctx: Ctx,
  plan: PlanRow,
  { revision, semanticHash }: Pick<PlanApproval, 'revision' | 'semanticHash'>,
): void {
  if (stateAt(plan, ctx.now) === 'expired/cancelled') return;
  if (revision === plan.revision && semanticHash === plan.semanticHash) return;
  throw new AppError('version_conflict', 'The plan, or what it was checked against, is not what was read.', {
    details: { revision: plan.revision, semanticHash: plan.semanticHash },
  });
}

/** Moves a plan, unless that was done before. Throws permission_denied, gone and conflict. */
export function answerAdsPlan(
  ctx: Ctx,
  plan: WholePlan,
  action: PlanAction,
  more: Partial<PlanRow> = {},
): AdsPlan {
  const state = movePlan(plan, action, partyOf(ctx, plan), ctx.now);
  if (state === null) return presentPlan(plan, ctx.now);
  const changes = { ...state, ...more, answeredBy: homeId(ctx.actor), answeredAt: ctx.now };
  savePlan(ctx, plan, changes);
  if (action === 'approve') tellPlan(ctx, plan, 'ads_plan.approved');
  if (action === 'reject') tellPlan(ctx, plan, 'ads_plan.rejected');
  return presentPlan({ ...plan, ...changes, updatedAt: ctx.now }, ctx.now);
}
