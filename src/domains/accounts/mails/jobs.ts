import { defineJob } from '../../../jobs/define-job.ts';
import { EVERY_MINUTE } from '../../../jobs/lanes.ts';
import { SECOND_MS } from '../../../kit/time.ts';

export const mailJobs = [
  defineJob({
    name: 'send mails',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 20 * SECOND_MS,
    load: async () => (await import('./send-mails.ts')).sendMails,
  }),
];
