import type { Ctx } from '../../../context.ts';
import { fromBase64Url, sha256Hex, toBase64Url } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import type { WrittenPage } from '../../../resource/page.ts';
import { fold } from './fold.ts';
import { candidateKeys } from './prefix-lists.ts';
import { listByPrefix } from './store.ts';

/** No name is this long, even spelled out: Unicode may take one character apart into many. */
const LONGEST_NAME = 100;

export interface CitySearch {
  q: string;
  country?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Cities whose name begins with `q`, whatever its accents and case, largest first.
 * Throws invalid_request for a cursor of another search.
 */
export async function searchCities(ctx: Ctx, search: CitySearch): Promise<WrittenPage> {
  const prefix = fold(search.q);
  const tag = sha256Hex(JSON.stringify(['cities', prefix, search.country ?? null])).slice(0, 12);
  const after = search.cursor === undefined ? -1 : rankIn(search.cursor, tag);
  if (prefix === '' || prefix.length > LONGEST_NAME) return { items: [], nextCursor: null };
  const rows = await listByPrefix(ctx, {
    keys: candidateKeys(prefix, search.country),
    prefix,
    after,
    limit: search.limit + 1,
  });
  const items = rows.slice(0, search.limit);
  const last = items.at(-1);
  return {
    items: items.map((city) => city.record),
    nextCursor: last && rows.length > search.limit ? toBase64Url(`${tag} ${last.rank}`) : null,
  };
}

function rankIn(cursor: string, tag: string): number {
  try {
    const [foundTag, rank, ...rest] = fromBase64Url(cursor).split(' ');
    if (foundTag === tag && rest.length === 0 && /^[0-9]{1,9}$/.test(rank ?? '')) return Number(rank);
  } catch {
    // not base64url: no cursor of ours
  }
  throw new AppError('invalid_request', 'The cursor does not belong to this search.');
}
