import type { Ctx } from '../../../context.ts';
import type { AdsPlan, PlanApproval } from './ads-plan.ts';
import { answerAdsPlan, requireCurrent } from './answer-ads-plan.ts';
import { requireOwnPlan } from './get-ads-plan.ts';

/** Throws permission_denied for a partner, gone, version_conflict and conflict. */
export async function approveAdsPlan(ctx: Ctx, id: string, read: PlanApproval): Promise<AdsPlan> {
  const plan = await requireOwnPlan(ctx, id);
  requireCurrent(ctx, plan, read);
  return answerAdsPlan(ctx, plan, 'approve');
}
