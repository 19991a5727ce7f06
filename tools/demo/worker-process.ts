// Runs our built Workers as a child process with its own process group, so that everything it starts can be
// ended.
import './offline.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE } from './configs.ts';
import { forgetGroup, noteGroup } from './leftovers.ts';
import { LOCAL_SECRETS } from './local-secrets.ts';
import type { ToServe } from './serve-built.ts';

const root = join(import.meta.dirname, '../..');
const STOP_MS = 5_000;

export interface WorkerProcess {
  child: ChildProcess;
  /** Ends the whole group; resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts Workers that `buildWorkers` has put into the folder `built` in one process: all of ours, unless
 * `configs` names others. Waits until they answer; requests go to the first one. Throws when the process ends
 * before that. There is no time limit, because a busy machine may be slow.
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
    built,
    port,
    vars,
    state: join(dir, 'state'),
    configs: configs ?? SERVICE,
    services: configs ? {} : { PIXEL: 'creator-marketing-pixel', PAGES: 'creator-marketing-pages' },
  };
  const args = [join(import.meta.dirname, 'serve-built.ts'), JSON.stringify(asked)];
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  noteGroup(dir, child.pid!);
  let last = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      last = (last + text).slice(-4000);
      for (const line of text.split('\n')) if (line.trim() !== '') print(line);
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A run that is interrupted during the start has nothing to stop yet, so the group is killed.
  const orphaned = () => signal(child, 'SIGKILL');
  process.once('exit', orphaned);
  const stop = async () => {
    process.off('exit', orphaned);
    signal(child, 'SIGTERM');
    const timer = setTimeout(() => signal(child, 'SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
    // workerd may outlive its parent for a moment, but the group must be gone before the databases are opened
    // again.
    signal(child, 'SIGKILL');
    forgetGroup(dir);
  };
  const answer = new Promise<void>((resolve) => child.once('message', () => resolve()));
  await Promise.race([answer, ended]);
  if (child.exitCode === null && child.signalCode === null) return { child, stop };
  await stop();
  throw new Error(`The Workers ended with ${child.exitCode ?? child.signalCode}.\n${last}`);
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, name);
  } catch {
    // The group is gone already.
  }
}
