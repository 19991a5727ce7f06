// Local data that another version of the service made: nobody works on them, and the person is told which folder to delete.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEDGER_SCHEMA } from '../../src/domains/money/ledger/journal-schema.ts';
import { checkKnownData } from '../../tools/demo/known-data.ts';
import { freePorts, READY_MS } from './support/dev.ts';

const ROOT = join(import.meta.dirname, '../..');
const FIRST = '0000_initial.sql';

let root: string;
let made = 0;
const groups = new Set<number>();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'local-data-'));
});

afterAll(() => {
  // A command that should have ended, and did not.
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  rmSync(root, { recursive: true, force: true });
});

/** A folder as `npm run dev` has it, with a database to which these migrations were applied and a ledger of this schema. */
function dataOf(migrations: string[], schema: number): { dir: string; state: string } {
  const dir = join(root, `${++made}`);
  const state = join(dir, 'state');
  mkdirSync(join(dir, 'simulators'), { recursive: true });
  const database = fileIn(join(state, 'v3/d1/miniflare-D1DatabaseObject'));
  database.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)');
  for (const name of migrations) database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
  database.close();
  const ledger = fileIn(join(state, 'v3/do/creator-marketing-service-Ledger'));
  ledger.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
  ledger.prepare("INSERT INTO meta VALUES ('schema', ?)").run(`${schema}`);
  ledger.close();
  return { dir, state };
}

function fileIn(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  // What workerd keeps beside its databases, and what a run that was killed leaves.
  writeFileSync(join(folder, 'metadata.sqlite'), '');
  writeFileSync(join(folder, 'empty.sqlite'), '');
  return new DatabaseSync(join(folder, `${'0'.repeat(64)}.sqlite`));
}

/** How a command ends, and all that it says. */
async function ended(command: string, args: string[]): Promise<{ code: unknown; said: string }> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' };
  const child = spawn(command, args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  groups.add(child.pid!);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = await once(child, 'close');
  groups.delete(child.pid!);
  return { code, said };
}

describe('data of another version', () => {
  it.each([
    ['a migration', ['0000_init.sql', '0001_charges.sql'], LEDGER_SCHEMA, 'its migration 0000_init.sql'],
    ['a later migration', [FIRST, '0999_later.sql'], LEDGER_SCHEMA, 'its migration 0999_later.sql'],
    ['a ledger', [FIRST], LEDGER_SCHEMA - 1, `a ledger has schema ${LEDGER_SCHEMA - 1}`],
  ])('are recognised by %s', (_, migrations, schema, why) => {
    const { dir, state } = dataOf(migrations, schema);
    expect(() => checkKnownData(state)).toThrow(
      `The data in ${dir} were made by another version of the service: ${why}`,
    );
  });

  it('are told from our own, and from none', () => {
    checkKnownData(dataOf([FIRST], LEDGER_SCHEMA).state);
    checkKnownData(join(root, 'nothing'));
  });

  it('name the folder that --persist-to names where nothing else is beside it', () => {
    const { dir, state } = dataOf(['0001_charges.sql'], LEDGER_SCHEMA);
    rmSync(join(dir, 'simulators'), { recursive: true });
    expect(() => checkKnownData(state)).toThrow(`The data in ${state} were made`);
  });

  it('end npm run dev and wrangler dev, and stay as they are', { timeout: READY_MS }, async () => {
    const { dir, state } = dataOf(['0001_charges.sql'], LEDGER_SCHEMA);
    const file = join(state, 'v3/d1/miniflare-D1DatabaseObject', `${'0'.repeat(64)}.sqlite`);
    const before = readFileSync(file);
    const port = `${await freePorts()}`;
    const wrangler = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
    const ends = await Promise.all([
      ended('npm', ['run', 'dev', '--', '--port', port, '--state', dir]),
      ended(process.execPath, [wrangler, 'dev', '--persist-to', state, '--port', port]),
    ]);
    for (const { code, said } of ends) {
      expect(code).toBe(1);
      expect(said).toContain(`The data in ${dir} were made by another version of the service`);
      expect(said).toContain('Delete that folder and start again: npm run dev makes its demo data anew.');
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
