import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const postJobs = [
  defineJob({
    name: 'match posts',
    when: EVERY_MINUTE,
    lane: 'posts',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./match-posts.ts')).matchPosts,
  }),
  defineJob({
    name: 'review posts',
    when: EVERY_MINUTE,
    lane: 'posts',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./review-posts.ts')).reviewPosts,
  }),
];
