// A list of a provider is read to its end or not at all: an entry that was not read would count as gone.
import type { Provider } from './error.ts';

/** The longest list that is read: 250 campaigns with 60 ads each, and a third more. */
export const MOST_LISTED = 20_000;
/** Stops a provider that answers short pages for ever. */
const MOST_LIST_PAGES = 400;

interface Bounds<T> {
  /** Ends the reading at the page that holds what is looked for. */
  until?: ((items: T[]) => boolean) | undefined;
  most?: number | undefined;
}

export interface ListPage<T, C = string> {
  items: T[];
  /** Leads to the next page; null at the end. */
  next: C | null;
}

/**
 * Reads all pages of a list. Throws `too_long` for more than `most` entries, `unreadable` for pages
 * without end; and whatever `read` throws.
 */
export async function readList<T, C>(
  provider: Provider,
  read: (cursor: C | null) => Promise<ListPage<T, C>>,
  { until = () => false, most = MOST_LISTED }: Bounds<T> = {},
): Promise<T[]> {
  const found: T[] = [];
  let cursor: C | null = null;
  for (let page = 0; page < MOST_LIST_PAGES; page++) {
    const { items, next }: ListPage<T, C> = await read(cursor);
    for (const item of items) found.push(item);
    if (next === null || until(items)) return found;
    if (found.length >= most) throw provider.error('too_long', { most });
    cursor = next;
  }
  throw provider.error('unreadable');
}
