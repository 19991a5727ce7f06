import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteOldAttempts } from './store.ts';

/** The longest window that attempts are counted in is 7 days. */
const COUNTED_MS = 8 * DAY_MS;

/** Forgets attempts that nobody counts any more. */
export async function forgetAttempts(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteOldAttempts(ctx, ctx.now - COUNTED_MS, PRUNED_AT_ONCE));
}
