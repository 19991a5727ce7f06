import type { SystemCtx } from '../../../context.ts';
import * as clock from '../../../kit/clock.ts';
import { describeError, log } from '../../../kit/log.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import type { Lane } from '../../../lanes.ts';
import { saveLaneRunNow } from './store.ts';

/**
 * Records that a lane is working, for the health endpoint.
 * @returns a function to call before each further job, so that a lane with slow jobs still counts as working.
 * It never throws, because a lane must run even if the record fails.
 */
export function lanePulse(ctx: SystemCtx, lane: Lane): () => Promise<void> {
  let noted = -1;
  return async () => {
    const minute = Math.floor(clock.now() / MINUTE_MS);
    if (minute === noted) return;
    noted = minute;
    await saveLaneRunNow(ctx, lane, clock.now()).catch((error) =>
      log('error', { lane, error: `its run was not noted: ${describeError(error)}` }),
    );
  };
}
