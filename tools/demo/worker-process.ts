// `wrangler dev` as a child, in a process group of its own so that nothing of it is left behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;
const STOP_MS = 5_000;

export interface WorkerProcess {
  child: ChildProcess;
  /** Ends the whole group; resolves when it is gone. */
  stop(): Promise<void>;
}

/** Starts a Worker, ours unless `configs` name another (the first is the door), and waits until it answers. Throws when it ends before. */
export async function startWorker(
  port: number,
  dir: string,
  vars: Record<string, string>,
  print: (line: string) => void,
  configs = ['wrangler.toml', 'wrangler.media.toml'],
): Promise<WorkerProcess> {
  const args = [
    join(root, 'node_modules/wrangler/bin/wrangler.js'),
    'dev',
    ...configs.flatMap((config) => ['--config', join(root, config)]),
    ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
    ...['--persist-to', join(dir, 'state'), '--log-level', 'warn'],
    '--show-interactive-dev-session=false',
    ...Object.entries({ ...atAnotherTime(), ...vars }).flatMap(([name, value]) => [
      '--var',
      `${name}:${value}`,
    ]),
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      // Else sessions on one machine find each other's Workers, which all have the same names.
      WRANGLER_REGISTRY_PATH: join(dir, 'registry'),
      WRANGLER_HIDE_BANNER: 'true',
      NO_UPDATE_NOTIFIER: '1',
    },
  });
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
  };
  try {
    await answers(port, child, () => last);
  } catch (error) {
    await stop();
    throw error;
  }
  return { child, stop };
}

/** `npm test -- --now` says so to itself and to whatever it starts. */
function atAnotherTime(): Record<string, string> {
  const ahead = process.env.CLOCK_AHEAD_MS;
  return ahead ? { CLOCK_AHEAD_MS: ahead } : {};
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, name);
  } catch {
    // the group is gone already
  }
}

async function answers(port: number, child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`wrangler dev ended with ${child.exitCode}.\n${log()}`);
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1/account`);
      if (response.status === 401) return;
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The service did not answer within ${PATIENCE_MS / 1000} s.\n${log()}`);
}
