import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../jobs/lanes.ts';
import { SECOND_MS } from '../../../kit/time.ts';

export const sampleJobs = [
  defineJob({
    name: 'erase addresses of samples',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./erase-addresses.ts')).eraseAddresses,
  }),
  defineJob({
    name: 'close samples of ended relationships',
    when: NIGHTLY,
    lane: 'shops',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./close-samples.ts')).closePartedSamples,
  }),
];
