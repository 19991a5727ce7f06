import type { SystemCtx } from '../../../context.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteEndedInstructions } from './store.ts';

const KEPT_MS = 7 * DAY_MS;
const PORTION = 2000;
const PORTIONS_A_NIGHT = 100;

/** The cron's part: deletes instructions that ended a week ago. The ledgers' journals keep what they did. */
export async function forgetEndedInstructions(ctx: SystemCtx): Promise<void> {
  for (let portion = 0; portion < PORTIONS_A_NIGHT; portion++) {
    if ((await deleteEndedInstructions(ctx, ctx.now - KEPT_MS, PORTION)) < PORTION) return;
  }
}
