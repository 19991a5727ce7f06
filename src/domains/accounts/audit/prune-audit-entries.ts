import type { SystemCtx } from '../../../context.ts';
import { pruneInBatches } from '../../../db/prune.ts';
import { lowestId } from '../../../kit/ids.ts';
import { monthsBefore } from '../../../kit/time.ts';
import { deleteEntriesBelow } from './store.ts';

export const KEEP_MONTHS = 13;

/** Deletes entries older than 13 months, a bounded number at a time. */
export async function pruneAuditEntries(ctx: SystemCtx): Promise<void> {
  const oldest = lowestId('auditEntry', monthsBefore(ctx.now, KEEP_MONTHS));
  await pruneInBatches(() => deleteEntriesBelow(ctx, oldest));
}
