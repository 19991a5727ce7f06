// A second Worker for the jobs that read pictures, videos and documents. Their parsers weigh several times as much as
// everything else, and workerd compiles all of a Worker's code when it starts: here they cost no visitor and no API
// caller anything. It has no fetch door.

import { consumeJobs } from '../queues/jobs.ts';
import { WriteSet } from './db/write-set.ts';
import type { Env } from './env.ts';
import { vars } from './env.ts';

export default {
  async queue(batch, env): Promise<void> {
    await consumeJobs(batch, { env, vars: vars(env), now: Date.now(), write: new WriteSet(env.DB) });
  },
} satisfies ExportedHandler<Env>;
