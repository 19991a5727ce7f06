// Our Workers as a child: by `wrangler dev`, or built before. In a process group of its own so that nothing of it is left behind.
import './offline.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { atAnotherTime, forwarding, pagesWith, pixelWith, SERVICE } from './configs.ts';
import { forgetGroup, noteGroup } from './leftovers.ts';
import { LOCAL_SECRETS } from './local-secrets.ts';
import type { ToServe } from './serve-built.ts';

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
    await pixelWith(vars, dir),
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
  return await run(args, port, dir, print, !configs);
}

/**
 * Starts Workers that `buildWorkers` has put into the folder `built`, as startWorker does: in less time and memory, and
 * without watching the sources.
 */
export async function startBuilt(
  built: string,
  port: number,
  dir: string,
  given: Record<string, string>,
  print: (line: string) => void,
  configs?: string[],
): Promise<WorkerProcess> {
  await mkdir(dir, { recursive: true });
  const ahead = process.env.CLOCK_AHEAD_MS;
  const vars = { ...LOCAL_SECRETS, ...given, ...(ahead ? { CLOCK_AHEAD_MS: ahead } : {}) };
  const asked: ToServe = {
    ...{ built, port, vars, state: join(dir, 'state'), configs: configs ?? SERVICE },
    services: configs ? {} : { PIXEL: 'creator-marketing-pixel', PAGES: 'creator-marketing-pages' },
  };
  const args = [join(import.meta.dirname, 'serve-built.ts'), JSON.stringify(asked)];
  return await run(args, port, dir, print, !configs);
}

/** Runs Node on `args` until what it serves answers on the port. */
async function run(
  args: string[],
  port: number,
  dir: string,
  print: (line: string) => void,
  whole: boolean,
): Promise<WorkerProcess> {
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
    // workerd may outlive its parent for a moment: the group must be empty before the databases are opened again.
    signal(child, 'SIGKILL');
    forgetGroup(dir);
  };
  try {
    const until = Date.now() + PATIENCE_MS;
    await answers(`http://127.0.0.1:${port}/v1/account`, 401, child, until, () => last);
    if (whole) {
      await answers(`http://127.0.0.1:${port}/px/ready`, 404, child, until, () => last);
      await answers(`http://127.0.0.1:${port}/`, 200, child, until, () => last);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { child, stop };
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
    if (child.exitCode !== null) throw new Error(`The Workers ended with ${child.exitCode}.\n${log()}`);
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
