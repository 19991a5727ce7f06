// What the system knows of processes. Without `ps` nothing is known of any.
import { execFileSync } from 'node:child_process';

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

/** All processes, with the group of each. */
export function everyProcess(): { group: number; command: string }[] {
  return ps(['-A', '-o', 'pgid=,command='])
    .split('\n')
    .flatMap((line) => {
      const [, group, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ group: Number(group), command }];
    });
}

function ps(args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
