import type { SystemCtx } from '../../../context.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';
import { eachPlatform } from '../platform-tasks/each-platform.ts';
import { addSyncs, claimSync, listDueSyncs } from './store.ts';
import { SYNC_SUBREQUESTS, syncConnection } from './sync-connection.ts';

/** Longer than a run takes. */
const LEASE_MS = 4 * MINUTE_MS;

/**
 * Reads the ad accounts that are due. What does not fit into one run is left to the next, which starts right away.
 * Cron.
 */
export async function syncAds(ctx: SystemCtx): Promise<void> {
  await addSyncs(ctx, Object.keys(ctx.reactions.adPlatforms));
  const left = await eachPlatform(ctx, listDueSyncs, async (run, platform) => {
    if (!run.take(SYNC_SUBREQUESTS)) return false;
    const claimed = await claimSync(run.ctx, platform, run.ctx.now + LEASE_MS);
    if (claimed) await syncConnection(run, claimed);
    else run.giveBack(SYNC_SUBREQUESTS - 1);
    return claimed !== null;
  });
  if (left) await ctx.env.LANE_RESULTS.send({ cron: EVERY_MINUTE, at: ctx.now });
}
