// Only one run at a time works on a folder of local data, because two would overwrite each other's databases
// and demo file. The lock belongs to the operating system, so it ends with its process in every case.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { commandOf, type Process } from './processes.ts';

const SQLITE_BUSY = 5;

/** Referenced here, so that the garbage collector does not release them. */
const held = new Set<DatabaseSync>();

const lockIn = (dir: string) => join(dir, 'run.lock');
/**
 * Held while a run checks who uses the data and registers itself, so that of two runs that start at once one
 * sees the other.
 */
const entryIn = (dir: string) => join(dir, 'entry.lock');
const ENTRY_PATIENCE_MS = 60_000;
const holderIn = (dir: string) => join(dir, 'run.pid');
/** A plain `wrangler dev` does not know about the lock; the script that runs before it registers it here. */
const wranglerIn = (dir: string) => join(dir, 'wrangler-dev.json');

const inUse = (pid: number | null, option: '--state' | '--persist-to') =>
  new Error(
    `These data are in use by ${pid ? `process ${pid}` : 'another run'}: stop it, or give ${option} DIR.`,
  );

/**
 * Holds the data in `dir` until the returned function is called or the process ends. Throws when another run
 * uses them.
 */
export function holdState(dir: string): () => void {
  return enter(dir, () => {
    const lock = takeLock(lockIn(dir));
    if (!lock) throw inUse(holderOf(dir), '--state');
    const wrangler = wranglerOn(dir);
    if (wrangler !== null) {
      lock.close();
      throw inUse(wrangler, '--state');
    }
    held.add(lock);
    writeFileSync(holderIn(dir), `${process.pid}\n`);
    return () => {
      rmSync(holderIn(dir), { force: true });
      held.delete(lock);
      lock.close();
    };
  });
}

/**
 * Registers that the `wrangler dev` with this process ID works on the data in `dir`. Throws when another run
 * uses them.
 */
export function holdForWrangler(dir: string, pid: number): void {
  enter(dir, () => {
    const lock = takeLock(lockIn(dir));
    if (!lock) throw inUse(holderOf(dir), '--persist-to');
    lock.close();
    const other = wranglerOn(dir);
    if (other !== null && other !== pid) throw inUse(other, '--persist-to');
    const note: Process = { pid, command: commandOf(pid) };
    writeFileSync(wranglerIn(dir), JSON.stringify(note));
  });
}

function enter<T>(dir: string, look: () => T): T {
  mkdirSync(dir, { recursive: true });
  const entry = takeLock(entryIn(dir), ENTRY_PATIENCE_MS);
  if (!entry) throw new Error(`Nobody lets go of ${entryIn(dir)}: delete it if no other run begins.`);
  try {
    return look();
  } finally {
    entry.close();
  }
}

/** Null when another process holds it. */
function takeLock(path: string, timeout = 0): DatabaseSync | null {
  const lock = new DatabaseSync(path, { timeout });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

function holderOf(dir: string): number | null {
  try {
    return Number(readFileSync(holderIn(dir), 'utf8')) || null;
  } catch {
    return null;
  }
}

function wranglerOn(dir: string): number | null {
  try {
    const note = JSON.parse(readFileSync(wranglerIn(dir), 'utf8')) as Process;
    return note.command !== '' && commandOf(note.pid) === note.command ? note.pid : null;
  } catch {
    return null;
  }
}
