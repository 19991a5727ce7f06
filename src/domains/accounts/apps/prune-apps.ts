import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteOver } from './grant-store.ts';
import { deleteNeverShown, deleteUnused, saveForgottenNetworks } from './store.ts';

const NEVER_SHOWN_MS = DAY_MS;
const UNUSED_MS = 30 * DAY_MS;
/** For how long it is known why a grant is over. */
const KNOWN_MS = 30 * DAY_MS;

/** Forgets requests, codes, tokens and grants that are over, and clients that nobody used. A job. */
export async function pruneApps(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteOver(ctx, ctx.now - KNOWN_MS, PRUNED_AT_ONCE));
  await pruneInBatches(() => deleteUnused(ctx, ctx.now - UNUSED_MS, PRUNED_AT_ONCE));
  await saveForgottenNetworks(ctx);
}

/** Forgets clients that registered themselves and that nobody was ever asked about. A job. */
export async function pruneNeverShown(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteNeverShown(ctx, ctx.now - NEVER_SHOWN_MS, PRUNED_AT_ONCE));
}
