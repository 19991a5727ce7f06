import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const accrualJobs = [
  defineJob({
    name: 'schedule sales',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 15 * SECOND_MS,
    load: async () => (await import('./schedule-sales.ts')).scheduleSales,
  }),
  defineJob({
    name: 'import conversions',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 15 * SECOND_MS,
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
];
