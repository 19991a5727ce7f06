// Paging for all lists. A record's ID contains its creation time, so the ID alone is the sort key: newest
// first, and every page costs the same.
import * as z from 'zod';
import { equalInConstantTime, fromBase64Url, toBase64Url } from '../kit/crypto.ts';
import { AppError } from '../kit/error.ts';
import { type IdKind, lowestId } from '../kit/ids.ts';
import type { SealingKeys } from '../kit/sealed.ts';
import { signatures } from '../kit/signed.ts';

/** RFC 3339, also with a lower-case t and z. */
export const Timestamp = z
  .string()
  .max(64)
  .transform((value) => value.toUpperCase())
  .pipe(z.iso.datetime({ offset: true }))
  .meta({ override: { type: 'string', format: 'date-time' } })
  .describe('RFC 3339 timestamp.');

/** The query parameters every list takes. */
export const listQuery = {
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, 'Send a number from 1 to 100.')
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(25)
    .meta({ override: { type: 'integer', minimum: 1, maximum: 100, default: 25 } })
    .describe('How many items a page holds.'),
  cursor: z.string().min(1).max(1024).optional().describe("The previous page's nextCursor."),
  createdAfter: Timestamp.optional().describe('Only what was created after this moment (exclusive).'),
  createdBefore: Timestamp.optional().describe('Only what was created before this moment (exclusive).'),
};

/** For lists that can also be read from their oldest record on. */
export const sortQuery = {
  sort: z
    .enum(['-createdAt', 'createdAt'])
    .optional()
    .describe(
      'createdAt lists the oldest first; -createdAt, as without it, the newest. A cursor belongs to its sort.',
    ),
};

/** For lists that are searched by name. */
export const nameQuery = {
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('How the name begins. Of more than 1,000 such names it finds the first ones by the alphabet.'),
};

export interface ListInput {
  sort?: '-createdAt' | 'createdAt' | undefined;
  limit: number;
  cursor?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

export interface ListPage<T> {
  items: T[];
  nextCursor: string | null;
}

/**
 * A list page whose items are stored as the JSON that is sent, so they need not be parsed and written again.
 */
export type WrittenListPage = ListPage<string>;

/** The range of IDs that a list page may come from: `after < id < before`, both optional. */
export interface IdRange {
  after: string | null;
  before: string | null;
  /** By default the newest come first. */
  oldestFirst?: boolean;
}

/** A list that issues cursors: its name with its owner, and the keys that sign them. */
export interface List {
  name: string;
  keys: SealingKeys;
}

/** @param name identifies the list and its owner, such as `pixels acct_…`. */
export function listOf(ctx: { vars: { SEALING_KEYS: SealingKeys } }, name: string): List {
  return { name, keys: ctx.vars.SEALING_KEYS };
}

/** A cursor: a signed place in a list, valid only for the list and the filters that made it. */
export function makeCursor(list: List, place: string): string {
  return cursorsTo(list, place)[0]!;
}

/**
 * Throws invalid_request for a cursor of another list, other filters or another caller, and for one that we
 * did not make.
 */
export function readCursor(list: List, cursor: string): string {
  try {
    const place = fromBase64Url(cursor).split(' ')[1];
    // Encoded again and compared, because several texts decode to the same bytes, but only one of them was
    // issued.
    if (place && cursorsTo(list, place).some((own) => equalInConstantTime(cursor, own))) return place;
  } catch {
    // Text that is not base64url is not one of our cursors.
  }
  throw new AppError('invalid_request', 'The cursor does not belong to this list.');
}

/** One cursor for each key that may have signed it, newest first. */
function cursorsTo({ name, keys }: List, place: string): string[] {
  return signatures(keys, 'cursor', JSON.stringify([name, place])).map((signature) =>
    toBase64Url(`${signature} ${place}`),
  );
}

function filtered({ name, keys }: List, filters: Record<string, unknown>): List {
  const known = Object.entries(filters)
    .filter(([filter, value]) => value !== undefined && filter !== 'cursor' && filter !== 'limit')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { name: JSON.stringify([name, known]), keys };
}

/**
 * Where a list page begins and ends. Throws invalid_request for a cursor of another list, other filters or
 * another caller.
 */
export function idRange(list: List, kind: IdKind, query: ListInput): IdRange {
  const oldestFirst = query.sort === 'createdAt';
  const place = placeOf(list, query);
  let before = oldestFirst ? null : place;
  if (query.createdBefore !== undefined) {
    const bound = lowestId(kind, Date.parse(query.createdBefore));
    if (before === null || bound < before) before = bound;
  }
  let after = oldestFirst ? place : null;
  if (query.createdAfter !== undefined) {
    // The bound is exclusive, so IDs of the same millisecond are left out too.
    const bound = lowestId(kind, Math.floor(Date.parse(query.createdAfter)) + 1);
    if (after === null || bound > after) after = bound;
  }
  return { after, before, oldestFirst };
}

/**
 * The place behind which a list page begins that is not sorted by IDs, as `cursorBehind` was given it; null for the first page.
 * Throws invalid_request as idRange does.
 */
export function placeOf(list: List, query: ListInput): string | null {
  return query.cursor === undefined ? null : readCursor(filtered(list, { ...query }), query.cursor);
}

/** Cuts `rows` (read with limit + 1) to a list page. */
export function toListPage<T extends { id: string }>(list: List, query: ListInput, rows: T[]): ListPage<T> {
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  const more = rows.length > query.limit && last !== undefined;
  return { items, nextCursor: more ? cursorBehind(list, query, last.id) : null };
}

/** The cursor of the list page that begins after a record. @param place its ID, or another text without spaces. */
export function cursorBehind(list: List, query: ListInput, place: string): string {
  return makeCursor(filtered(list, { ...query }), place);
}

export function mapListPage<A, B>(page: ListPage<A>, present: (item: A) => B): ListPage<B> {
  return { items: page.items.map(present), nextCursor: page.nextCursor };
}

/** For lists that a partner can read for all of its clients at once. */
export const clientScope = z
  .literal('clients')
  .optional()
  .describe("A partner's: those of its client brands, instead of its own.");

/** A comma-separated list such as `status=active,ended`, of values from `values`. */
export function commaList<const V extends readonly [string, ...string[]]>(values: V) {
  const one = values.join('|');
  return z
    .string()
    .regex(new RegExp(`^(${one})(,(${one}))*$`), `Must be a comma list of ${values.join(', ')}.`)
    .transform((text) => text.split(',') as V[number][])
    .optional()
    .describe(`A comma list of ${values.join(', ')}.`);
}
