// The issues of a body that is no plan by its form, as problems of a plan: each with its step.
import type { FieldIssue } from '../../../kit/error.ts';
import { isRecord } from '../../../kit/given.ts';
import type { PlanProblem } from './check-steps.ts';

const FIX = 'Change it as the message says.';

export const formProblems = (issues: readonly FieldIssue[], body: unknown): PlanProblem[] =>
  issues.map((issue) => ({ step: stepAt(issue.path, body), ...issue, fix: FIX }));

/** The ID of the step that a JSON pointer leads into, if the body says one. */
function stepAt(path: string, body: unknown): string | null {
  const n = /^\/steps\/(\d+)/.exec(path)?.[1];
  const steps = isRecord(body) && Array.isArray(body.steps) ? body.steps : [];
  const step: unknown = n === undefined ? null : steps[Number(n)];
  return isRecord(step) && typeof step.id === 'string' ? step.id : null;
}
