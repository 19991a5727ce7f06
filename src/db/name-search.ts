// Finding records by how a name or an address begins. Each expression is that of an index: SQLite uses one only for the
// very same words, so the indexes and the queries are both written by this file.
import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';

/** The text with its letters from A to Z in lower case, for searches by how it begins. */
export const beginning = (column: AnySQLiteColumn): SQL => sql`lower(${column})`;

/** Likewise for the last word, such as a family name. */
export const lastWord = (column: AnySQLiteColumn): SQL =>
  sql`lower(replace(${column}, rtrim(${column}, replace(${column}, ' ', '')), ''))`;

/** A range of an index. */
export function beginsWith(indexed: SQL | AnySQLiteColumn, text: string): SQL {
  return sql`${indexed} >= lower(${text}) AND ${indexed} < lower(${text}) || ${LAST_CHARACTER}`;
}

const LAST_CHARACTER = '\u{10ffff}';
