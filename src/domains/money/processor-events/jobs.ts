import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const processorEventJobs = [
  defineJob({
    name: 'handle processor events',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: MINUTE_MS,
    load: async () => (await import('./handle-due-events.ts')).handleDueEvents,
  }),
  defineJob({
    name: 'forget processor events',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./handle-due-events.ts')).forgetOldEvents,
  }),
];
