// Crons do no work of their own, because an invocation has only 30 s of CPU and six connections. They wake
// the lanes, each of which has its own invocation.
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { describeError, log } from './kit/log.ts';
import { isSchedule, LANES, queueOf } from './lanes.ts';

/**
 * Sends a message to each lane that has jobs for a cron expression. A lane that cannot be woken does not stop
 * the others. Throws at the end if one failed, and for an expression without jobs.
 * @param at the scheduled time in milliseconds.
 */
export async function wakeLanes(cron: string, at: number, env: Env): Promise<void> {
  const lanes = LANES.filter((lane) => jobs.some((job) => job.lane === lane && job.when === cron));
  if (!isSchedule(cron) || lanes.length === 0) throw new Error(`no jobs for cron ${cron}`);
  const failed: string[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      try {
        await queueOf(env, lane).send({ cron, at });
      } catch (error) {
        failed.push(lane);
        log('error', { lane, cron, error: describeError(error) });
      }
    }),
  );
  if (failed.length > 0) throw new Error(`not woken: ${failed.join(', ')}`);
}
