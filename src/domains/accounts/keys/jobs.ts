import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

export const keyJobs = [
  defineJob({
    name: 'prune problems of keys',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./keep-key-problems.ts')).pruneKeyProblems,
  }),
];
