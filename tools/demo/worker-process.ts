// `wrangler dev` as a child, in a process group of its own so that nothing of it is left behind.
import './offline.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { forgetGroup, noteGroup } from './leftovers.ts';
import { LOCAL_SECRETS } from './local-secrets.ts';

const root = join(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;
const STOP_MS = 5_000;

export interface WorkerProcess {
  child: ChildProcess;
  /** Ends the whole group; resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts Workers in one process, all of ours unless `configs` name others, and waits until the first of them answers:
 * requests go to that one. Throws when they end before.
 */
export async function startWorker(
  port: number,
  dir: string,
  given: Record<string, string>,
  print: (line: string) => void,
  configs?: string[],
): Promise<WorkerProcess> {
  const vars = { ...LOCAL_SECRETS, ...given };
  await mkdir(dir, { recursive: true });
  const asked = configs ?? [
    await forwarding(dir),
    'wrangler.pixel.toml',
    'wrangler.media.toml',
    await pagesWith(vars, dir),
  ];
  const started = await Promise.all(asked.map((config) => atAnotherTime(config, dir)));
  const args = [
    join(root, 'node_modules/wrangler/bin/wrangler.js'),
    'dev',
    ...started.flatMap((config) => ['--config', resolve(root, config)]),
    ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
    ...['--persist-to', join(dir, 'state'), '--log-level', 'warn'],
    '--show-interactive-dev-session=false',
    ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Else sessions on one machine find each other's Workers, which all have the same names.
      WRANGLER_REGISTRY_PATH: join(dir, 'registry'),
      WRANGLER_HIDE_BANNER: 'true',
      NO_UPDATE_NOTIFIER: '1',
    },
  });
  noteGroup(dir, child.pid!);
  let last = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      last = (last + text).slice(-4000);
      if (text.includes('Scheduled Workers are not automatically triggered')) return;
      for (const line of text.split('\n')) if (line.trim() !== '') print(line);
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // Whoever is interrupted while it starts has nothing to stop yet.
  const orphaned = () => signal(child, 'SIGKILL');
  process.once('exit', orphaned);
  const stop = async () => {
    process.off('exit', orphaned);
    signal(child, 'SIGTERM');
    const timer = setTimeout(() => signal(child, 'SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
    // workerd may outlive wrangler for a moment: the group must be empty before the databases are opened again.
    signal(child, 'SIGKILL');
    forgetGroup(dir);
  };
  try {
    const until = Date.now() + PATIENCE_MS;
    await answers(`http://127.0.0.1:${port}/v1/account`, 401, child, until, () => last);
    if (!configs) {
      await answers(`http://127.0.0.1:${port}/px/ready`, 404, child, until, () => last);
      await answers(`http://127.0.0.1:${port}/`, 200, child, until, () => last);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { child, stop };
}

/**
 * The API's configuration with the bindings to the Workers of pixel and pages. The committed one has none: in production
 * routes do that, and `wrangler dev` by itself starts no other Worker. @returns its path.
 */
async function forwarding(dir: string): Promise<string> {
  const path = join(dir, 'wrangler.toml');
  await writeFile(
    path,
    `${await runnable('wrangler.toml')}
[[services]]
binding = "PIXEL"
service = "creator-marketing-pixel"

[[services]]
binding = "PAGES"
service = "creator-marketing-pages"
`,
  );
  return path;
}

/** The pages' configuration with vars of this run: those of the command line reach the first Worker alone. */
async function pagesWith(vars: Record<string, string>, dir: string): Promise<string> {
  const own = Object.entries(vars).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  const toml = (await runnable('wrangler.pages.toml'))
    .replace(/^routes = \[\n(?:.*\n)*?\]\n/m, '')
    .replace(new RegExp(`^(?:${Object.keys(vars).join('|')}) = .*\n`, 'gm'), '')
    .replace(/^\[vars\]\n/m, `[vars]\n${own.join('')}`);
  const path = join(dir, 'wrangler.pages.toml');
  await writeFile(path, toml);
  return path;
}

/** A configuration that may lie elsewhere, and builds nothing: what it needs is built. */
async function runnable(config: string): Promise<string> {
  const toml = await readFile(join(root, config), 'utf8');
  const absolute = (name: string) => JSON.stringify(join(root, name));
  return toml
    .replace(/^\[build\]\n(?:.+\n)+/m, '')
    .replace(/^main = "(.+)"$/m, (_, name) => `main = ${absolute(name)}`)
    .replace(/^directory = "(.+)"$/m, (_, name) => `directory = ${absolute(name)}`);
}

/**
 * The same configuration at the moment of `npm test -- --now`, if there is one: vars of the command line reach the first
 * Worker alone. @returns its path.
 */
async function atAnotherTime(config: string, dir: string): Promise<string> {
  const ahead = process.env.CLOCK_AHEAD_MS;
  if (!ahead) return config;
  const from = resolve(root, config);
  const toml = (await readFile(from, 'utf8'))
    .replace(/^main = "(.+)"$/m, (_, name) => `main = ${JSON.stringify(resolve(dirname(from), name))}`)
    .replace(/^ALLOW_LOCAL_URLS = .*\n/m, '');
  const vars = `[vars]\nALLOW_LOCAL_URLS = "true"\nCLOCK_AHEAD_MS = "${ahead}"\n`;
  const path = join(dir, `ahead-${basename(config)}`);
  await writeFile(path, /^\[vars\]\n/m.test(toml) ? toml.replace(/^\[vars\]\n/m, vars) : `${toml}\n${vars}`);
  return path;
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, name);
  } catch {
    // the group is gone already
  }
}

async function answers(
  url: string,
  expected: number,
  child: ChildProcess,
  until: number,
  log: () => string,
): Promise<void> {
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`wrangler dev ended with ${child.exitCode}.\n${log()}`);
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.status === expected) return;
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer within ${PATIENCE_MS / 1000} s.\n${log()}`);
}
