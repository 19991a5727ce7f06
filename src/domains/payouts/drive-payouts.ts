import type { SystemCtx } from '../../context.ts';

/** The cron's part: goes on with the payouts that have not ended. */
export async function drivePayouts(_ctx: SystemCtx): Promise<void> {
  throw new Error('not yet');
}
