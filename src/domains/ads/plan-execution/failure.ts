import { type Reason, reasonOfFailure } from '../campaign-record/reason.ts';

/** Why a step of a plan failed. A campaign's steps are retried, and a plan is repaired. */
export function failureOf(...given: Parameters<typeof reasonOfFailure>): Reason {
  const reason = reasonOfFailure(...given);
  const fix = reason.fix
    .replace(/^Retry\./, 'Repair the plan.')
    .replace(/, then retry\.$/, ', then repair the plan.');
  return { ...reason, fix };
}
