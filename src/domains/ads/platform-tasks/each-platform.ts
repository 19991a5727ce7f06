// One run over the platforms, each by itself, so that one which hangs delays no other.
import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { RunBudget } from './run-budget.ts';

/** Calls to one platform at once; an invocation has six connections. */
const AT_A_TIME = 2;
const ALONE_AT_A_TIME = 5;
/** While a platform keeps its answer back, how often the others' new tasks are looked for. */
const LOOK_MS = 2 * SECOND_MS;

/**
 * @param due the platforms where something is to be done; costs one subrequest.
 * @param next does the next thing there, within the budget. @returns whether there may be more to do now.
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
    // Its lease runs out, and then it is tried again.
    log('error', { platform, error: describeError(error) });
  }
}
