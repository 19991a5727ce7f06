import type { SystemCtx } from '../../context.ts';

/** The cron's part: goes on with withdrawals that were left, and asks the processor about those under way. */
export async function driveWithdrawals(_ctx: SystemCtx): Promise<void> {
  throw new Error('not yet');
}
