// `node tools/bench/row-sizes.ts`: the size of a row of each growing table, with its indexes, in the main
// database and in a shard of events. Fills the migrated tables with rows like those of a busy service, and
// counts SQLite's pages. The figures are in docs/scale.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { termsOf, wordsOf } from '../../src/domains/messaging/message-search/terms.ts';
import { newId } from '../../src/kit/ids.ts';
import { account, always, type Make, type Tables } from './row-makers.ts';
import { MAIN, SHARD } from './row-tables.ts';

const ROWS = 20_000;
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const START = Date.UTC(2026, 10, 1);
/** A new row every so many milliseconds. */
const PACE_MS = 500;

interface Column {
  name: string;
  type: string;
  notnull: number;
}

function fill(db: DatabaseSync, table: string, given: Record<string, Make>): number {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all() as unknown as Column[];
  const makers = columns.map(({ name, type, notnull }): Make => {
    if (given[name]) return given[name];
    if (!notnull) return always(null);
    if (name === 'at' || name.endsWith('_at') || name.endsWith('_since')) return (_, at) => at;
    return type === 'INTEGER' ? (n) => n % 100 : always('none');
  });
  const places = columns.map(() => '?').join();
  const insert = db.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${places})`);
  db.exec('BEGIN');
  for (let n = 0; n < ROWS; n++) insert.run(...makers.map((make) => make(n, START + n * PACE_MS)));
  db.exec('COMMIT');
  const { count } = db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number };
  if (count < ROWS * 0.95) throw new Error(`${table} took only ${count} rows`);
  const { bytes } = db
    .prepare(
      `SELECT sum(pgsize) AS bytes FROM dbstat
        WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ?) AND aggregate = TRUE`,
    )
    .get(table) as { bytes: number };
  return bytes / count;
}

/** Indexes that docs/scale.md names by themselves. */
const INDEXES: Record<string, string> = { recorded_credited: 'recorded_conversions' };

/** A database in memory with all migrations applied. */
function migrated(database: string): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  const folder = join(MIGRATIONS, database);
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.sql')) continue;
    const statements = readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint');
    for (const statement of statements) if (statement.trim() !== '') db.exec(statement);
  }
  return db;
}

function weigh(database: string, tables: Tables): void {
  const db = migrated(database);
  for (const [table, given] of Object.entries(tables))
    console.log(`${database} ${table.padEnd(22)} ${Math.round(fill(db, table, given))} bytes a row`);
  for (const [index, table] of Object.entries(INDEXES)) {
    if (!tables[table]) continue;
    const { bytes } = db
      .prepare('SELECT pgsize AS bytes FROM dbstat WHERE name = ? AND aggregate = TRUE')
      .get(index) as { bytes: number };
    const { rows } = db.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { rows: number };
    console.log(`${database} ${index.padEnd(22)} ${Math.round(bytes / rows)} bytes a row, of ${table}`);
  }
}

weigh('main', MAIN);
weigh('events', SHARD);
weighSearch();

/** A message for one of its sides in the search database, with its terms: twenty words, common ones more often than others. */
function weighSearch(): void {
  const db = migrated('search');
  const row = db.prepare('INSERT INTO searched_messages VALUES (?, ?, ?, ?, 1)');
  const terms = db.prepare('INSERT INTO searched_words (rowid, words) VALUES (?, ?)');
  const word = () =>
    `${'abcdefghij'[Math.floor(10 * Math.random())]}${(3_000 * Math.random() ** 3).toFixed(0)}word`;
  db.exec('BEGIN');
  for (let n = 0; n < 2 * ROWS; n++) {
    const [at, side] = [START + n * PACE_MS, String(account(n, 0))];
    const [message, thread] = [newId('message', at), `${side.replace('acct', 'thrd').slice(0, -1)}${n % 10}`];
    row.run(at * 4096, side, message, thread);
    terms.run(at * 4096, termsOf(side, thread, wordsOf(Array.from({ length: 20 }, word).join(' '))));
  }
  db.exec('COMMIT');
  const weight = (where: string) =>
    (
      db.prepare(`SELECT sum(pgsize) AS bytes FROM dbstat WHERE ${where} AND aggregate = TRUE`).get() as {
        bytes: number;
      }
    ).bytes /
    (2 * ROWS);
  console.log(
    `search searched_messages      ${Math.round(weight("name LIKE 'searched_messages%'"))} bytes a row`,
  );
  console.log(
    `search searched_words         ${Math.round(weight("name LIKE 'searched_words%'"))} bytes a row of 20 words`,
  );
}
