import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const claimJobs = [
  defineJob({
    name: 'mail invitations',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./mail-invitations.ts')).mailInvitations,
  }),
];
