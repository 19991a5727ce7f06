// Whether a plan that names an operation is its repair.
import type { SystemCtx } from '../../../context.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';
import { canonicalPlan } from '../plan-record/interface.ts';
import type { PlanInput } from '../plan-record/plan-input.ts';
import { presentOperation } from './get-ads-operation.ts';
import { findOperation } from './store.ts';

const problem = (path: string, code: string, message: string, fix: string): PlanProblem[] => [
  { step: null, path, code, message, fix },
];

/** What is wrong with a plan as the repair that it says it is; nothing for a plan that is none. */
export async function checkRepair(ctx: SystemCtx, account: string, plan: PlanInput): Promise<PlanProblem[]> {
  if (plan.sourceOperationId === undefined) return [];
  const at = '/sourceOperationId';
  const found = await findOperation(ctx, account, plan.sourceOperationId);
  if (!found) return problem(at, 'unknown', 'There is no such operation.', 'Name an operation that failed.');
  const { repair } = presentOperation(found.row, found.around, ctx.now);
  if (repair === null)
    return problem(
      at,
      'nothing_left',
      'The operation goes on, is completed, has a repair that has begun, or its campaign is archived.',
      'Read the operation again.',
    );
  const keys = ({ steps }: PlanInput) =>
    JSON.stringify(steps.map((one) => [one.id, one.idempotencyKey]).sort());
  if (canonicalPlan(account, plan) === canonicalPlan(account, repair) && keys(plan) === keys(repair))
    return [];
  return problem(
    '/steps',
    'not_the_repair',
    "The plan is not the operation's repair.",
    'Send its `repair` as it is.',
  );
}
