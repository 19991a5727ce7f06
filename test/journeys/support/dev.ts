// Runs `npm run dev` as a process, and does what a person at its terminal does.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import * as clock from '../../harness/clock.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Long enough for any machine: it only detects what hangs. */
export const READY_MS = 900_000;

export interface Dev {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

/** @param root the folder of the sources. */
export function startDev(port: number, dir: string, root = ROOT): Dev {
  const child = spawn('npm', ['run', 'dev', '--', '--port', String(port), '--state', dir], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output: () => output, ended };
}

export async function until<T>(
  what: string,
  ms: number,
  find: () => Promise<T | null | false> | T | null | false,
): Promise<T> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited ${ms} ms in vain for ${what}`);
}

/** Waits for a line in the terminal, by default the last one of a start. */
export async function ready(dev: Dev, line = 'Demo complete:'): Promise<void> {
  await until(line, READY_MS, () => {
    if (dev.child.exitCode !== null) throw new Error(`npm run dev ended:\n${dev.output()}`);
    return dev.output().includes(line);
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${dev.output().slice(-5_000)}`);
  });
}

/**
 * As the system does when it runs out of memory: the process has no time to clean up, and its Workers get no
 * signal.
 */
export async function kill(dev: Dev): Promise<void> {
  process.kill(-dev.child.pid!, 'SIGKILL');
  await dev.ended;
}

/** As Ctrl-C does: signals the whole foreground group. */
export async function interrupt(dev: Dev): Promise<void> {
  process.kill(-dev.child.pid!, 'SIGINT');
  await dev.ended;
}

export async function listens(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)));
  });
}

export async function freePorts(): Promise<number> {
  for (;;) {
    // Below the ports for outgoing connections, which the system could take at any moment.
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const taken = await Promise.all([listens(port), listens(port + 1), listens(port + 2), listens(port + 3)]);
    if (!taken.includes(true)) return port;
  }
}
