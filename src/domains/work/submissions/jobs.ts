import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const submissionJobs = [
  defineJob({
    name: 'resolve short links',
    when: EVERY_MINUTE,
    lane: 'posts',
    atMost: MINUTE_MS,
    load: async () => (await import('./resolve-short-links.ts')).resolveShortLinks,
  }),
];
