import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const campaignJobs = [
  defineJob({
    name: 'hold spent campaigns',
    when: EVERY_MINUTE,
    lane: 'ads',
    atMost: MINUTE_MS,
    load: async () => (await import('../campaign-reports/hold-spent.ts')).holdSpent,
  }),
  defineJob({
    name: 'launch scheduled campaigns',
    when: EVERY_MINUTE,
    lane: 'ads',
    atMost: MINUTE_MS,
    load: async () => (await import('./launch-scheduled.ts')).launchScheduled,
  }),
];
