// The interface of the execution of plans for the verbs of plans.
import type { Ctx } from '../../../context.ts';
import type { WholePlan } from '../plan-record/plan.ts';
import type { AdsOperation } from './ads-operation.ts';
import { type BeginScene, beginPlan } from './begin-plan.ts';
import { presentOperation } from './get-ads-operation.ts';
import { type EarlierStep, listEarlier, listOfPlan, requireOnlyRepair } from './store.ts';

export { checkRepair } from './check-repair.ts';
export { listEndings } from './store.ts';

/** The operations of a plan that has begun. */
export async function operationsOf(ctx: Ctx, { id }: Pick<WholePlan, 'id'>): Promise<AdsOperation[]> {
  const all = await listOfPlan(ctx, id);
  return all.map(({ row, around }) => presentOperation(row, around, ctx.now)).toReversed();
}

/** What the operations that a plan repairs have asked; nothing for a plan that is no repair. */
export async function earlierOf(ctx: Ctx, { input }: WholePlan): Promise<EarlierStep[]> {
  return input.sourceOperationId === undefined ? [] : await listEarlier(ctx, input.sourceOperationId);
}

/**
 * Plans in the caller's batch what an approved plan asks of its platforms. Throws conflict where a connection is gone, or another
 * repair of the same operation has begun.
 * @param scene what it names, as it was read to check it.
 */
export async function beginOperations(ctx: Ctx, plan: WholePlan, scene: BeginScene): Promise<AdsOperation[]> {
  requireOnlyRepair(ctx, plan);
  const { operations, tasks } = await beginPlan(ctx, plan, scene);
  return operations.map((row) => {
    const asked = tasks.get(row.platform) ?? [];
    return presentOperation(
      { ...row, state: row.endedAs ?? 'queued', isDisconnected: false, isRepaired: false },
      {
        plan: plan.input,
        steps: asked.map((step, n) => ({
          ...{ ...step, ...NOT_ASKED, n },
          taskId: row.taskId!,
          input: step.input,
        })),
        waiting: new Set(asked.flatMap(({ key, waitsFor }) => (waitsFor ? [key] : []))),
        campaign: null,
      },
      ctx.now,
    );
  });
}

const NOT_ASKED = { status: 'planned', sentAt: null, dueAt: 0, tries: 0, error: null } as const;
