import type { SystemCtx } from '../../../context.ts';
import { emit, emitInternal } from '../../../db/outbox.ts';
import type { PlanRow } from '../plan-record/plan.ts';

const aboutOf = ({ id, accountId, campaignId }: PlanRow) => ({
  account: accountId,
  creator: null,
  data: { ads_plan: id, ...(campaignId === null ? {} : { campaign: campaignId }) },
});

/** Tells the brand and its partner of a plan, in the caller's batch. */
export function tellPlan(
  ctx: SystemCtx,
  plan: PlanRow,
  type: 'ads_plan.submitted' | 'ads_plan.approved' | 'ads_plan.rejected',
): void {
  emit(ctx, { ...aboutOf(plan), type });
}

/** Gives the brand's owners and admins a notice of a partner's plan, in the caller's batch. */
export function noticePlan(
  ctx: SystemCtx,
  plan: PlanRow,
  type: 'ads_plan.waiting' | 'ads_plan.ending',
): void {
  emitInternal(ctx, { ...aboutOf(plan), type });
}
