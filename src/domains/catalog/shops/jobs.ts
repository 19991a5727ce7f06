import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const shopJobs = [
  defineJob({
    name: 'sync shops',
    when: EVERY_MINUTE,
    lane: 'shops',
    atMost: 5 * MINUTE_MS,
    load: async () => (await import('./sync-due-shops.ts')).syncDueShops,
  }),
  defineJob({
    name: 'forget customers of shops',
    when: EVERY_MINUTE,
    lane: 'shops',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./forget-customers.ts')).forgetCustomers,
  }),
];
