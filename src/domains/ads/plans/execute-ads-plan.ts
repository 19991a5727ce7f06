import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { findWhole } from '../campaign-record/interface.ts';


import {
  beginPlan,
  listOfPlan,
  presentOperation,
  presentOperations,
  requireOnlyRepair,
} from '../plan-execution/interface.ts';
import { movePlan, partyOf, savePlan } from '../plan-record/interface.ts';
import type { WholePlan } from '../plan-record/plan.ts';
import { hasOpenTask } from '../platform-tasks/interface.ts';
import { type AdsPlanExecution, type PlanApproval, presentPlan } from './ads-plan.ts';
import { requireCurrent } from './answer-ads-plan.ts';
import { requireOwnPlan } from './get-ads-plan.ts';

/**
 * Begins an approved plan; a repetition answers what became of it. Throws not_found, gone, version_conflict, and conflict for
 * what is not approved, no longer fits or comes while something else is under way at its campaign.
 */
export async function executeAdsPlan(ctx: Ctx, id: string, read: PlanApproval): Promise<AdsPlanExecution> {
  const plan = await requireOwnPlan(ctx, id);
  requireCurrent(ctx, plan, read);
  if (plan.executedAt !== null) return await answer(ctx, plan);
  const to = movePlan(plan, 'begin', partyOf(ctx, plan), ctx.now)!;
  const begun = { ...to, executedAt: ctx.now };
  savePlan(ctx, plan, begun);
  requireOnlyRepair(ctx, plan);
  const whole = plan.campaignId === null ? null : await findWhole(ctx, plan.campaignId);
  if (plan.campaignId !== null) await requireIdle(ctx, whole);
  const { operations, tasks } = await beginPlan(ctx, plan, whole);
  return {
    plan: presentPlan({ ...plan, ...begun }, ctx.now),
    operations: operations.map((row) => {
      const asked = tasks.get(row.platform) ?? [];
      return presentOperation(
        { ...row, state: row.endedAs ?? 'queued' },
        {
          plan: plan.input,
          steps: asked.map((step, n) => ({
            ...step,
            ...NOT_ASKED,
            n,
            taskId: row.taskId!,
            input: step.input,
          })),
          waiting: new Set(asked.flatMap(({ key, waitsFor }) => (waitsFor ? [key] : []))),
          campaign: null,
          isRepaired: false,
        },
        ctx.now,
      );
    }),
  };
}

const NOT_ASKED = { status: 'planned', sentAt: null, dueAt: 0, tries: 0, error: null } as const;

async function answer(ctx: Ctx, plan: WholePlan): Promise<AdsPlanExecution> {
  const operations = await presentOperations(ctx, await listOfPlan(ctx, plan.id));
  return { plan: presentPlan(plan, ctx.now), operations };
}

/** Throws conflict while something else is under way at the campaign. */
async function requireIdle(ctx: Ctx, whole: WholeCampaign | null): Promise<void> {
  if (!whole || whole.row.status === 'archived') throw new AppError('conflict', 'The campaign is archived.');
  const { pendingChange, status, id } = whole.row;
  if (pendingChange !== null || status === 'processing' || (await hasOpenTask(ctx, id)))
    throw new AppError(
      'conflict',
      'Another change of the campaign is in progress. Try again when it is done.',
    );
}
