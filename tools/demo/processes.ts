// Reads process information from the operating system. Without `ps` there is none.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

export interface Process {
  pid: number;
  /** Process IDs are reused: the command shows whether it is still the same process. */
  command: string;
}

/** Empty when there is no such process. */
export const commandOf = (pid: number): string => ps(['-p', String(pid), '-o', 'command=']).trim();

/** Null for the system's first process. */
export function parentOf(pid: number): Process | null {
  const parent = Number(ps(['-p', String(pid), '-o', 'ppid=']));
  return parent > 0 ? { pid: parent, command: commandOf(parent) } : null;
}

/** The command-line arguments of a process. Only Linux keeps them separate. */
export function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return wordsIn(commandOf(pid));
  }
}

/**
 * Splits a command line into arguments: text between two options counts as one, so that a path with spaces
 * stays whole.
 */
export const wordsIn = (command: string) => command.split(/\s+(?=-)|(?<=\s--?[\w-]+)\s+/);

/** The working directory of a process. Null when the system does not report it. */
export function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    const told = run('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']);
    return /^n(\/.*)$/m.exec(told)?.[1] ?? null;
  }
}

/** All processes with their parents and groups. */
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
