// Reads a list that people choose from to its end, instead of only the first page.
import type { InputAt, ItemAt, ListName } from '../../run.ts';
import type { PlaceVisit } from '../visit.ts';

const MOST = 2_000;

export interface WholeList<T> {
  items: T[];
  /** Whether there are more records than were read. */
  more: boolean;
}

/** All records of an API list, newest first: at most 2,000, which are read at once. */
export async function wholeList<N extends ListName>(
  at: PlaceVisit,
  route: N,
  query: InputAt<N>['query'] | Record<string, never> = {},
): Promise<WholeList<ItemAt<N>>> {
  const { items, nextCursor } = await at.readMany(route, query, MOST);
  return { items, more: nextCursor !== null };
}

/** The hint for a choice from a list that was not read to its end; empty for a complete list. */
export const newestOnly = ({ more }: Pick<WholeList<unknown>, 'more'>): string =>
  more ? 'Only the newest 2,000 are shown.' : '';
