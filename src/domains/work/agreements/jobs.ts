import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const agreementJobs = [
  defineJob({
    name: 'tell of agreements',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./tell-agreements.ts')).tellAgreements,
  }),
];
