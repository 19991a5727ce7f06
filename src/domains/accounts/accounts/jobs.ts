import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const accountJobs = [
  defineJob({
    name: 'import pictures',
    when: EVERY_MINUTE,
    lane: 'files',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./import-pictures.ts')).importPictures,
  }),
];
