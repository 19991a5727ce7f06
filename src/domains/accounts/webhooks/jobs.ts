import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const webhookJobs = [
  defineJob({
    name: 'relay outboxes',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: MINUTE_MS,
    load: async () => (await import('./relay-outbox.ts')).relayAllOutboxes,
  }),
  defineJob({
    name: 'sweep deliveries',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: MINUTE_MS,
    load: async () => (await import('./sweep-deliveries.ts')).sweepDeliveries,
  }),
  defineJob({
    name: 'tell of failing webhooks',
    when: EVERY_MINUTE,
    lane: 'events',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./tell-failing-webhooks.ts')).tellFailingWebhooks,
  }),
  defineJob({
    name: 'prune events',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 2 * MINUTE_MS,
    load: async () => (await import('./prune-events.ts')).pruneEvents,
  }),
  defineJob({
    name: 'forget relayed rows',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./relay-outbox.ts')).forgetRelayed,
  }),
];
