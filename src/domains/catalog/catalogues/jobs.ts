import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { MINUTE_MS } from '../../../kit/time.ts';

export const catalogueJobs = [
  defineJob({
    name: 'sync products of shops',
    when: EVERY_MINUTE,
    lane: 'products',
    atMost: 5 * MINUTE_MS,
    load: async () => (await import('./sync-due-catalogues.ts')).syncDueCatalogues,
  }),
];
