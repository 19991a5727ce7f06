// What submissions ask of retainers. Each adds to the caller's batch, or only reads.
import type { SystemCtx } from '../../../context.ts';
import { findRunning, writeDueAgain } from './store.ts';

/**
 * The retainer that a creator's new work for a program is under, and that pays it instead of the program's rules: the one
 * that runs with the account, if it names no other program. Null when there is none.
 */
export async function runningRetainer(
  ctx: SystemCtx,
  work: { accountId: string; creatorId: string; programId: string },
): Promise<string | null> {
  return await findRunning(ctx, work);
}

/** To be called when work under a retainer is approved: one that is over already pays it with the next cron run. */
export function noteApproval(ctx: SystemCtx, retainerId: string): void {
  writeDueAgain(ctx, retainerId);
}
