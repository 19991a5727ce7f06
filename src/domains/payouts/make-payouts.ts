import type { SystemCtx } from '../../context.ts';

/** The cron's part: begins the day's payouts of the holders that have something to be paid. */
export async function makePayouts(_ctx: SystemCtx): Promise<void> {
  throw new Error('not yet');
}
