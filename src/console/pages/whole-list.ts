// A list that people choose from is read to its end, not as far as one answer goes.
import type { PlaceVisit } from '../visit.ts';

/** As many as one answer holds. */
const A_PAGE = '100';
const MOST_PAGES = 20;

export interface WholeList<T> {
  items: T[];
  /** Whether even so many were not all. */
  more: boolean;
}

/** All records of a list of the API, the newest first: up to 2,000. */
export async function wholeList<T>(
  at: PlaceVisit,
  path: string,
  query: Record<string, string> = {},
): Promise<WholeList<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const read = await at.list<T>(path, { ...query, limit: A_PAGE, cursor });
    items.push(...read.items);
    if (read.nextCursor === null) return { items, more: false };
    cursor = read.nextCursor;
  }
  return { items, more: true };
}

/** What a choice says of a list that is longer than that; empty for one that is whole. */
export const newestOnly = ({ more }: Pick<WholeList<unknown>, 'more'>): string =>
  more ? 'Only the newest 2,000 are shown.' : '';
