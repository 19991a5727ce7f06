import type { SystemCtx } from '../../../context.ts';
import { pruneInBatches } from '../../../db/prune.ts';
import { deleteDueAddresses } from './store.ts';

/** Erases the addresses of samples that arrived 30 days ago, or were sent 120 days ago. Cron. */
export async function eraseAddresses(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteDueAddresses(ctx));
}
