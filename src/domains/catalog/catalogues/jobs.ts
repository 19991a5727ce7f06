import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const catalogueJobs = [
  defineJob({
    name: 'sync products of shops',
    when: EVERY_MINUTE,
    lane: 'products',
    atMost: 5 * MINUTE_MS,
    load: async () => (await import('./sync-due-catalogues.ts')).syncDueCatalogues,
  }),
];
