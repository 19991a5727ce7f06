import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { NIGHTLY } from '../../../lanes.ts';

export const productJobs = [
  defineJob({
    name: 'prune readings of access codes',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./prune-code-readings.ts')).pruneCodeReadings,
  }),
];
