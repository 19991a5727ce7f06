// What a plan's execution adds to the input of a platform step.
import { isRecord } from '../../../kit/given.ts';
import type { StepInput } from '../campaign-delivery/plan-setup.ts';

/** What is asked of a platform for a step of a plan. */
export interface OwnInput extends StepInput {
  /** The step of the plan. */
  step: string;
  /** Further steps of the plan that ask for the same. */
  also?: string[];
}

/** The step of the plan that a platform step is for. */
export const planStepOf = (input: unknown): string | null =>
  isRecord(input) && typeof input.step === 'string' ? input.step : null;

/** All of the plan's steps that a platform step is for. */
export const planStepsOf = (input: unknown): readonly string[] => {
  const step = planStepOf(input);
  return step === null ? [] : [step, ...((input as OwnInput).also ?? [])];
};
