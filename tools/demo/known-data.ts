// Checks whether this version of the service can work on local data: it must have the databases' migrations
// and the schemas of ledgers and threads.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { THREAD_SCHEMA } from '../../src/domains/messaging/thread-log/log-schema.ts';
import { LEDGER_SCHEMA } from '../../src/domains/money/ledger/journal-schema.ts';

const root = join(import.meta.dirname, '../..');

/** The classes of Durable Objects, and where each keeps the number of its schema. */
const OBJECTS = [
  {
    what: 'ledger',
    suffix: '-Ledger',
    table: 'meta',
    query: "SELECT value AS schema FROM meta WHERE name = 'schema'",
    schema: LEDGER_SCHEMA,
  },
  {
    what: 'thread',
    suffix: '-Thread',
    table: 'log_state',
    query: 'SELECT schema FROM log_state',
    schema: THREAD_SCHEMA,
  },
];

/**
 * Exists while migrations are applied: a run that is killed meanwhile leaves databases without some of them.
 */
export const unfinishedIn = (state: string) => join(state, 'migrating');

/** Whether a folder has databases with all migrations applied. */
export function hasDatabases(state: string): boolean {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject');
  const there = existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.sqlite'));
  return there && !existsSync(unfinishedIn(state));
}

/** Throws an Error with a message for the developer when another version created the data in `state`. */
export function checkKnownData(state: string): void {
  const why = unknownMigration(state) ?? unknownObject(state);
  if (why === null) return;
  const folder = folderOf(state);
  throw new Error(
    `The data in ${folder} were made by another version of the service: ${why}.\nDelete that folder and start again: npm run dev makes its demo data anew.`,
  );
}

/** The folder to name in the message: `npm run dev` keeps related files beside its data. */
function folderOf(state: string): string {
  const dir = dirname(state);
  return basename(dir) === '.wrangler' || existsSync(join(dir, 'simulators')) ? dir : state;
}

function unknownMigration(state: string): string | null {
  const known = new Set(
    ['main', 'events', 'search'].flatMap((database) => readdirSync(join(root, 'migrations', database))),
  );
  for (const path of databasesIn(join(state, 'v3/d1/miniflare-D1DatabaseObject'))) {
    const applied = rowsOf<{ name: string }>(
      path,
      'd1_migrations',
      'SELECT name FROM d1_migrations ORDER BY id',
    );
    const other = applied.find(({ name }) => !known.has(name));
    if (other) return `its migration ${other.name} is not in migrations/`;
  }
  return null;
}

function unknownObject(state: string): string | null {
  const objects = join(state, 'v3/do');
  const folders = existsSync(objects) ? readdirSync(objects) : [];
  for (const { what, suffix, table, query, schema } of OBJECTS) {
    const own = folders.filter((name) => name.endsWith(suffix));
    for (const path of own.flatMap((name) => databasesIn(join(objects, name)))) {
      const [made] = rowsOf<{ schema: string | number }>(path, table, query);
      if (made && `${made.schema}` !== `${schema}`)
        return `a ${what} has schema ${made.schema}, and this version works with schema ${schema}`;
    }
  }
  return null;
}

function databasesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
    .map((name) => join(folder, name));
}

/** Empty when the table does not exist yet: a run that was killed may have left an empty file. */
function rowsOf<Row>(path: string, table: string, query: string): Row[] {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const exists = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
    return exists ? (db.prepare(query).all() as Row[]) : [];
  } finally {
    db.close();
  }
}
