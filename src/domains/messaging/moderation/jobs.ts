import { defineJob } from '../../../define-job.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const moderationJobs = [
  defineJob({
    name: 'carry out instructions to threads',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 10 * SECOND_MS,
    load: async () => {
      const { carryOutInstructions } = await import('./carry-out-instructions.ts');
      return (ctx) => carryOutInstructions(ctx);
    },
  }),
  defineJob({
    name: 'erase messages',
    when: EVERY_MINUTE,
    // Erasures delete files, and nobody waits for either within the minute.
    lane: 'files',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./continue-erasures.ts')).continueErasures,
  }),
  defineJob({
    name: 'walk through threads',
    when: EVERY_MINUTE,
    lane: 'files',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./continue-walks.ts')).continueWalks,
  }),
];
