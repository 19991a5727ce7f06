import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const keyJobs = [
  defineJob({
    name: 'prune problems of keys',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./keep-key-problems.ts')).pruneKeyProblems,
  }),
];
