// One run at a time works on a folder of local data: two would write over each other's databases and demo file. The lock is the
// system's own, so it ends with its process however that ends.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { commandOf, type Process } from './processes.ts';

const SQLITE_BUSY = 5;

/** Kept here, or the garbage collector would let go of them. */
const held = new Set<DatabaseSync>();

const lockIn = (dir: string) => join(dir, 'run.lock');
const holderIn = (dir: string) => join(dir, 'run.pid');
/** A plain `wrangler dev` knows of no lock: what it runs before it starts notes it here. */
const wranglerIn = (dir: string) => join(dir, 'wrangler-dev.json');

const inUse = (pid: number | null) =>
  new Error(
    `These data are in use by ${pid ? `process ${pid}` : 'another run'}: stop it, or give --state DIR.`,
  );

/** Holds the data in `dir` until the returned function is called or the process ends. Throws when another uses them. */
export function holdState(dir: string): () => void {
  mkdirSync(dir, { recursive: true });
  const lock = takeLock(dir);
  if (!lock) throw inUse(holderOf(dir));
  const wrangler = wranglerOn(dir);
  if (wrangler !== null) {
    lock.close();
    throw inUse(wrangler);
  }
  held.add(lock);
  writeFileSync(holderIn(dir), `${process.pid}\n`);
  return () => {
    rmSync(holderIn(dir), { force: true });
    held.delete(lock);
    lock.close();
  };
}

/** The process that works on the data in `dir`: a run of `npm run dev`, or a `wrangler dev` that was noted. Null when none does. */
export function userOf(dir: string): number | null {
  const lock = takeLock(dir);
  lock?.close();
  return lock ? wranglerOn(dir) : holderOf(dir);
}

/** Notes that a `wrangler dev` works on the data in `dir`. */
export function noteWrangler(dir: string, pid: number): void {
  const note: Process = { pid, command: commandOf(pid) };
  writeFileSync(wranglerIn(dir), JSON.stringify(note));
}

/** Null when another process has it. */
function takeLock(dir: string): DatabaseSync | null {
  const lock = new DatabaseSync(lockIn(dir));
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
