// Where approved work is handed over to payments. Approval sets a submission's pay_due_at, and taking the approval back
// clears it. Payments reads what is due, works out what each is paid by termsOf, and settles it in the batch that makes
// the payment. Settling and taking back are guarded by the same row, so that exactly one of them happens; and as paid
// work cannot be taken back, no approval is ever paid twice.
// Who pays is fixed when the work is first sent in: the retainer that it names, else the program's rules, never both.
// duePay finds the one kind of work, dueUnderRetainer the other.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { mergePay, type Pay } from '../programs/pay.ts';
import { payOfVersion } from '../programs/read-programs.ts';
import {
  listByIds,
  listPayDue,
  listRetainerDue,
  listWork,
  requireUnapproved,
  writePaid,
  writeSettled,
} from './store.ts';
import type { SubmissionRow } from './submission.ts';

/** Approved work that the program's rules are to pay now, the longest waiting first. */
export async function duePay(ctx: SystemCtx, limit: number): Promise<SubmissionRow[]> {
  return await listPayDue(ctx, limit);
}

/** Work under a retainer that was approved before `end` (milliseconds) and is not settled, the longest waiting first. */
export async function dueUnderRetainer(
  ctx: SystemCtx,
  retainerId: string,
  end: number,
  limit: number,
): Promise<SubmissionRow[]> {
  return await listRetainerDue(ctx, retainerId, end, limit);
}

/** The pay that holds for a piece of work: that of the moment when it was first sent in. */
export async function termsOf(
  ctx: SystemCtx,
  row: Pick<SubmissionRow, 'programId' | 'payVersion' | 'payOverride'>,
): Promise<Pay> {
  const pay = await payOfVersion(ctx, row.programId, row.payVersion);
  if (!pay) throw new AppError('internal_error', 'a submission names a version of the pay that never was');
  return mergePay(pay, row.payOverride);
}

/**
 * Settles the pay of an approval, in the caller's batch: with the payment that was made (cents), or with null when the
 * rules pay nothing for an approval. The batch fails with a conflict when it is no longer due.
 */
export function settlePay(
  ctx: SystemCtx,
  row: SubmissionRow,
  paid: { payment: string; amount: number; currency: string } | null,
): void {
  writeSettled(ctx, row, paid);
}

/** Submissions by their IDs; those that do not exist are left out. */
export async function workById(ctx: SystemCtx, ids: string[]): Promise<Map<string, SubmissionRow>> {
  return new Map((await listByIds(ctx, ids)).map((row) => [row.id, row]));
}

/**
 * For a batch that leaves something to be counted by the approval of this work: it fails with a conflict when the approval
 * came first, since that would look for it no more.
 */
export function onlyBeforeApproval(ctx: SystemCtx, row: SubmissionRow): void {
  requireUnapproved(ctx, row.id);
}

/** A creator's newest work for an account that was sent in by `before` (milliseconds) and not rejected. */
export async function workOf(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
  before: number,
): Promise<SubmissionRow[]> {
  return await listWork(ctx, accountId, creatorId, before);
}

/**
 * Notes in the caller's batch that a payment (cents) was made for approved work: from then on the approval can't be taken
 * back. The batch fails with a conflict when it was taken back before. A submission shows what its approval was paid
 * with, else the first payment there was.
 */
export function notePaid(
  ctx: SystemCtx,
  id: string,
  paid: { payment: string; amount: number; currency: string; forApproval: boolean },
): void {
  writePaid(ctx, id, paid);
}
