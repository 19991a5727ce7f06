// Everything that a plan is checked for, as a plan and as the repair that it may be.
import type { Ctx } from '../../../context.ts';
import { type CheckedPlan, checkPlan } from '../plan-checks/check-plan.ts';
import type { PlanScene } from '../plan-checks/plan-scene.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';

/** What the other platforms have to have as well: a repair does the rest of what they have by now. */
const OF_ALL_PLATFORMS = ['missing_platform', 'unequal'];

/**
 * @param scene what the plan names, of the account acted as.
 * @param repair what is wrong with it as the repair that it may be.
 */
export async function checkWhole(
  ctx: Ctx,
  scene: PlanScene,
  repair: readonly PlanProblem[],
): Promise<CheckedPlan> {
  const checked = await checkPlan(ctx, scene);
  const isRepair = scene.plan.sourceOperationId !== undefined && repair.length === 0;
  const own = checked.problems.filter(({ code }) => !isRepair || !OF_ALL_PLATFORMS.includes(code));
  return { ...checked, problems: [...own, ...repair] };
}
