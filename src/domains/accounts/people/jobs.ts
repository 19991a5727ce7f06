import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { NIGHTLY } from '../../../lanes.ts';

export const peopleJobs = [
  defineJob({
    name: 'forget expired links and sessions',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./forget-expired.ts')).forgetExpired,
  }),
];
