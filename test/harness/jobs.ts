// The cron's work without its queues: the lanes one after another, always in the same order.

import type { Job } from '../../src/define-job.ts';
import type { Env } from '../../src/env.ts';
import { jobs } from '../../src/jobs.ts';
import { MINUTE_MS } from '../../src/kit/time.ts';
import { EVERY_MINUTE, LANES, type Lane, type Schedule } from '../../src/lanes.ts';
import { runJobs } from '../../src/run-jobs.ts';
import { testEnv } from './world.ts';

/**
 * Longer than any test: a process that a test kills stands still forever, and no other job may run in its
 * place.
 */
const patiently = (job: Job): Job => ({ ...job, atMost: 60 * MINUTE_MS });

/** The jobs with these names, in their lane's order. Throws for an unknown name. */
export function jobsNamed(...names: string[]): Job[] {
  const unknown = names.filter((name) => !jobs.some((job) => job.name === name));
  if (unknown.length > 0) throw new Error(`no such job: ${unknown.join(', ')}`);
  return jobs.filter((job) => names.includes(job.name)).map(patiently);
}

/**
 * Runs what a cron starts at `at` (milliseconds), lane by lane. Throws at the end, as a lane does, if jobs failed. All jobs
 * together ask the database some 150 times, which takes longer than most tests, so a test names the lanes that it is about.
 */
export async function runLanes(
  cron: Schedule,
  at: number,
  env: Env = testEnv,
  lanes: readonly Lane[] = LANES,
): Promise<void> {
  const inOrder = lanes.flatMap((lane) => jobs.filter((job) => job.lane === lane && job.when === cron));
  await runJobs(inOrder.map(patiently), at, env);
}

/** Runs the lanes of ads, as every minute's cron does. */
export async function runAdsLanes(at: number, env: Env): Promise<void> {
  await runLanes(EVERY_MINUTE, at, env, ['ads', 'results']);
}
