import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../jobs/lanes.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';

export const earningJobs = [
  defineJob({
    name: 'import conversions',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./import-conversions.ts')).importConversions,
  }),
  defineJob({
    name: 'count approvals',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./count-approvals.ts')).countApprovals,
  }),
  defineJob({
    name: 'count conversions',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./count-conversions.ts')).countConversions,
  }),
  defineJob({
    name: 'pay what was earned',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./pay-earned.ts')).payEarned,
  }),
  defineJob({
    name: 'mark commissions payable',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./mark-commissions-payable.ts')).markCommissionsPayable,
  }),
  defineJob({
    name: 'charge brand fees',
    when: NIGHTLY,
    lane: 'money',
    atMost: MINUTE_MS,
    load: async () => (await import('./charge-brand-fees.ts')).chargeBrandFees,
  }),
];
