// A second Worker for the jobs that read pictures, videos and documents. Their parsers weigh several times as much as
// everything else, and workerd compiles all of a Worker's code when it starts: here they cost no visitor and no API
// caller anything. It has no fetch handler.

import './local-settings.ts';
import { consumeJobs } from '../queues/jobs.ts';
import type { Env } from './env.ts';
import * as clock from './kit/clock.ts';
import { systemCtx } from './system-ctx.ts';

export default {
  async queue(batch, env): Promise<void> {
    await consumeJobs(batch, systemCtx(env, clock.now()));
  },
} satisfies ExportedHandler<Env>;
