import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const peopleJobs = [
  defineJob({
    name: 'tell that lost second factors are off',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 5 * SECOND_MS,
    load: async () => (await import('./tell-removed-factors.ts')).tellRemovedFactors,
  }),
  defineJob({
    name: 'forget expired links and sessions',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./forget-expired.ts')).forgetExpired,
  }),
];
