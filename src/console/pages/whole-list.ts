// Reads a list that people choose from to its end, instead of only the first page.
import type { ListPage } from '../../resource/list-page.ts';
import type { InputAt, ItemAt, ListName } from '../../run.ts';
import type { PlaceVisit } from '../visit.ts';

/** The most that one page of a list holds. */
const A_PAGE = '100';
const MOST_LIST_PAGES = 20;

export interface WholeList<T> {
  items: T[];
  /** Whether there are more records than were read. */
  more: boolean;
}

type ReadsListPage<N extends ListName> = (route: N, input: InputAt<N>) => Promise<unknown>;

/** All records of an API list, newest first: at most 2,000. */
export async function wholeList<N extends ListName>(
  at: PlaceVisit,
  route: N,
  query: InputAt<N>['query'] | Record<string, never> = {},
): Promise<WholeList<ItemAt<N>>> {
  const items: ItemAt<N>[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < MOST_LIST_PAGES; read++) {
    // Every list takes limit and cursor, but the compiler cannot see that for all lists at once.
    const input = { query: { ...query, limit: A_PAGE, cursor } } as InputAt<N>;
    const list = (await (at.run as ReadsListPage<N>)(route, input)) as ListPage<ItemAt<N>>;
    items.push(...list.items);
    if (list.nextCursor === null) return { items, more: false };
    cursor = list.nextCursor;
  }
  return { items, more: true };
}

/** The hint for a choice from a list that was not read to its end; empty for a complete list. */
export const newestOnly = ({ more }: Pick<WholeList<unknown>, 'more'>): string =>
  more ? 'Only the newest 2,000 are shown.' : '';
