// A list that people choose from is read to its end, not as far as one answer goes.
import type { ListPage } from '../../resource/list-page.ts';
import type { InputAt, ItemAt, ListName } from '../../run.ts';
import type { PlaceVisit } from '../visit.ts';

/** As many as one answer holds. */
const A_PAGE = '100';
const MOST_LIST_PAGES = 20;

export interface WholeList<T> {
  items: T[];
  /** Whether even so many were not all. */
  more: boolean;
}

type ReadsListPage<N extends ListName> = (route: N, input: InputAt<N>) => Promise<unknown>;

/** All records of a list of the API, the newest first: up to 2,000. */
export async function wholeList<N extends ListName>(
  at: PlaceVisit,
  route: N,
  query: InputAt<N>['query'] | Record<string, never> = {},
): Promise<WholeList<ItemAt<N>>> {
  const items: ItemAt<N>[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < MOST_LIST_PAGES; read++) {
    // Every list takes these two, which the compiler does not see of all of them at once.
    const input = { query: { ...query, limit: A_PAGE, cursor } } as InputAt<N>;
    const list = (await (at.run as ReadsListPage<N>)(route, input)) as ListPage<ItemAt<N>>;
    items.push(...list.items);
    if (list.nextCursor === null) return { items, more: false };
    cursor = list.nextCursor;
  }
  return { items, more: true };
}

/** What a choice says of a list that is longer than that; empty for one that is whole. */
export const newestOnly = ({ more }: Pick<WholeList<unknown>, 'more'>): string =>
  more ? 'Only the newest 2,000 are shown.' : '';
