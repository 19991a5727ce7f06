import type { SystemCtx } from '../../../context.ts';
import type { Lane } from '../../../jobs/lanes.ts';
import * as clock from '../../../kit/clock.ts';
import { describeError, log } from '../../../kit/log.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { saveLaneRunNow } from './store.ts';

/**
 * Notes that a lane is at work, for the health endpoint.
 * @returns what to call before each further job: a lane that has slow jobs is at work all the same. It never throws, since a
 * lane must run whatever becomes of the note.
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
