import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteOldAttempts } from './store.ts';

/** Attempts are counted in windows of at most 7 days. */
const COUNTED_MS = 8 * DAY_MS;

/** Deletes attempts that no window counts any more. */
export async function forgetAttempts(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteOldAttempts(ctx, ctx.now - COUNTED_MS, PRUNED_AT_ONCE));
}
