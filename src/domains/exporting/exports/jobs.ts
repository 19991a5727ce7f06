import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const exportJobs = [
  defineJob({
    name: 'write exports',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./write-exports.ts')).writeExports,
  }),
];
