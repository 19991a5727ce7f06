import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { SECOND_MS } from '../../../kit/time.ts';

export const adAuthorizationJobs = [
  defineJob({
    name: 'expire ad authorizations',
    when: EVERY_MINUTE,
    lane: 'ads',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./expire-ad-authorizations.ts')).expireAdAuthorizations,
  }),
];
