// The pixel for pages without script: an image whose address carries one event.
import type { Fields } from './fields.ts';

const NUMBERS = new Set(['value', 'occurredAt', 'landedAt']);

/** A transparent image of one pixel. */
export const GIF = Uint8Array.from(
  atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  (character) => character.charCodeAt(0),
);

/** The event in a query string, page_view unless named. Personal data has no place in an address and is not read. */
export function eventInQuery(url: string): Fields {
  const fields: Record<string, unknown> = { name: 'page_view' };
  const start = url.indexOf('?');
  if (start < 0) return fields;
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    if (name === 'user' || name === 'landing' || name === 'clickIds' || name === 'properties' || value === '')
      continue;
    fields[name] = NUMBERS.has(name) && /^\d{1,16}$/.test(value) ? Number(value) : value;
  }
  return fields;
}
