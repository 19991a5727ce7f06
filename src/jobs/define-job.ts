import type { SystemCtx } from '../context.ts';
import type { Lazy } from '../kit/lazy.ts';
import type { Lane, Schedule } from './lanes.ts';

/**
 * A job works at its scheduled time, does a bounded piece of work, may be killed anywhere and run twice at once, and
 * fails alone.
 */
export interface Job {
  name: string;
  when: Schedule;
  lane: Lane;
  /** Milliseconds, after which the lane goes on without it. */
  atMost: number;
  /** Loads the verb, when the job is due: nobody else pays for its module. */
  load: Lazy<(ctx: SystemCtx) => Promise<void>>;
}

/** A job is data, as a route is: `jobs.ts` of a domain lists them, `src/jobs.ts` registers them. */
export function defineJob(job: Job): Job {
  return job;
}
