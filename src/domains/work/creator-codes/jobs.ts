import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

export const creatorCodeJobs = [
  defineJob({
    name: 'sync creator codes',
    when: EVERY_MINUTE,
    lane: 'shops',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./sync-codes.ts')).syncDueCodes,
  }),
  defineJob({
    name: 'look at creator codes',
    when: EVERY_MINUTE,
    lane: 'shops',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./look-at-codes.ts')).lookAtCodes,
  }),
];
