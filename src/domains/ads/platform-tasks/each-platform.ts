// Handles each platform separately within a run, so that a hanging platform does not delay the others.
import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { RunBudget } from './run-budget.ts';

/** Concurrent calls to one platform. An invocation has six connections. */
const AT_A_TIME = 2;
const ALONE_AT_A_TIME = 5;
/** How often to look for new tasks of other platforms while one platform has not answered. */
const LOOK_MS = 2 * SECOND_MS;

/**
 * @param due lists the platforms that have something to do; costs one subrequest.
 * @param next does the next thing for a platform within the budget and returns whether there may be more.
 * @returns whether something is left for the next run.
 */
export async function eachPlatform<P extends string>(
  ctx: SystemCtx,
  due: (ctx: SystemCtx) => Promise<P[]>,
  next: (run: RunBudget, platform: P) => Promise<boolean>,
): Promise<boolean> {
  const run = new RunBudget(ctx);
  const busy = new Map<P, Promise<void>>();
  while (run.take(1)) {
    const platforms = (await due(run.ctx)).filter((platform) => !busy.has(platform));
    const atATime = busy.size + platforms.length > 1 ? AT_A_TIME : ALONE_AT_A_TIME;
    for (const platform of platforms) {
      const workers = Array.from({ length: atATime }, () => worker(run, platform, next));
      busy.set(
        platform,
        Promise.all(workers).then(() => void busy.delete(platform)),
      );
    }
    if (busy.size === 0) return false;
    await Promise.race([...busy.values(), looked()]);
  }
  await Promise.all(busy.values());
  return (await due(run.ctx)).length > 0;
}

const looked = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));

async function worker<P>(
  run: RunBudget,
  platform: P,
  next: (run: RunBudget, platform: P) => Promise<boolean>,
): Promise<void> {
  try {
    while (await next(run, platform));
  } catch (error) {
    // The lease of what the worker claimed expires, and then it is tried again.
    log('error', { platform, error: describeError(error) });
  }
}
