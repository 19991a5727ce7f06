import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const embedJobs = [
  defineJob({
    name: 'prune embed sessions',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./prune-embeds.ts')).pruneEmbeds,
  }),
];
