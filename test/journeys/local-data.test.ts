// Two runs on the same local data: of `npm run dev` and of `wrangler dev`, for which a process of that name
// runs the same build step (the real one needs a gigabyte of memory). Also, data that another version of the
// service created.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { THREAD_SCHEMA } from '../../src/domains/messaging/thread-log/log-schema.ts';
import { LEDGER_SCHEMA } from '../../src/domains/money/ledger/journal-schema.ts';
import { checkKnownData } from '../../tools/demo/known-data.ts';
import { commandOf, everyProcess, wordsIn } from '../../tools/demo/processes.ts';
import { freePorts, until } from './support/dev.ts';

const ROOT = join(import.meta.dirname, '../..');
const HOLD = join(ROOT, 'tools/demo/hold-state.ts');
const LOCAL = join(ROOT, 'tools/demo/local-databases.ts');
const PATIENCE_MS = 300_000;
const FIRST = '0000_initial.sql';

/** Runs the step whenever it reads a line, prints how it ended, and stays alive, as a server does. */
const WRANGLER = `
import { execFileSync } from 'node:child_process';
import { createInterface } from 'node:readline';
const step = () => {
  try {
    const said = execFileSync('sh', ['-c', 'node --no-warnings tools/before-wrangler.ts; exit $?'], {
      cwd: ${JSON.stringify(ROOT)}, env: { ...process.env, WRANGLER_COMMAND: 'dev' }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    console.log(said + 'built');
  } catch (error) {
    console.log(String(error.stderr).trim());
  }
};
step();
createInterface({ input: process.stdin }).on('line', step);
`;

describe('local data', { timeout: PATIENCE_MS }, () => {
  let dir: string;
  const started: ChildProcess[] = [];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'in use-'));
    await writeFile(join(dir, 'wrangler.mjs'), WRANGLER);
    // The databases exist, so they need not be created.
    const databases = join(dir, 'state/v3/d1/miniflare-D1DatabaseObject');
    await mkdir(databases, { recursive: true });
    await writeFile(join(databases, 'one.sqlite'), '');
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map(end));
    await rm(dir, { recursive: true });
  });

  /** Starts a process, and returns a function for its next output. */
  function start(args: string[], cwd = ROOT) {
    const child = spawn(process.execPath, ['--no-warnings', ...args], { cwd });
    started.push(child);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const lines: string[] = [];
    let heard: () => void = () => undefined;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        lines.push(...text.split('\n').filter(Boolean));
        heard();
      });
    const says = async () => {
      while (lines.length === 0)
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      return lines.shift()!;
    };
    return { child, ended, says };
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  // A relative folder is relative to where it was started, which need not be the repository.
  const wrangler = () =>
    start([join(dir, 'wrangler.mjs'), 'dev', '--persist-to', join('..', basename(dir), 'state')], dir);

  it('in use by npm run dev are refused to wrangler dev until it ends, however it does', async () => {
    const held = `(await import(${JSON.stringify(HOLD)})).holdState(${JSON.stringify(dir)}); console.log('held'); setInterval(() => {}, 1e6);`;
    const first = start(['--input-type=module', '-e', held]);
    expect(await first.says()).toBe('held');
    const used = `These data are in use by process ${first.child.pid}: stop it, or give`;
    const other = wrangler();
    expect(await other.says()).toBe(`${used} --persist-to DIR.`);
    await end(first.child);
    other.child.stdin!.write('again\n');
    expect(await other.says()).toBe('built');
  });

  it('in use by wrangler dev are refused to npm run dev and to another wrangler dev, but not to itself', async () => {
    const first = wrangler();
    expect(await first.says()).toBe('built');
    const used = `These data are in use by process ${first.child.pid}: stop it, or give`;
    const dev = start(['tools/dev.ts', '--state', dir, '--port', String(await freePorts())]);
    expect(await dev.says()).toBe(`${used} --state DIR.`);
    expect(await dev.ended).toBe(1);
    const other = wrangler();
    expect(await other.says()).toBe(`${used} --persist-to DIR.`);
    first.child.stdin!.write('again\n');
    expect(await first.says()).toBe('built');
    await end(first.child);
    other.child.stdin!.write('again\n');
    expect(await other.says()).toBe('built');
  });

  it('that are not there are made for wrangler dev, also where that was killed once, with the command for a first key', async () => {
    await rm(join(dir, 'state'), { recursive: true });
    const script = join(dir, 'making.mjs');
    await writeFile(
      script,
      `(await import(${JSON.stringify(LOCAL)})).openLocal(${JSON.stringify(dir)}, {});`,
    );
    const making = start([script]);
    await until('the first database', PATIENCE_MS, async () => (await databases()).length > 0);
    const left = everyProcess().filter((one) => one.parent === making.child.pid);
    expect(left).toEqual([expect.objectContaining({ command: expect.stringContaining('workerd') })]);
    await end(making.child);
    expect(await applied()).not.toEqual(await migrations());
    const first = wrangler();
    const [, command] = /^Databases were made\. A first account and its key: (npm run .*)$/.exec(
      await first.says(),
    )!;
    expect(await first.says()).toBe('built');
    expect(await applied()).toEqual(await migrations());
    expect(commandOf(left[0]!.pid)).toBe('');
    const { stdout } = await promisify(execFile)('sh', ['-c', command!], { cwd: ROOT });
    expect(stdout).toMatch(/Account acct_\w{26} \(My brand\)\. Its key is shown this once: service_sk_\w+\n/);
    first.child.stdin!.write('again\n');
    expect(await first.says()).toBe('built');
  });

  it('are found in a path with spaces, also where the system does not keep the words of a command apart', () => {
    for (const option of [
      '--persist-to my data/state',
      '--persist-to my data/state --port 1',
      '-c x --persist-to my data/state',
    ])
      expect(wordsIn(`node wrangler dev ${option}`), option).toContain('my data/state');
  });

  it('are taken by one of two that begin at the same moment', async () => {
    const names = [
      'holdState(dir)',
      'holdForWrangler(dir, process.pid)',
      'holdForWrangler(dir, process.pid)',
    ];
    const racers = names.map((hold) =>
      start([
        ...['--input-type=module', '-e'],
        `import { existsSync } from 'node:fs';
        import { createInterface } from 'node:readline';
        const { holdState, holdForWrangler } = await import(${JSON.stringify(HOLD)});
        createInterface({ input: process.stdin }).on('line', (dir) => {
          while (!existsSync(dir));
          try { ${hold}; console.log('has them'); } catch (error) { console.log(error.message); }
        });
        console.log('ready');`,
      ]),
    );
    for (const one of racers) expect(await one.says()).toBe('ready');
    for (let round = 0; round < 6; round++) {
      const data = join(dir, `round ${round}`);
      for (const one of racers) one.child.stdin!.write(`${data}\n`);
      await mkdir(data);
      const said = await Promise.all(racers.map((one) => one.says()));
      const winner = said.indexOf('has them');
      const used = `These data are in use by process ${racers[winner]?.child.pid}: stop it, or give`;
      expect(said).toEqual(
        said.map((_, at) =>
          at === winner ? 'has them' : `${used} ${at === 0 ? '--state' : '--persist-to'} DIR.`,
        ),
      );
    }
  });

  async function databases(): Promise<string[]> {
    const folder = join(dir, 'state/v3/d1/miniflare-D1DatabaseObject');
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => /^(?!metadata).*\.sqlite$/.test(name)).map((name) => join(folder, name));
  }

  /** The migrations of all databases. */
  async function migrations(): Promise<string[]> {
    const [main, events, search] = await Promise.all(
      ['main', 'events', 'search'].map((one) => readdir(join(ROOT, 'migrations', one))),
    );
    return [...main!, ...events!, ...events!, ...search!].filter((name) => name.endsWith('.sql')).sort();
  }

  async function applied(): Promise<string[]> {
    const found = (await databases()).map((path) => {
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        return database.prepare('SELECT name FROM d1_migrations').all() as { name: string }[];
      } catch {
        return [];
      } finally {
        database.close();
      }
    });
    return found.flatMap((rows) => rows.map(({ name }) => name)).sort();
  }

  /** Adds a database with these migrations, a ledger and a thread with these schemas to the data. @returns its file. */
  async function made(migrations: string[], schema: number, ofThread = THREAD_SCHEMA): Promise<string> {
    const ledgers = join(dir, 'state/v3/do/creator-marketing-service-Ledger');
    await mkdir(ledgers, { recursive: true });
    const ledger = new DatabaseSync(join(ledgers, `${'0'.repeat(64)}.sqlite`));
    ledger.exec(`CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
      INSERT INTO meta VALUES ('schema', '${schema}')`);
    ledger.close();
    const threads = join(dir, 'state/v3/do/creator-marketing-service-Thread');
    await mkdir(threads, { recursive: true });
    const thread = new DatabaseSync(join(threads, `${'0'.repeat(64)}.sqlite`));
    thread.exec(`CREATE TABLE log_state (schema INTEGER); INSERT INTO log_state VALUES (${ofThread})`);
    thread.close();
    const path = join(dir, 'state/v3/d1/miniflare-D1DatabaseObject/two.sqlite');
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)');
    for (const name of migrations) database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
    database.close();
    return path;
  }

  it.each([
    ['a migration', ['0000_init.sql', '0001_charges.sql'], LEDGER_SCHEMA, 'its migration 0000_init.sql'],
    ['a later migration', [FIRST, '0999_later.sql'], LEDGER_SCHEMA, 'its migration 0999_later.sql'],
    ['a ledger', [FIRST], LEDGER_SCHEMA - 1, `a ledger has schema ${LEDGER_SCHEMA - 1}`],
    ['a thread', [FIRST], LEDGER_SCHEMA, `a thread has schema ${THREAD_SCHEMA + 1}`, THREAD_SCHEMA + 1],
  ])(
    'of another version are recognised by %s',
    async (_, migrations, schema, why, ofThread = THREAD_SCHEMA) => {
      await made(migrations, schema, ofThread);
      expect(() => checkKnownData(join(dir, 'state'))).toThrow(
        `The data in ${join(dir, 'state')} were made by another version of the service: ${why}`,
      );
    },
  );

  it('of this version are taken, and so are none', async () => {
    await made([FIRST], LEDGER_SCHEMA);
    checkKnownData(join(dir, 'state'));
    checkKnownData(join(dir, 'nothing'));
  });

  it('of another version are refused to both, which name the folder to delete and leave it as it is', async () => {
    const path = await made(['0001_charges.sql'], LEDGER_SCHEMA);
    const before = await readFile(path);
    // The folder layout of `npm run dev`.
    await mkdir(join(dir, 'simulators'));
    const dev = start(['tools/dev.ts', '--state', dir, '--port', String(await freePorts())]);
    const refused = async ({ says }: typeof dev) => {
      expect(await says()).toBe(
        `The data in ${dir} were made by another version of the service: its migration 0001_charges.sql is not in migrations/.`,
      );
      expect(await says()).toBe('Delete that folder and start again: npm run dev makes its demo data anew.');
    };
    await refused(dev);
    expect(await dev.ended).toBe(1);
    await refused(wrangler());
    expect((await readFile(path)).equals(before)).toBe(true);
  });
});
