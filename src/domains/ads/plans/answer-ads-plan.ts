// A brand's answer to a plan, and its cancellation.
import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { PlanRow, WholePlan } from '../plan-record/plan.ts';
import { savePlan } from '../plan-record/store.ts';
import { movePlan, type PlanAction, stateAt } from '../plan-record/transitions.ts';
import { type AdsPlan, type PlanApproval, type PlanRejection, presentPlan } from './ads-plan.ts';
import { requireOwnPlan } from './get-ads-plan.ts';

/** Throws permission_denied for a partner, gone, version_conflict and conflict. */
export async function approveAdsPlan(ctx: Ctx, id: string, read: PlanApproval): Promise<AdsPlan> {
  const plan = await requireOwnPlan(ctx, id);
  requireCurrent(ctx, plan, read);
  return answer(ctx, plan, 'approve');
}

/** Throws as approveAdsPlan does. */
export async function rejectAdsPlan(
  ctx: Ctx,
  id: string,
  { note, ...read }: PlanRejection,
): Promise<AdsPlan> {
  const plan = await requireOwnPlan(ctx, id);
  requireCurrent(ctx, plan, read);
  return answer(ctx, plan, 'reject', { note: note ?? null });
}

/** The brand cancels each of its plans, a partner those that it made itself. Throws not_found, gone and conflict. */
export async function cancelAdsPlan(ctx: Ctx, id: string): Promise<AdsPlan> {
  const plan = await requireOwnPlan(ctx, id);
  const home = homeId(ctx.actor);
  if (home !== plan.accountId && home !== plan.makerId)
    throw new AppError('permission_denied', 'A partner cancels the plans alone that it made.');
  return answer(ctx, plan, 'cancel');
}

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

function answer(ctx: Ctx, plan: WholePlan, action: PlanAction, more: Partial<PlanRow> = {}): AdsPlan {
  const home = homeId(ctx.actor);
  const state = movePlan(plan, action, home === plan.accountId ? 'brand' : 'partner', ctx.now);
  if (state === null) return presentPlan(plan, ctx.now);
  const changes = { ...state, ...more, answeredBy: home, answeredAt: ctx.now };
  savePlan(ctx, plan, changes);
  return presentPlan({ ...plan, ...changes, updatedAt: ctx.now }, ctx.now);
}
