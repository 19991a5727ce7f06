import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const paymentJobs = [
  defineJob({
    name: 'release payments',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./release-payments.ts')).releasePayments,
  }),
  defineJob({
    name: 'mark released payable',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./mark-released-payable.ts')).markReleasedPayable,
  }),
];
