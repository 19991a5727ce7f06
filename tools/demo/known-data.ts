// Checks whether this version of the service can work on local data: it must have the databases' migrations
// and the ledgers' schema.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LEDGER_SCHEMA } from '../../src/domains/money/ledger/journal-schema.ts';

const root = join(import.meta.dirname, '../..');

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
  const why = unknownMigration(state) ?? unknownLedger(state);
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
    ['main', 'events'].flatMap((database) => readdirSync(join(root, 'migrations', database))),
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

function unknownLedger(state: string): string | null {
  const objects = join(state, 'v3/do');
  const folders = existsSync(objects) ? readdirSync(objects).filter((name) => name.endsWith('-Ledger')) : [];
  for (const path of folders.flatMap((name) => databasesIn(join(objects, name)))) {
    const [made] = rowsOf<{ value: string }>(path, 'meta', "SELECT value FROM meta WHERE name = 'schema'");
    if (made && made.value !== `${LEDGER_SCHEMA}`)
      return `a ledger has schema ${made.value}, and this version works with schema ${LEDGER_SCHEMA}`;
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
