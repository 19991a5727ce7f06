// The pixel for pages without scripts: an image whose URL contains one event.
import type { Beacon } from './read-body.ts';

const NUMBERS = new Set(['value', 'occurredAt', 'landedAt']);

/** A transparent image of one pixel. */
export const GIF = Uint8Array.from(
  atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  (character) => character.charCodeAt(0),
);

/** Personal data and objects do not belong in a URL, so they are not read from it. */
const NOT_READ = new Set(['user', 'landing', 'clickIds', 'cookies', 'properties']);

/** The event in a query string, page_view by default. */
export function beaconInQuery(url: string): Beacon {
  const fields: Record<string, unknown> = { name: 'page_view' };
  const start = url.indexOf('?');
  const query = new URLSearchParams(start < 0 ? '' : url.slice(start));
  for (const [name, value] of query) {
    if (NOT_READ.has(name) || value === '') continue;
    fields[name] = NUMBERS.has(name) && /^\d{1,16}$/.test(value) ? Number(value) : value;
  }
  return { events: [fields], isArray: false, length: url.length };
}
