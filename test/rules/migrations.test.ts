import { globSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getTableName, is, type Table } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { SCHEMAS } from '../../drizzle.config.ts';
import { tablesMadeBy } from './support/schema.ts';
import { ROOT, read, sources } from './support/sources.ts';

/**
 * Migrations that remove something, with the earlier release that stopped using it: that release's Workers
 * run on the new schema until their successors are deployed, and again after a rollback.
 */
const TAKES_AWAY: Readonly<Record<string, string>> = {
  '0003_platform_tasks': 'None: it renames before the first release.',
  '0004_ledger_instructions': 'None: it renames before the first release.',
  '0007_retries_since': 'None: it renames before the first release.',
  '0018_creator_codes': 'None: no route wrote the table before.',
  '0016_occurrences': 'None: it renames before the first release.',
  '0032_short_links': 'None: it renames before the first release.',
  '0046_plan_steps': 'None: no route wrote the table before.',
  '0056_plans_without_body_hash': 'None: it drops before the first release.',
  '0060_audit_callers': 'None: it renames before the first release.',
  '0057_submission_rounds': 'None: it moves what the column had before the first release.',
};

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

interface Index {
  name: string;
  columns: string[];
  isUnique: boolean;
  where?: string;
}

interface Snapshot {
  id: string;
  version: string;
  tables: Record<string, { indexes: Record<string, Index> }>;
  views: unknown;
  /** The columns of indexes that are expressions. */
  internal?: { indexes: Record<string, { columns: Record<string, { isExpression?: boolean }> }> };
}

// The package has no build for import: its code uses `require`.
const { generateSQLiteDrizzleJson, generateSQLiteMigration } = createRequire(import.meta.url)(
  'drizzle-kit/api',
) as {
  generateSQLiteDrizzleJson(declared: Record<string, unknown>): Promise<Snapshot>;
  generateSQLiteMigration(from: Snapshot, to: Snapshot): Promise<string[]>;
};

describe.each(['main', 'events'] as const)('migrations/%s', (folder) => {
  const journal = JSON.parse(read(`migrations/${folder}/meta/_journal.json`)) as Journal;

  it('is an unbroken line of files, each in the journal and each with its snapshot', () => {
    const files = readdirSync(join(ROOT, 'migrations', folder))
      .filter((name) => name.endsWith('.sql'))
      .sort();
    expect(files).toEqual(journal.entries.map(({ tag }) => `${tag}.sql`));
    expect(journal.entries.map(({ idx }) => idx)).toEqual(journal.entries.map((_, index) => index));
    const snapshots = readdirSync(join(ROOT, 'migrations', folder, 'meta')).filter((name) =>
      name.endsWith('_snapshot.json'),
    );
    expect(snapshots.sort()).toEqual(journal.entries.map(({ tag }) => `${tag.slice(0, 4)}_snapshot.json`));
  });

  it('takes nothing away that the release before it may use', () => {
    const taking = journal.entries.filter(
      ({ tag }) =>
        !TAKES_AWAY[tag] &&
        /\bDROP (?:COLUMN|TABLE)\b|\bRENAME\b/i.test(read(`migrations/${folder}/${tag}.sql`)),
    );
    expect(taking.map(({ tag }) => tag)).toEqual([]);
  });

  it('makes exactly the tables that the code declares', async () => {
    const { tables, withoutRowid } = await declared(folder);
    const snapshot = await generateSQLiteDrizzleJson(tables);
    const code = (await generateSQLiteMigration(await generateSQLiteDrizzleJson({}), snapshot))
      .filter((statement) => !/^CREATE (?:UNIQUE )?INDEX\b/.test(statement))
      .concat(indexesOf(snapshot));
    for (const name of withoutRowid) {
      const at = code.findIndex((statement) => statement.startsWith(`CREATE TABLE \`${name}\` (`));
      code[at] = code[at]!.replace(/;\s*$/, ' WITHOUT ROWID;');
    }
    const wanted = tablesMadeBy(code);
    const statements = journal.entries.flatMap(({ tag }) =>
      read(`migrations/${folder}/${tag}.sql`).split('--> statement-breakpoint'),
    );
    expect(Object.keys(wanted).length).toBeGreaterThan(10);
    expect(tablesMadeBy(statements)).toEqual(wanted);
  });

  it('ends with a snapshot of them, which the next migration is worked out from', async () => {
    const last = journal.entries.at(-1)!;
    const snapshot = JSON.parse(
      read(`migrations/${folder}/meta/${last.tag.slice(0, 4)}_snapshot.json`),
    ) as Snapshot;
    const { tables } = await declared(folder);
    // Its IDs are random, and JSON drops `undefined`.
    const wanted = JSON.parse(JSON.stringify(await generateSQLiteDrizzleJson(tables))) as Snapshot;
    const content = ({ version, tables, views, internal }: Snapshot) => ({
      version,
      tables,
      views,
      internal,
    });
    expect(content(snapshot)).toEqual(content(wanted));
  });
});

describe('migrations/search', () => {
  const made = readdirSync(join(ROOT, 'migrations/search')).sort();
  const texts = made.map((name) => read(`migrations/search/${name}`));

  it('is an unbroken line of files, written by hand: drizzle knows no virtual tables', () => {
    expect(made.map((name) => Number(name.slice(0, 4)))).toEqual(made.map((_, index) => index));
    expect(made.filter((name) => !/^\d{4}_\w+\.sql$/.test(name))).toEqual([]);
    expect(texts.slice(1).filter((text) => /\bDROP (?:COLUMN|TABLE)\b|\bRENAME\b/i.test(text))).toEqual([]);
  });

  it('alone makes a virtual table, with which D1 exports no database', () => {
    const virtual = (text: string) => /\bCREATE VIRTUAL TABLE\b/i.test(text);
    expect(texts.some(virtual)).toBe(true);
    const others = ['main', 'events'].flatMap((folder) =>
      readdirSync(join(ROOT, 'migrations', folder))
        .filter((name) => name.endsWith('.sql'))
        .map((name) => `migrations/${folder}/${name}`),
    );
    expect(others.filter((path) => virtual(read(path)))).toEqual([]);
  });
});

it('declares no table where no migration is made of it', () => {
  const declaring = sources('src').filter((path) => read(path).includes('sqliteTable('));
  const collected = Object.values(SCHEMAS).flatMap((patterns) => globSync(patterns, { cwd: ROOT }));
  expect(declaring).toEqual(collected.sort());
});

/**
 * The statements of a snapshot's indexes: drizzle-kit breaks an expression at its commas where it writes them
 * itself.
 */
function indexesOf({ tables, internal }: Snapshot): string[] {
  return Object.entries(tables).flatMap(([table, { indexes }]) =>
    Object.values(indexes).map(({ name, columns, isUnique, where }) => {
      const { columns: special } = internal?.indexes[name] ?? { columns: {} };
      const keys = columns.map((one) => (special[one]?.isExpression ? one : `\`${one}\``));
      return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX \`${name}\` ON \`${table}\` (${keys})${where ? ` WHERE ${where}` : ''}`;
    }),
  );
}

/** A database as the code declares it: the exports of all its table files, as drizzle-kit collects them. */
async function declared(
  database: keyof typeof SCHEMAS,
): Promise<{ tables: Record<string, Table>; withoutRowid: string[] }> {
  const tables: Record<string, Table> = {};
  const withoutRowid: string[] = [];
  for (const path of globSync(SCHEMAS[database], { cwd: ROOT })) {
    const module = (await import(join(ROOT, path))) as Record<string, unknown>;
    for (const value of Object.values(module)) {
      if (is(value, SQLiteTable)) tables[getTableName(value)] = value;
    }
    withoutRowid.push(...((module.withoutRowid ?? []) as Table[]).map(getTableName));
  }
  return { tables, withoutRowid };
}
