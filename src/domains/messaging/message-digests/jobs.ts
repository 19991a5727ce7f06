import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const messageDigestJobs = [
  defineJob({
    name: 'wake readers of messages',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./wake-readers.ts')).wakeReaders,
  }),
  defineJob({
    name: 'mail unread messages',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./mail-unread.ts')).mailUnread,
  }),
];
