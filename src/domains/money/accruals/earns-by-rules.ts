import type { SubmissionRow } from '../../work/submissions/submission.ts';

/** Whether the program's rules pay for a submission now: it is approved, and no retainer pays for it. */
export function earnsByRules(row: SubmissionRow): boolean {
  return row.retainerId === null && isApproved(row);
}

/** Whether an approval would make the program's rules pay for a submission. */
export function waitsForApproval(row: SubmissionRow): boolean {
  return row.retainerId === null && !isApproved(row);
}

export function isApproved(row: SubmissionRow): boolean {
  return row.status === 'approved' || row.status === 'live';
}
