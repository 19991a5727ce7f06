import type { SystemCtx } from './context.ts';
import type { Lazy } from './kit/lazy.ts';
import type { Lane, Schedule } from './lanes.ts';

/**
 * A job works at its scheduled time and does a bounded amount of work. It may be killed at any point, may run
 * twice at once, and its failure does not affect other jobs.
 */
export interface Job {
  name: string;
  when: Schedule;
  lane: Lane;
  /** Milliseconds after which the lane continues without it. */
  atMost: number;
  /** Loads the verb when the job is due, so that no other code pays for its module. */
  load: Lazy<(ctx: SystemCtx) => Promise<void>>;
}

/** A job is data, like a route: a domain's `jobs.ts` lists its jobs, and `src/jobs.ts` registers them. */
export function defineJob(job: Job): Job {
  return job;
}
