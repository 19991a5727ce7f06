import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const brandFeeJobs = [
  defineJob({
    name: 'mark commissions payable',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('../brand-fees/mark-commissions-payable.ts')).markCommissionsPayable,
  }),
  defineJob({
    name: 'charge brand fees',
    when: NIGHTLY,
    lane: 'money',
    atMost: MINUTE_MS,
    load: async () => (await import('../brand-fees/charge-brand-fees.ts')).chargeBrandFees,
  }),
];
