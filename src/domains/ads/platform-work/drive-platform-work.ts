import type { SystemCtx } from '../../../context.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { describeError, log } from '../../../kit/log.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { driveWork, LEASE_MS, WORK_SUBREQUESTS } from './drive-work.ts';
import type { WorkRow } from './interface.ts';
import { RunBudget } from './run-budget.ts';
import { claimWork, listDuePlatforms } from './store.ts';

/** Works of a platform that are driven at once; an invocation has six connections. */
const AT_A_TIME = 2;
/** While a platform keeps its answer back, how often the others' new work is looked for. */
const LOOK_MS = 2 * SECOND_MS;

/**
 * Drives what is due at the platforms, each platform by itself, so that one which hangs delays no other. What one run has
 * no room for is left to the next, which begins right behind it. Cron and nudges.
 */
export async function drivePlatformWork(ctx: SystemCtx): Promise<void> {
  const run = new RunBudget(ctx);
  const busy = new Map<WorkRow['platform'], Promise<void>>();
  while (run.take(1)) {
    for (const platform of await listDuePlatforms(run.ctx)) {
      if (busy.has(platform)) continue;
      const workers = Array.from({ length: AT_A_TIME }, () => driveOf(run, platform));
      busy.set(
        platform,
        Promise.all(workers).then(() => void busy.delete(platform)),
      );
    }
    if (busy.size === 0) return;
    await Promise.race([...busy.values(), looked()]);
  }
  await Promise.all(busy.values());
  if ((await listDuePlatforms(run.ctx)).length > 0)
    await ctx.env.LANE_ADS.send({ cron: EVERY_MINUTE, at: run.ctx.now });
}

const looked = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));

async function driveOf(run: RunBudget, platform: WorkRow['platform']): Promise<void> {
  while (run.take(WORK_SUBREQUESTS)) {
    let work: string | null = null;
    try {
      const claimed = await claimWork(run.ctx, platform, run.ctx.now + LEASE_MS);
      if (!claimed) {
        run.giveBack(WORK_SUBREQUESTS - 1);
        return;
      }
      work = claimed.id;
      await driveWork(run, claimed);
    } catch (error) {
      // Its lease runs out, and then it is tried again.
      log('error', { platform, work, error: describeError(error) });
      if (work === null) return;
    }
  }
}
