import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const noticeJobs = [
  defineJob({
    name: 'spread notices',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./spread-notices.ts')).spreadNotices,
  }),
  defineJob({
    name: 'mail notices',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./mail-notices.ts')).mailNotices,
  }),
  defineJob({
    name: 'mail digests',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./mail-digests.ts')).mailDigests,
  }),
];
