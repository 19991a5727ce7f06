// Safari keeps a cookie that script has set for 7 days, for 24 hours after a decorated link. Behind the customer's own proxy
// the answer to a beacon is an answer of the customer's host, and a cookie that this sets lives as long as it says.
import { isObject } from './fields.ts';
import { LANDING_KEPT_MS } from './link-parameters.ts';

const DAY_MS = 864e5;
/** A cookie may have 4,096 bytes with its name and what else is said of it. */
const MAX_VALUE = 3_500;
/** What encodeURIComponent leaves as it is, and the sign that it escapes the rest with. */
const ENCODED = /^[\w.!~*'()%-]+$/;
const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * The Set-Cookie that renews what the script keeps, byte for byte, so that the script finds nothing to write anew. It ends 13
 * months after the landing, however often it is renewed. Null where there is no landing, or nothing of ours.
 * @param kept the cookie's value as the visitor who agreed sent it. @param origin that of the page.
 */
export function renewedCookie(kept: unknown, origin: string, now: number): string | null {
  if (typeof kept !== 'string' || kept.length > MAX_VALUE || !ENCODED.test(kept)) return null;
  const memory = read(kept);
  if (!isObject(memory) || !isObject(memory.landing) || memory.consent === 'denied') return null;
  const { at, on } = memory.landing;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at > now + DAY_MS) return null;
  if (typeof on !== 'string' || !HOST.test(on) || !isWithin(origin, on)) return null;
  // How long rather than until when: the browser's clock may be wrong.
  const seconds = Math.floor((at + LANDING_KEPT_MS - now) / 1000);
  if (seconds < 1) return null;
  return `_service=${kept}; Domain=${on}; Path=/; Max-Age=${seconds}; SameSite=Lax; Secure`;
}

function read(kept: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(kept));
  } catch {
    return null;
  }
}

function isWithin(origin: string, domain: string): boolean {
  const host = origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
  return host === domain || host.endsWith(`.${domain}`);
}
