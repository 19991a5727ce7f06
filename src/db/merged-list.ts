// A list filtered by several values of a column. `column IN (…) ORDER BY id` makes SQLite walk every row of
// the owner or sort every match. Here each value is an index range of its own, limited to a page, and the
// pages are merged.
import { type SQL, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';

const dialect = new SQLiteSyncDialect();

/** D1 rejects a compound SELECT with more terms. */
const MOST_BRANCHES = 5;

/**
 * The IDs of a list page, merged from branches that each read an index range ordered by ID.
 * @param branches each a `SELECT <id> AS id FROM … WHERE …` without order; at least one.
 * @param rows the most rows. @param oldestFirst by default the newest come first.
 */
export function mergedIds(branches: SQL[], rows: number, oldestFirst = false): SQL {
  if (branches.length < 1) throw new RangeError('no branches');
  if (branches.length > MOST_BRANCHES) {
    const first = mergedIds(branches.slice(0, MOST_BRANCHES), rows, oldestFirst);
    return mergedIds([sql`SELECT id FROM (${first})`, ...branches.slice(MOST_BRANCHES)], rows, oldestFirst);
  }
  const order = oldestFirst ? sql`ASC` : sql`DESC`;
  const parts = branches.map((branch) => sql`SELECT id FROM (${branch} ORDER BY 1 ${order} LIMIT ${rows})`);
  return sql`SELECT id FROM (${sql.join(parts, sql` UNION ALL `)}) ORDER BY id ${order} LIMIT ${rows}`;
}

/** One branch for each value of a column, each with the shared condition. */
export function eachValue(
  idColumn: AnySQLiteColumn,
  table: SQL,
  column: AnySQLiteColumn,
  values: readonly string[],
  shared: SQL | undefined,
): SQL[] {
  return values.map(
    (value) =>
      sql`SELECT ${idColumn} AS id FROM ${table} WHERE ${column} = ${value}${shared ? sql` AND ${shared}` : sql``}`,
  );
}

/** A statement's text and values, for tests that look at its plan. */
export function built(query: SQL): { sql: string; params: unknown[] } {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return { sql: text, params };
}
