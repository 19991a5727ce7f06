import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteOver } from './grant-store.ts';
import { deleteNeverShown, deleteUnused, saveForgottenNetworks } from './store.ts';

const NEVER_SHOWN_MS = DAY_MS;
const UNUSED_MS = 30 * DAY_MS;
/** How long after a grant has ended the reason for its end is kept. */
const KNOWN_MS = 30 * DAY_MS;

/** Deletes requests, codes, tokens and grants that are over, and registered clients that nobody ever used. A job. */
export async function pruneApps(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteOver(ctx, ctx.now - KNOWN_MS, PRUNED_AT_ONCE));
  await pruneInBatches(() => deleteUnused(ctx, ctx.now - UNUSED_MS, PRUNED_AT_ONCE));
  await saveForgottenNetworks(ctx);
}

/** Deletes clients that registered themselves but were never shown on a consent page. A job. */
export async function pruneNeverShown(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteNeverShown(ctx, ctx.now - NEVER_SHOWN_MS, PRUNED_AT_ONCE));
}
