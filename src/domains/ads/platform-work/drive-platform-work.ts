import type { SystemCtx } from '../../../context.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { driveWork, LEASE_MS, WORK_SUBREQUESTS } from './drive-work.ts';
import { eachPlatform } from './each-platform.ts';
import { claimWork, listDuePlatforms } from './store.ts';

/**
 * Drives what is due at the platforms. What one run has no room for is left to the next, which begins right behind it.
 * Cron and nudges.
 */
export async function drivePlatformWork(ctx: SystemCtx): Promise<void> {
  const left = await eachPlatform(ctx, listDuePlatforms, async (run, platform) => {
    if (!run.take(WORK_SUBREQUESTS)) return false;
    const claimed = await claimWork(run.ctx, platform, run.ctx.now + LEASE_MS);
    if (claimed) await driveWork(run, claimed);
    else run.giveBack(WORK_SUBREQUESTS - 1);
    return claimed !== null;
  });
  if (left) await ctx.env.LANE_ADS.send({ cron: EVERY_MINUTE, at: ctx.now });
}
