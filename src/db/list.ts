import { and, asc, desc, gt, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { IdRange } from '../resource/list-page.ts';

/** The part of a WHERE that limits a list to its page. Order by `inOrder(id, range)` and read limit + 1 rows. */
export function withinRange(id: SQLiteColumn, range: IdRange): SQL | undefined {
  return and(
    range.before === null ? undefined : lt(id, range.before),
    // An ID created in a later millisecond is greater than every bound of an earlier one.
    range.after === null ? undefined : gt(id, range.after),
  );
}

export const newestFirst = desc;

/** The order of a list that can also begin with its oldest record. */
export const inOrder = (id: SQLiteColumn, { oldestFirst }: IdRange): SQL =>
  oldestFirst ? asc(id) : newestFirst(id);
