import { defineJob } from '../../../define-job.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from '../../../lanes.ts';

export const sampleJobs = [
  defineJob({
    name: 'make orders of samples',
    when: EVERY_MINUTE,
    lane: 'shops',
    atMost: MINUTE_MS,
    load: async () => (await import('./make-orders.ts')).makeOrders,
  }),
  defineJob({
    name: 'follow parcels of samples',
    when: EVERY_MINUTE,
    lane: 'shops',
    atMost: MINUTE_MS,
    load: async () => (await import('./follow-parcels.ts')).followParcels,
  }),
  defineJob({
    name: 'erase addresses of samples',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./erase-addresses.ts')).eraseAddresses,
  }),
  defineJob({
    name: 'close samples of ended relationships',
    when: NIGHTLY,
    lane: 'shops',
    atMost: 30 * SECOND_MS,
    load: async () => (await import('./close-samples.ts')).closePartedSamples,
  }),
];
