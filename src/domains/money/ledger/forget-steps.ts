import type { SystemCtx } from '../../../context.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteEndedSteps } from './store.ts';

const KEPT_MS = 7 * DAY_MS;
const PORTION = 2000;
const PORTIONS_A_NIGHT = 100;

/** The cron's part: deletes steps that ended a week ago. The ledgers' journals keep what they did. */
export async function forgetEndedSteps(ctx: SystemCtx): Promise<void> {
  for (let portion = 0; portion < PORTIONS_A_NIGHT; portion++) {
    if ((await deleteEndedSteps(ctx, ctx.now - KEPT_MS, PORTION)) < PORTION) return;
  }
}
