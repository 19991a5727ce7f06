import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const chargeJobs = [
  defineJob({
    name: 'make charges',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./make-charges.ts')).makeCharges,
  }),
  defineJob({
    name: 'drive charges',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: MINUTE_MS,
    load: async () => (await import('./drive-charges.ts')).driveCharges,
  }),
];
