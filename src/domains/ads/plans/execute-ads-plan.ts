import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { sceneOf } from '../plan-checks/plan-scene.ts';
import { beginOperations, earlierOf, operationsOf } from '../plan-execution/interface.ts';
import { movePlan, partyOf, saveChangedFrom, savePlan } from '../plan-record/interface.ts';
import { hasOpenTask } from '../platform-tasks/interface.ts';
import { type AdsPlanExecution, type PlanApproval, presentPlan } from './ads-plan.ts';
import { requireCurrent } from './answer-ads-plan.ts';
import { checkWhole } from './check-whole.ts';
import { requireOwnPlan } from './get-ads-plan.ts';
import { changedFrom } from './planned-values.ts';

/**
 * Begins an approved plan; a repetition answers what became of it. Throws not_found, gone, version_conflict, and conflict for
 * what is not approved, no longer fits or comes while something else is under way at its campaign.
 */
export async function executeAdsPlan(ctx: Ctx, id: string, read: PlanApproval): Promise<AdsPlanExecution> {
  const plan = await requireOwnPlan(ctx, id);
  requireCurrent(ctx, plan, read);
  if (plan.executedAt !== null)
    return { plan: presentPlan(plan, ctx.now), operations: await operationsOf(ctx, plan) };
  const begins = { ...movePlan(plan, 'begin', partyOf(ctx, plan), ctx.now)!, executedAt: ctx.now };
  const begun = { ...plan, ...begins };
  savePlan(ctx, plan, begins);
  const { campaignId, accountId, input } = plan;
  const [scene, earlier, isBusy] = await Promise.all([
    sceneOf(ctx, accountId, input, { executes: true }),
    earlierOf(ctx, plan),
    campaignId !== null && hasOpenTask(ctx, campaignId),
  ]);
  if (scene.whole) requireIdle(scene.whole, isBusy);
  // What a repair is of does not change any more, and its operations require that no other one has begun.
  const { problems, floors } = await checkWhole(ctx, scene, []);
  // What it was checked against would have raised its revision: time has overtaken it.
  if (problems.length > 0)
    throw new AppError('conflict', 'The plan is no longer possible.', { details: problems });
  if (campaignId !== null) saveChangedFrom(ctx, id, changedFrom(scene));
  const operations = await beginOperations(ctx, plan, { ...scene, floors, earlier });
  if (operations.some(({ endedAt }) => endedAt === null))
    return { plan: presentPlan(begun, ctx.now), operations };
  // A plan that asks nothing of its platforms is over at once.
  const over = movePlan(begun, 'end', 'service', ctx.now)!;
  savePlan(ctx, begun, over);
  return { plan: presentPlan({ ...begun, ...over }, ctx.now), operations };
}

/** Throws conflict while something else is under way at the campaign. */
function requireIdle({ row }: WholeCampaign, isBusy: boolean): void {
  if (row.pendingChange !== null || row.status === 'processing' || isBusy)
    throw new AppError(
      'conflict',
      'Another change of the campaign is in progress. Try again when it is done.',
    );
}
