import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

export const shopJobs = [
  defineJob({
    name: 'sync shops',
    when: EVERY_MINUTE,
    lane: 'shops',
    atMost: 5 * MINUTE_MS,
    load: async () => (await import('./sync-due-shops.ts')).syncDueShops,
  }),
];
