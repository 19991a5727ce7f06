// What is left of an operation that ended, as a plan.
import { isRecord } from '../../../kit/given.ts';
import type { PlanInput, PlanStep } from '../plan-record/plan-input.ts';
import type { StepState } from './operation-state.ts';

/** What a step has made though it failed, since it was not turned on: the repair names it, and makes no other. */
const partMadeBy = ({ mutation, resourceKind }: PlanStep, made: string | null) =>
  mutation === 'create' && (resourceKind === 'delivery_group' || resourceKind === 'ad') && made !== null
    ? { localResourceId: made }
    : {};

/**
 * The plan that does what an operation has not done, under the same keys. Steps that were done are left out, also as what others
 * depend on; what they made, or found there, is named by its resource.
 * @param states by those of the plan's steps that are for the operation's platform.
 * @param resourceOf the ID of the resource that a step made.
 */
export function repairOf(
  operation: { id: string; platform: string },
  plan: PlanInput,
  states: ReadonlyMap<string, StepState>,
  resourceOf: (step: PlanStep) => string | null,
): PlanInput | null {
  const own = plan.steps.filter(({ platform }) => platform === operation.platform);
  const left = own.filter(({ id }) => states.get(id) !== 'succeeded');
  if (left.length === 0) return null;
  const stays = new Set(left.map(({ id }) => id));
  const named = (value: unknown): unknown => {
    if (!isRecord(value)) return value;
    if (value.kind !== 'step' || stays.has(value.id as string))
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one)]));
    return { kind: 'resource', id: resourceOf(plan.steps.find(({ id }) => id === value.id)!) };
  };
  const steps = left.map((step) => ({
    ...step,
    ...partMadeBy(step, resourceOf(step)),
    dependsOnStepIds: step.dependsOnStepIds.filter((id) => stays.has(id)),
    input: named(step.input) as PlanStep['input'],
  }));
  return {
    ...plan,
    clientRequestId: `repair of ${operation.id}`,
    platforms: [operation.platform as PlanInput['platforms'][number]],
    sourceOperationId: operation.id,
    steps,
  };
}
