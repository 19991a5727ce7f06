import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const platformTaskJobs = [
  defineJob({
    name: 'drive platform tasks',
    when: EVERY_MINUTE,
    lane: 'ads',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./drive-platform-tasks.ts')).drivePlatformTasks,
  }),
];
