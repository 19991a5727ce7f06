import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const cardJobs = [
  defineJob({
    name: 'detach replaced cards',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./detach-replaced-cards.ts')).detachReplacedCards,
  }),
];
