import type { SystemCtx } from '../../../context.ts';
import { pruneInBatches } from '../../../db/prune.ts';
import { lowestId } from '../../../kit/ids.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteEmbedsBelow } from './store.ts';

const KEEP_MS = 30 * DAY_MS;

/**
 * Deletes sessions after 30 days, and those that no frame opened after a day, a bounded number at a time.
 */
export async function pruneEmbeds(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteEmbedsBelow(ctx, lowestId('embed', ctx.now - KEEP_MS), false));
  await pruneInBatches(() => deleteEmbedsBelow(ctx, lowestId('embed', ctx.now - DAY_MS), true));
}
