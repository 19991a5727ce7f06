import { defineJob } from '../../../jobs/define-job.ts';
import { NIGHTLY } from '../../../jobs/lanes.ts';
import { SECOND_MS } from '../../../kit/time.ts';

export const productJobs = [
  defineJob({
    name: 'prune readings of access codes',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./prune-code-readings.ts')).pruneCodeReadings,
  }),
];
