import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const connectionJobs = [
  defineJob({
    name: 'watch connections',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./watch-connections.ts')).watchConnections,
  }),
  defineJob({
    name: 'renew unused connections',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./renew-unused.ts')).renewUnused,
  }),
  defineJob({
    name: 'forget visits',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./visit.ts')).forgetVisits,
  }),
];
