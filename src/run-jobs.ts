import type { Job } from './define-job.ts';
import type { Env } from './env.ts';
import { describeError, log } from './kit/log.ts';
import { SECOND_MS } from './kit/time.ts';
import { systemCtx } from './system-ctx.ts';

/**
 * Runs jobs one after another, even if some fail. Throws at the end if any failed or took too long, naming
 * them.
 * @param at the time to work at, in milliseconds.
 * @param before is called before each job.
 */
export async function runJobs(
  jobs: readonly Job[],
  at: number,
  env: Env,
  before = async () => {},
): Promise<void> {
  const failed: string[] = [];
  for (const job of jobs) {
    await before();
    try {
      await withinItsTime(job, runJob(job, at, env));
    } catch (error) {
      failed.push(job.name);
      log('error', { lane: job.lane, job: job.name, error: describeError(error) });
    }
  }
  if (failed.length > 0) throw new Error(`failed: ${failed.join(', ')}`);
}

async function runJob(job: Job, at: number, env: Env): Promise<void> {
  const run = await job.load();
  await run(systemCtx(env, at));
}

/**
 * Waits for a job for at most its time. A job that takes longer keeps running without the lane, at most until
 * its invocation ends: any of its steps may be the last, and the next run continues.
 */
async function withinItsTime(job: Job, running: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const overrun = new Promise<never>((_, reject) => {
    const late = () => reject(new Error(`took longer than ${job.atMost / SECOND_MS} s`));
    timer = setTimeout(late, job.atMost);
  });
  try {
    await Promise.race([running, overrun]);
  } finally {
    clearTimeout(timer);
  }
}
