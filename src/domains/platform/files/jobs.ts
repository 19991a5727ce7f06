import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const fileJobs = [
  defineJob({
    name: 'sweep files',
    when: EVERY_MINUTE,
    lane: 'files',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./sweep-files.ts')).sweepFiles,
  }),
];
