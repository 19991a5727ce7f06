import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const adsPlanJobs = [
  defineJob({
    name: 'end ads plans',
    when: EVERY_MINUTE,
    lane: 'ads',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./end-ads-plans.ts')).endAdsPlans,
  }),
];
