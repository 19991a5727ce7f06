import type { Consent, PixelEventBody } from '../../../pixel/event-body.ts';
import { forgetVisitor } from '../../../pixel/forget-visitor.ts';

const STRICTER: readonly Consent[] = ['granted', 'unknown', 'denied'];

/**
 * Two reports of one event as one: `first` keeps what it has, `second` adds what `first` lacked.
 * Consent is the stricter of the two, and what it forbids is taken out of what either brought; a bot is one only if both
 * reports look like it. Merging the same report again gives back the very same text, by which a caller sees that nothing
 * was learned.
 */
export function mergeBodies(first: PixelEventBody, second: PixelEventBody): PixelEventBody {
  const merged: PixelEventBody = fill(first, second);
  if (STRICTER.indexOf(second.consent) > STRICTER.indexOf(first.consent)) merged.consent = second.consent;
  // A value and its currency belong together.
  if (first.value === undefined && second.value !== undefined && second.currency !== undefined) {
    merged.currency = second.currency;
  }
  if (first.user && second.user) merged.user = fill(first.user, second.user);
  if (first.clickIds && second.clickIds) merged.clickIds = fill(first.clickIds, second.clickIds);
  // So do the parts of a place: two reports that name different countries are not mixed.
  if (first.location && second.location) {
    const [one, other] = [first.location.country, second.location.country];
    if (one === other || !one || !other) merged.location = fill(first.location, second.location);
  }
  if (first.confirmedAt !== undefined && second.confirmedAt !== undefined) {
    merged.confirmedAt = Math.min(first.confirmedAt, second.confirmedAt);
  }
  if (!first.bot || !second.bot) delete merged.bot;
  if (merged.consent !== 'granted') forgetVisitor(merged);
  return merged;
}

function fill<T extends object>(first: T, second: T): T {
  const out = { ...first };
  for (const key of Object.keys(second) as (keyof T)[]) {
    if (out[key] === undefined) out[key] = second[key];
  }
  return out;
}
