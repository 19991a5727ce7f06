// Reads a provider's list to the end or not at all, because an entry that was not read would count as deleted.
import type { Provider } from './error.ts';

/** The longest list that is read: 250 campaigns with 60 ads each, and a third more. */
export const MOST_LISTED = 20_000;
/** Stops at a provider that returns short pages forever. */
const MOST_LIST_PAGES = 400;

interface Bounds<T> {
  /** Stops at the page where it returns true. */
  until?: ((items: T[]) => boolean) | undefined;
  most?: number | undefined;
}

export interface ListPage<T, C = string> {
  items: T[];
  /** The cursor of the next page; null at the end. */
  next: C | null;
}

/**
 * Reads all pages of a list. Throws `too_long` when there are more than `most` entries, `unreadable` when the pages do
 * not end, and whatever `read` throws.
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
