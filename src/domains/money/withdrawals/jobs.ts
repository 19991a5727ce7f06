import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const withdrawalJobs = [
  defineJob({
    name: 'drive withdrawals',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: MINUTE_MS,
    load: async () => (await import('./drive-withdrawals.ts')).driveWithdrawals,
  }),
];
