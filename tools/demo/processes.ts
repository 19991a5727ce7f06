// What the system knows of processes. Without `ps` nothing is known of any.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

export interface Process {
  pid: number;
  /** Process IDs are used again: the command says whether it still is the same. */
  command: string;
}

/** Empty when there is no such process. */
export const commandOf = (pid: number): string => ps(['-p', String(pid), '-o', 'command=']).trim();

/** Null for the first process of all. */
export function parentOf(pid: number): Process | null {
  const parent = Number(ps(['-p', String(pid), '-o', 'ppid=']));
  return parent > 0 ? { pid: parent, command: commandOf(parent) } : null;
}

/** What a process was started with, word by word. Only Linux keeps the words apart. */
export function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return wordsIn(commandOf(pid));
  }
}

/** The words of a command: what stands between two options is taken for one, so that a path with spaces stays whole. */
export const wordsIn = (command: string) => command.split(/\s+(?=-)|(?<=\s--?[\w-]+)\s+/);

/** The folder that a process works in. Null when the system does not tell. */
export function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    const told = run('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']);
    return /^n(\/.*)$/m.exec(told)?.[1] ?? null;
  }
}

/** All processes, with the parent and the group of each. */
export function everyProcess(): (Process & { parent: number; group: number })[] {
  return ps(['-A', '-o', 'pid=,ppid=,pgid=,command='])
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, group, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      if (command === undefined) return [];
      return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }];
    });
}

function ps(args: string[]): string {
  return run('ps', args);
}

function run(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
