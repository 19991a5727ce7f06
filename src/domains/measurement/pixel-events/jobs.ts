import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const pixelEventJobs = [
  defineJob({
    name: 'sweep pixel events',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: MINUTE_MS,
    load: async () => (await import('./sweep-events.ts')).sweepEvents,
  }),
  defineJob({
    name: 'archive pixel events',
    when: EVERY_MINUTE,
    lane: 'files',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./archive-events.ts')).archiveEvents,
  }),
  defineJob({
    name: 'forget visitors in the archive',
    when: EVERY_MINUTE,
    lane: 'files',
    atMost: MINUTE_MS,
    load: async () => (await import('./forget-archived.ts')).forgetArchived,
  }),
  defineJob({
    name: 'tidy event shards',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./archive-events.ts')).tidyShards,
  }),
];
