import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

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
