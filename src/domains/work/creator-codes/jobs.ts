import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

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
