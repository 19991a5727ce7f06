// The tasks of a plan: one for each platform, whose steps wait for each other as those of the plan do.
import { inSequence, type PlanStep } from '../plan-record/plan-input.ts';
import type { PlannedStep, StepName } from '../platform-tasks/step.ts';
import type { Compiled } from './compile-plan.ts';
import { planStepsOf } from './own-input.ts';

/**
 * @param taskIds by platform.
 * @returns by platform, its steps, each after those that it comes after.
 */
export function orderSteps(
  steps: readonly PlanStep[],
  compiled: Compiled,
  taskIds: ReadonlyMap<string, string>,
): Map<string, PlannedStep[]> {
  /** What has to be over before a step that depends on this one: of a step that asks nothing, what it depends on. */
  const ends = new Map<string, StepName[]>();
  const shared = sharedBy(steps, compiled, taskIds);
  for (const { id, platform, dependsOnStepIds } of inSequence(steps)) {
    const own = compiled.get(id)!.map(({ key }) => ({ task: taskIds.get(platform)!, key }));
    const before = dependsOnStepIds.flatMap((one) => ends.get(one)!);
    ends.set(id, own.length > 0 ? own : unique([...before, ...(shared.get(id) ?? [])]));
  }
  const byPlatform = new Map<string, PlannedStep[]>();
  for (const { id, platform, dependsOnStepIds } of steps) {
    const [task, own] = [taskIds.get(platform)!, compiled.get(id)!];
    const keys = new Set(own.map(({ key }) => key));
    const awaited = unique(dependsOnStepIds.flatMap((one) => ends.get(one)!));
    const all = own.map((step): PlannedStep => {
      const after = step.after ?? [];
      if (after.some((key) => keys.has(key))) return step;
      const here = awaited.flatMap((one) => (one.task === task ? one.key : []));
      const waitsFor = awaited.filter((one) => one.task !== task);
      return {
        ...step,
        after: [...after, ...here.filter((key) => !after.includes(key))],
        ...(waitsFor.length > 0 && { waitsFor }),
      };
    });
    byPlatform.set(platform, [...(byPlatform.get(platform) ?? []), ...all]);
  }
  return new Map([...byPlatform].map(([platform, all]) => [platform, sorted(all)]));
}

/** By step that asks nothing by itself: what others of its platform ask for it as well. */
function sharedBy(
  steps: readonly PlanStep[],
  compiled: Compiled,
  taskIds: ReadonlyMap<string, string>,
): Map<string, StepName[]> {
  const shared = new Map<string, StepName[]>();
  for (const { id, platform } of steps)
    for (const { key, input } of compiled.get(id)!)
      for (const one of planStepsOf(input))
        if (one !== id) shared.set(one, [...(shared.get(one) ?? []), { task: taskIds.get(platform)!, key }]);
  return shared;
}

const unique = (names: readonly StepName[]): StepName[] => [
  ...new Map(names.map((one) => [`${one.task} ${one.key}`, one])).values(),
];

/** Each step after those in its `after`. Content may be brought by a step that is listed later. */
function sorted(steps: readonly PlannedStep[]): PlannedStep[] {
  const done = new Set<string>();
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const put = (step: PlannedStep): PlannedStep[] => {
    if (done.has(step.key)) return [];
    done.add(step.key);
    const before = (step.after ?? []).flatMap((key) => {
      const one = byKey.get(key);
      return one ? put(one) : [];
    });
    return [...before, step];
  };
  return steps.flatMap(put);
}
