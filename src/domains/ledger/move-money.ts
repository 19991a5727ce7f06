import type { SystemCtx } from '../../context.ts';
import { WriteSet } from '../../db/write-set.ts';
import { AppError } from '../../kit/error.ts';
import { driveTransfer } from './drive-transfers.ts';
import { refusalError } from './refusal-error.ts';
import { findTransfer, insertTransfer } from './store.ts';
import { type Transfer, type TransferOutcome, transferHash, transferProblem } from './transfer.ts';

/**
 * Adds a transfer to a verb's own batch: with the record that calls for it, or not at all. It is begun after the
 * commit, and if that is lost by the cron. Throws when the transfer can't be one.
 */
export function planTransfer(ctx: SystemCtx, transfer: Transfer): void {
  const problem = transferProblem(transfer);
  if (problem !== null) throw new Error(problem);
  insertTransfer(ctx, transfer);
  ctx.write.afterCommit(() => driveTransfer(ctx, transfer.id));
}

/**
 * Writes a transfer down and drives it now. The same ID again gives the same end. Throws the source's refusal.
 * @returns `reserved` when the destination could not be reached: it goes on by itself.
 */
export async function moveMoney(ctx: SystemCtx, transfer: Transfer): Promise<TransferOutcome> {
  const problem = transferProblem(transfer);
  if (problem !== null) throw new Error(problem);
  const write = new WriteSet(ctx.env.DB);
  insertTransfer({ ...ctx, write }, transfer);
  await write.commit();
  const written = await findTransfer(ctx, transfer.id);
  if (!written || transferHash(written) !== transferHash(transfer)) {
    throw new AppError('idempotency_conflict', 'This transfer was made with other content.');
  }
  const outcome = await driveTransfer(ctx, transfer.id);
  if (outcome.state === 'refused') throw refusalError(outcome.refusal!);
  return outcome;
}
