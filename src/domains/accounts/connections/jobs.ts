import { defineJob } from '../../../jobs/define-job.ts';
import { NIGHTLY } from '../../../jobs/lanes.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

export const connectionJobs = [
  defineJob({
    name: 'forget visits',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./visit.ts')).forgetVisits,
  }),
];
