// Reads what the shop script wrote into a cart. It comes from a visitor's browser, so it is checked as an event is.
import { jsonIssue } from '../kit/json.ts';
import { MAX_CART_LANDING } from './cart-attribute.ts';
import type { KeptLanding } from './event-body.ts';
import { isObject, moment } from './fields.ts';
import { toLanding } from './kept-landing.ts';

/** `landedAt` in milliseconds. */
export interface CartLanding extends KeptLanding {
  landedAt?: number;
}

/**
 * The landing in the cart attribute of an order; null if the attribute is not the script's. The script writes only with
 * the visitor's consent, so an empty landing still says that there is consent.
 * @param now in milliseconds. A landing after it counts as one at that time.
 */
export function readCartLanding(text: string, now: number): CartLanding | null {
  if (text.length > MAX_CART_LANDING) return null;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(given) || jsonIssue(given)) return null;
  const at = moment(given.at);
  const landedAt = at > 0 ? Math.min(at, now) : undefined;
  return { ...toLanding(given, landedAt ?? now), ...(landedAt === undefined ? {} : { landedAt }) };
}
