import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const appJobs = [
  defineJob({
    name: 'forget clients that nobody was asked about',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./prune-apps.ts')).pruneNeverShown,
  }),
  defineJob({
    name: 'forget what apps had',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./prune-apps.ts')).pruneApps,
  }),
];
