import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const adSyncJobs = [
  defineJob({
    name: 'sync ads',
    when: EVERY_MINUTE,
    lane: 'results',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./sync-ads.ts')).syncAds,
  }),
  defineJob({
    name: 'report ad spend',
    when: EVERY_MINUTE,
    lane: 'results',
    atMost: MINUTE_MS,
    load: async () => (await import('./report-spend.ts')).reportSpend,
  }),
];
