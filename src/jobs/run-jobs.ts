import type { Env } from '../env.ts';
import { describeError, log } from '../kit/log.ts';
import { SECOND_MS } from '../kit/time.ts';
import { systemCtx } from '../system-ctx.ts';
import type { Job } from './define-job.ts';

/**
 * Runs jobs one after another, whatever becomes of each. Throws at the end when any failed or took too long, and names
 * them.
 * @param at the moment to work at, in milliseconds.
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
 * Waits for a job as long as it may take. One that takes longer is left to itself, and ends at the latest with its
 * invocation: each of its steps may be the last, and the next run finds what is left.
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
