// Finds records by how a name or an address begins. SQLite uses an index on an expression only for exactly
// the same expression, so this file writes both the indexes and the queries.
import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';

/** The text with its letters from A to Z in lower case, for searches by how it begins. */
export const beginning = (column: AnySQLiteColumn): SQL => sql`lower(${column})`;

/** The same for the last word, such as a family name. */
export const lastWord = (column: AnySQLiteColumn): SQL =>
  sql`lower(replace(${column}, rtrim(${column}, replace(${column}, ' ', '')), ''))`;

/** The range of an index in which the text is a prefix. */
export function beginsWith(indexed: SQL | AnySQLiteColumn, text: string): SQL {
  return sql`${indexed} >= lower(${text}) AND ${indexed} < lower(${text}) || ${LAST_CHARACTER}`;
}

/**
 * The ways in which a name that begins with the text may write its letters beyond A to Z, whose case the index keeps:
 * as they are, all small, all capital, and with a capital at the beginning of each word.
 */
function spellings(text: string): string[] {
  const small = text.toLowerCase();
  const titled = small.replace(/(?<![\p{L}\p{M}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
  const byIndex = [text, small, small.toUpperCase(), titled].map((one) =>
    one.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );
  return [...new Set(byIndex)];
}

/** A search by name looks at so many names at most, in the order of the names. */
const MOST_MATCHES = 1_000;

/**
 * The IDs of records whose name begins with a text, read from an index by name before anything else is looked at.
 * @param own what narrows that index: whose they are.
 */
export const idsNamed = (
  { table, id, name }: { table: SQL; id: AnySQLiteColumn; name: AnySQLiteColumn },
  own: SQL,
  text: string,
): SQL =>
  sql.join(
    spellings(text).map(
      (one) => sql`SELECT * FROM (SELECT ${id} FROM ${table}
  WHERE ${own} AND ${beginsWith(beginning(name), one)} ORDER BY ${beginning(name)} LIMIT ${MOST_MATCHES})`,
    ),
    sql` UNION ALL `,
  );

const LAST_CHARACTER = '\u{10ffff}';
