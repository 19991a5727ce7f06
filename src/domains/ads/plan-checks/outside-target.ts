// A plan about one object at a platform changes that object, what is in it, and nothing else.
import { RESOURCE_NOUNS } from '../field-catalogue/catalogue.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';
import { type PlanStep, refIn } from '../plan-record/plan-input.ts';
import type { FoundResource } from '../resources/interface.ts';
import type { PlanScene } from './plan-scene.ts';
import { sayer } from './say.ts';

export function outsideTarget({ plan, resources }: PlanScene): PlanProblem[] {
  const target = plan.target.kind === 'ad_resource' ? resources.get(plan.target.id) : undefined;
  if (!target) return [];
  const steps = plan.steps.filter((step) => step.platform === target.platform);
  const inside = new Set(steps.filter((step) => isWithin(step, target, resources)));
  // What a part of the target shows is brought by steps of its own.
  for (const field of ['creative', 'media'])
    for (const part of [...inside])
      for (const step of steps) if (step.id === refIn(part, field)?.id) inside.add(step);
  return plan.steps.flatMap((step, n) =>
    inside.has(step)
      ? []
      : sayer(step, n)([step.localResourceId === undefined ? 'resourceKind' : 'localResourceId'], {
          code: 'other_target',
          message: `This is not part of the plan's target, which is one ${RESOURCE_NOUNS[target.kind]}.`,
          fix: 'Remove the step, or choose the campaign as the target.',
        }),
  );
}

function isWithin(
  step: PlanStep,
  target: FoundResource,
  resources: ReadonlyMap<string, FoundResource>,
): boolean {
  if (target.kind === 'campaign') return true;
  const { localResourceId } = step;
  if (localResourceId === undefined)
    return target.kind === 'delivery_group' && refIn(step, 'deliveryGroup')?.id === target.id;
  return localResourceId === target.id || resources.get(localResourceId)?.parentId === target.id;
}
