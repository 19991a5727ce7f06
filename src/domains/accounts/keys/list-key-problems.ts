import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { ERRORS, type ErrorCode } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import { type ListPage, listOf, listQuery, makeCursor, readCursor } from '../../../resource/list-page.ts';
import { requireKnownKey } from './interface.ts';
import { listProblems } from './store.ts';

const KeyProblems = z.object({
  at: z.string().describe("The minute's first moment. RFC 3339, UTC."),
  code: z.string(),
  about: z.string().describe('What the code means.'),
  status: z.int().nullable(),
  route: z.string().describe('* for those beyond the first kinds of a minute.'),
  count: z.int(),
});

export type KeyProblems = z.output<typeof KeyProblems>;

export const problemQuery = { limit: listQuery.limit, cursor: listQuery.cursor };

/** A key's failed requests in the last seven days, newest first. */
export async function listKeyProblems(
  ctx: Ctx,
  id: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<ListPage<KeyProblems>> {
  const list = listOf(ctx, `key problems ${id}`);
  const before = query.cursor === undefined ? null : placeIn(readCursor(list, query.cursor));
  const [rows] = await Promise.all([listProblems(ctx, id, query.limit, before), requireKnownKey(ctx, id)]);
  const items = rows.slice(0, query.limit).map(({ minute, code, route, count }) => ({
    at: iso(minute),
    code,
    about: ERRORS[code as ErrorCode]?.about ?? '',
    status: ERRORS[code as ErrorCode]?.status ?? null,
    route,
    count,
  }));
  const last = rows[query.limit - 1];
  const more = rows.length > query.limit && last;
  return { items, nextCursor: more ? makeCursor(list, placeOf(last)) : null };
}

/** The position is joined into one string, because a cursor holds a single value. */
function placeOf({ minute, code, route }: { minute: number; code: string; route: string }): string {
  return encodeURIComponent(JSON.stringify([minute, code, route]));
}

function placeIn(word: string): { minute: number; code: string; route: string } {
  const [minute, code, route] = JSON.parse(decodeURIComponent(word)) as [number, string, string];
  return { minute, code, route };
}
