import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const ledgerInstructionJobs = [
  defineJob({
    name: 'drive ledger instructions',
    when: EVERY_MINUTE,
    lane: 'money',
    atMost: MINUTE_MS,
    load: async () => (await import('./drive-instructions.ts')).driveOpenInstructions,
  }),
  defineJob({
    name: 'forget ledger instructions',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./forget-instructions.ts')).forgetEndedInstructions,
  }),
];
