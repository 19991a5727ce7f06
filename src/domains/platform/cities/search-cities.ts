import type { Ctx } from '../../../context.ts';
import { listOf, makeCursor, readCursor, type WrittenListPage } from '../../../resource/list-page.ts';
import { presentCity } from './city.ts';
import { fold, spellingsOf } from './fold.ts';
import { candidateKeys } from './prefix-lists.ts';
import { listByPrefix } from './store.ts';

/** No name is longer than this, even decomposed: Unicode may turn one character into several. */
const LONGEST_NAME = 100;

export interface CitySearch {
  q: string;
  country?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Cities whose name begins with `q`, ignoring accents and case, largest first. Throws invalid_request for a
 * cursor of another search.
 */
export async function searchCities(ctx: Ctx, search: CitySearch): Promise<WrittenListPage> {
  const prefix = fold(search.q);
  const list = listOf(ctx, JSON.stringify(['cities', prefix, search.country ?? null]));
  const after = search.cursor === undefined ? -1 : Number(readCursor(list, search.cursor));
  if (prefix === '' || prefix.length > LONGEST_NAME) return { items: [], nextCursor: null };
  const spellings = spellingsOf(prefix).map((spelling) => ({
    keys: candidateKeys(spelling, search.country),
    prefix: spelling,
  }));
  const rows = await listByPrefix(ctx, { spellings, after, limit: search.limit + 1 });
  const items = rows.slice(0, search.limit);
  const last = items.at(-1);
  return {
    items: items.map(({ record }) => presentCity(record)),
    nextCursor: last && rows.length > search.limit ? makeCursor(list, String(last.rank)) : null,
  };
}
