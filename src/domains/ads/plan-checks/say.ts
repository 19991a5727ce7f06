// How the checks say what is wrong with a step.
import type { PlanProblem } from '../plan-record/check-steps.ts';
import { inStep, type PlanStep } from '../plan-record/plan-input.ts';
import type { Broken } from './broken-content.ts';

/** Says a problem at a place of one step. */
export type Say = (path: readonly PropertyKey[], broken: Broken) => PlanProblem;

export const sayer =
  ({ id }: PlanStep, n: number): Say =>
  (path, { code, message, fix }) => ({ step: id, path: inStep(n, ...path), code, message, fix });
