import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const adAuthorizationJobs = [
  defineJob({
    name: 'expire ad authorizations',
    when: EVERY_MINUTE,
    lane: 'ads',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./expire-ad-authorizations.ts')).expireAdAuthorizations,
  }),
  defineJob({
    name: 'tell of ad authorizations that expire soon',
    when: EVERY_MINUTE,
    lane: 'ads',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./tell-expiring.ts')).tellExpiring,
  }),
  defineJob({
    name: 'look at ad authorizations in use',
    when: EVERY_MINUTE,
    lane: 'ads',
    atMost: 60 * SECOND_MS,
    load: async () => (await import('./look-at-permissions.ts')).lookAtPermissions,
  }),
];
