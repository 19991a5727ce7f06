import type { SystemCtx } from '../../../context.ts';
import { pruneInBatches } from '../../../db/prune.ts';
import { closeUnsentSamples } from './close-samples.ts';
import { deleteDueAddresses } from './store.ts';

/**
 * Erases the addresses of samples that arrived 30 days ago, were sent 120 days ago, or were not sent for 120 days: those
 * are rejected. Cron.
 */
export async function eraseAddresses(ctx: SystemCtx): Promise<void> {
  await closeUnsentSamples(ctx);
  await pruneInBatches(() => deleteDueAddresses(ctx));
}
