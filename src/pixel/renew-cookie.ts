// Safari keeps cookies that scripts set for 7 days, or for 24 hours after a decorated link. Behind the
// customer's own proxy, the response to a beacon comes from the customer's host, and its cookies live as long
// as they say.
import { isObject } from './fields.ts';
import { LANDING_KEPT_MS, LINK_PARAMETER } from './link-parameters.ts';

const DAY_MS = 864e5;
/** A cookie may have 4,096 bytes, including its name and attributes. */
const MAX_VALUE = 3_500;
const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * The Set-Cookie that renews the landing, in a cookie of its own: only the script stores the visitor's
 * choice, so a late response cannot bring back anything that was refused meanwhile. It expires 13 months
 * after the landing, however often it is renewed. Null when there is no landing, or none of our parameters.
 * @param landing as the script of a visitor who agreed sent it. @param origin the page's origin.
 */
export function renewedCookie(landing: unknown, origin: string, now: number): string | null {
  if (!isObject(landing)) return null;
  const { at, on } = landing;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at > now + DAY_MS) return null;
  if (typeof on !== 'string' || !HOST.test(on) || !isWithin(origin, on)) return null;
  // Max-Age instead of Expires, because the browser's clock may be wrong.
  const seconds = Math.floor((at + LANDING_KEPT_MS - now) / 1000);
  const parameters = Object.entries(landing).filter(
    ([name, value]) =>
      typeof value === 'string' && value !== '' && `?${name}=${value}`.replace(LINK_PARAMETER, '') === '',
  );
  const kept = encodeURIComponent(JSON.stringify({ ...Object.fromEntries(parameters), at, on }));
  if (seconds < 1 || parameters.length === 0 || kept.length > MAX_VALUE) return null;
  return `_service_kept=${kept}; Domain=${on}; Path=/; Max-Age=${seconds}; SameSite=Lax; Secure`;
}

function isWithin(origin: string, domain: string): boolean {
  const host = origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
  return host === domain || host.endsWith(`.${domain}`);
}
