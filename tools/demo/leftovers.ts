// What a killed run of `npm run dev` may leave behind: Workers that keep running, with their ports and
// databases. Each run stores its process groups beside the data, and the next run ends those whose starter is
// gone.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, everyProcess, type Process } from './processes.ts';

const PATIENCE_MS = 5_000;

interface Note {
  /** The process group of the Workers. */
  group: number;
  starter: Process;
}

interface OpenedNote {
  /** The processes that run the databases for `starter`, in its own group. */
  opened: Process[];
  starter: Process;
}

const noteIn = (dir: string) => join(dir, 'process.json');
const openedIn = (dir: string) => join(dir, 'opened.json');
const self = (): Process => ({ pid: process.pid, command: commandOf(process.pid) });

export function noteGroup(dir: string, group: number): void {
  const note: Note = { group, starter: self() };
  writeFileSync(noteIn(dir), JSON.stringify(note));
}

/** Stores the processes that this one started to open databases in `dir`, which would outlive it. */
export function noteOpened(dir: string): void {
  const opened = everyProcess()
    .filter((one) => one.parent === process.pid && /\bworkerd\b/.test(one.command))
    .map(({ pid, command }) => ({ pid, command }));
  const note: OpenedNote = { opened, starter: self() };
  writeFileSync(openedIn(dir), JSON.stringify(note));
}

export function forgetOpened(dir: string): void {
  rmSync(openedIn(dir), { force: true });
}

/** Ends the processes that opened databases in `dir` for a process that is gone. */
export function stopOpened(dir: string): void {
  const note = readNote<OpenedNote>(openedIn(dir));
  if (!note || runs(note.starter)) return;
  for (const one of note.opened) if (runs(one)) signal(one.pid, 'SIGKILL');
  forgetOpened(dir);
}

export function forgetGroup(dir: string): void {
  rmSync(noteIn(dir), { force: true });
}

/**
 * Ends processes that still build Workers into a folder whose data the caller holds: their run is gone, and
 * they block the new one.
 */
export function stopBuilding(built: string): void {
  for (const { pid, command } of everyProcess())
    if (command.includes(` --outdir ${built}/`)) signal(pid, 'SIGKILL');
}

/** Ends what a run on these data left behind, but nothing that belongs to a run that is still going. */
export async function stopLeftovers(dir: string, print: (line: string) => void): Promise<void> {
  const note = readNote<Note>(noteIn(dir));
  if (!note) return;
  const { group, starter } = note;
  if (runs(starter)) return;
  if (isOurs(group)) {
    print(`Stopping what the last run left behind (process group ${group}) …`);
    signal(-group, 'SIGTERM');
    const until = Date.now() + PATIENCE_MS;
    while (isOurs(group)) {
      if (Date.now() > until) signal(-group, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  forgetGroup(dir);
}

const runs = ({ pid, command }: Process) => command !== '' && commandOf(pid) === command;

function readNote<Note>(path: string): Note | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Note;
  } catch {
    return null;
  }
}

/** Whether a process group contains Workers that were started from this repository. */
function isOurs(group: number): boolean {
  return everyProcess().some((one) => one.group === group && /\b(?:serve-built|workerd)\b/.test(one.command));
}

function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // The group is gone already.
  }
}
