import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { PlanRow } from '../plan-record/plan.ts';

/** Tells the brand and its partner of a plan, in the caller's batch. */
export function tellPlan(
  ctx: SystemCtx,
  { id, accountId, campaignId }: PlanRow,
  type: 'ads_plan.submitted' | 'ads_plan.approved' | 'ads_plan.rejected',
): void {
  const data = { ads_plan: id, ...(campaignId === null ? {} : { campaign: campaignId }) };
  emit(ctx, { type, account: accountId, creator: null, data });
}
