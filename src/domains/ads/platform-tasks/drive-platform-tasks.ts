import type { SystemCtx } from '../../../context.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';
import { driveTask, LEASE_MS, TASK_SUBREQUESTS } from './drive-task.ts';
import { eachPlatform } from './each-platform.ts';
import { claimTask, listDuePlatforms } from './store.ts';

/**
 * Drives the platform tasks that are due. What does not fit into one run is left to the next, which starts right away.
 * Run by cron and by nudges.
 */
export async function drivePlatformTasks(ctx: SystemCtx): Promise<void> {
  const left = await eachPlatform(ctx, listDuePlatforms, async (run, platform) => {
    if (!run.take(TASK_SUBREQUESTS)) return false;
    const claimed = await claimTask(run.ctx, platform, run.ctx.now + LEASE_MS);
    if (claimed) await driveTask(run, claimed);
    else run.giveBack(TASK_SUBREQUESTS - 1);
    return claimed !== null;
  });
  if (left) await ctx.env.LANE_ADS.send({ cron: EVERY_MINUTE, at: ctx.now });
}
