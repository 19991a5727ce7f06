import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const mirrorJobs = [
  defineJob({
    name: 'mirror posts',
    when: EVERY_MINUTE,
    lane: 'posts',
    atMost: 5 * MINUTE_MS,
    load: async () => (await import('./mirror-posts.ts')).mirrorPosts,
  }),
];
