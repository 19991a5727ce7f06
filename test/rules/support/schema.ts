// A database's tables in a comparable form, whether migrations or the code made them.
import { DatabaseSync } from 'node:sqlite';

interface TableName {
  name: string;
  sql: string;
  withoutRowid: number;
}

interface Table {
  columns: Record<string, unknown>;
  indexes: unknown[];
  foreignKeys: unknown[];
  checks: string[];
  autoincrement: boolean;
  withoutRowid: boolean;
}

/**
 * The tables that the statements create, by name. The order of columns is not compared, because ALTER TABLE
 * adds them at the end.
 */
export function tablesMadeBy(statements: string[]): Record<string, Table> {
  const db = new DatabaseSync(':memory:');
  for (const statement of statements) db.exec(statement);
  const others = rows(db, "SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index')");
  if (others.length > 0) throw new Error(`Neither tables nor indexes: ${JSON.stringify(others)}`);
  const tables = rows<TableName>(
    db,
    `SELECT made.name, made.sql, list.wr AS withoutRowid FROM sqlite_master made
      JOIN pragma_table_list list ON list.schema = 'main' AND list.name = made.name
      WHERE made.type = 'table' AND made.name NOT GLOB 'sqlite_*'`,
  );
  return Object.fromEntries(tables.map((table) => [table.name, describe(db, table)]));
}

function describe(db: DatabaseSync, { name, sql, withoutRowid }: TableName): Table {
  const columns = rows<{ name: string }>(
    db,
    'SELECT name, lower(type) AS type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)',
    name,
  );
  const indexes = rows<{ name: string; origin: string; sql: string | null }>(
    db,
    `SELECT list.name, list.origin, list."unique", list.partial, made.sql FROM pragma_index_list(?) list
      LEFT JOIN sqlite_master made ON made.type = 'index' AND made.name = list.name`,
    name,
  );
  return {
    columns: Object.fromEntries(columns.map((column) => [column.name, column])),
    // A unique column's own index has a number for its name, and no statement.
    indexes: inOrder(
      indexes.map((index) => ({
        ...index,
        name: index.origin === 'c' ? index.name : null,
        sql: index.sql && plain(index.sql),
        columns: rows(db, 'SELECT name, "desc", coll FROM pragma_index_xinfo(?) WHERE key = 1', index.name),
      })),
    ),
    foreignKeys: inOrder(
      rows(
        db,
        'SELECT "table", seq, "from", "to", on_update, on_delete, match FROM pragma_foreign_key_list(?)',
        name,
      ),
    ),
    checks: checksIn(sql),
    autoincrement: /\bAUTOINCREMENT\b/i.test(sql),
    withoutRowid: withoutRowid === 1,
  };
}

/** The conditions of a table's checks, which no pragma lists. */
function checksIn(sql: string): string[] {
  return [...sql.matchAll(/\bCHECK\s*\(/gi)]
    .map(({ index, 0: opening }) => {
      let end = index + opening.length;
      for (let depth = 1; depth > 0; end++) depth += { '(': 1, ')': -1 }[sql[end]!] ?? 0;
      return plain(sql.slice(index + opening.length, end - 1));
    })
    .sort();
}

/** SQL without what can be written in two ways: quotes around names, and spaces. */
const plain = (sql: string): string =>
  sql
    .replace(/["`]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .trim();

function rows<Row>(db: DatabaseSync, sql: string, ...values: string[]): Row[] {
  return db
    .prepare(sql)
    .all(...values)
    .map((row) => ({ ...row })) as Row[];
}

function inOrder(items: object[]): object[] {
  return items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
