import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, read } from './support/sources.ts';

/** The last migrations from before the rule that one only adds. */
const BEFORE = { main: 57, events: 5 };
/**
 * Migrations that take something away, with the release before them that stopped using it: the Workers of that release run
 * on the new schema until their successors are up, and again after a rollback.
 */
const TAKES_AWAY: Readonly<Record<string, string>> = {};

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

describe.each([
  { folder: 'main', environment: {} },
  { folder: 'events', environment: { DATABASE: 'events' } },
])('migrations/$folder', ({ folder, environment }) => {
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
    const rule = journal.entries.filter(({ idx, tag }) => idx > BEFORE[folder as 'main'] && !TAKES_AWAY[tag]);
    const taking = rule.filter(({ tag }) =>
      /\bDROP (?:COLUMN|TABLE)\b|\bRENAME\b/i.test(read(`migrations/${folder}/${tag}.sql`)),
    );
    expect(taking.map(({ tag }) => tag)).toEqual([]);
  });

  it('makes exactly the tables that the code declares', () => {
    // drizzle-kit takes its folders from the config, so it works on a copy beside the sources it reads.
    const copy = mkdtempSync(join(tmpdir(), 'migrations-'));
    try {
      cpSync(join(ROOT, 'migrations'), join(copy, 'migrations'), { recursive: true });
      for (const name of ['src', 'package.json', 'drizzle.config.ts', 'tsconfig.json']) {
        cpSync(join(ROOT, name), join(copy, name), { recursive: true });
      }
      const before = readdirSync(join(copy, 'migrations', folder)).length;
      const output = execFileSync(
        process.execPath,
        [join(ROOT, 'node_modules/drizzle-kit/bin.cjs'), 'generate'],
        {
          cwd: copy,
          env: { ...process.env, ...environment, NODE_PATH: join(ROOT, 'node_modules') },
          stdio: 'pipe',
          encoding: 'utf8',
        },
      );
      expect(output).toContain('No schema changes');
      expect(readdirSync(join(copy, 'migrations', folder))).toHaveLength(before);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});
