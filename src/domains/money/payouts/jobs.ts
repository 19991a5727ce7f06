import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const payoutJobs = [
  defineJob({
    name: 'make payouts',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./make-payouts.ts')).makePayouts,
  }),
  defineJob({
    name: 'drive payouts',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: MINUTE_MS,
    load: async () => (await import('./drive-payouts.ts')).drivePayouts,
  }),
];
