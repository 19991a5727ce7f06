import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const threadJobs = [
  defineJob({
    name: 'resolve support threads',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./resolve-waiting.ts')).resolveWaiting,
  }),
];
