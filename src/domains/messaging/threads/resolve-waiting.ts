import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { saveResolvedNow } from '../thread-record/interface.ts';

/** Resolves support threads whose customers have not answered for 14 days. A message opens them again. A job. */
export async function resolveWaiting(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(async () => await saveResolvedNow(ctx, PRUNED_AT_ONCE));
}
