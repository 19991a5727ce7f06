// A second Worker for the jobs that read pictures, videos and documents. Their parsers are several times as
// large as all other code, and workerd compiles all of a Worker's code when it starts: in a Worker of their
// own they slow down no visitor and no API caller. It has no fetch handler.

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
