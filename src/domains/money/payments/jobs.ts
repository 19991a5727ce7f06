import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { SECOND_MS } from '../../../kit/time.ts';

export const paymentJobs = [
  defineJob({
    name: 'release payments',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./release-payments.ts')).releasePayments,
  }),
  defineJob({
    name: 'note released payments',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./release-payments.ts')).noteReleased,
  }),
];
