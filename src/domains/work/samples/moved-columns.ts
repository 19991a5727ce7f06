import { DAY_MS } from '../../../kit/time.ts';
import type { SampleRow } from './sample.ts';
import type { State } from './transitions.ts';

/** How long an address waits for the sample to be sent, and is kept after it was sent, and after it arrived. */
const UNSENT_MS = 120 * DAY_MS;
/** How long an offer waits for an answer. */
const OFFERED_MS = 30 * DAY_MS;
const KEPT_AFTER_SHIPPING_MS = 120 * DAY_MS;
const KEPT_AFTER_DELIVERY_MS = 30 * DAY_MS;

/** When a sample that was not sent loses the address that its creator gives now. @param now milliseconds. */
export const unsentUntil = (now: number): number => now + UNSENT_MS;

/** When an offer that is made now ends. @param now milliseconds. */
export const offeredUntil = (now: number): number => now + OFFERED_MS;

/** What a sample keeps of a move: when it was, and how long its address stays. @param now milliseconds. */
export function movedColumns(now: number, before: SampleRow, to: State): Partial<SampleRow> {
  if (to === before.status) return {};
  switch (to) {
    case 'approved':
      return { approvedAt: now };
    case 'rejected':
      return { address: null, eraseAt: null };
    case 'shipped':
      return { shippedAt: now, eraseAt: now + KEPT_AFTER_SHIPPING_MS };
    case 'delivered':
      return {
        deliveredAt: now,
        eraseAt: before.eraseAt === null ? null : Math.min(before.eraseAt, now + KEPT_AFTER_DELIVERY_MS),
      };
    default:
      return {};
  }
}
