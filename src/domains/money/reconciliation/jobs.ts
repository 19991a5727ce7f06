import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const reconciliationJobs = [
  defineJob({
    name: 'reconcile charges',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./reconcile-charges.ts')).reconcileCharges,
  }),
  defineJob({
    name: 'follow chargebacks',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./follow-chargebacks.ts')).followChargebacks,
  }),
];
