import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';

export const auditJobs = [
  defineJob({
    name: 'prune the audit log',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./prune-audit-entries.ts')).pruneAuditEntries,
  }),
];
