import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, read } from './support/sources.ts';

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
