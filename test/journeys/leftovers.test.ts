import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteGroup, stopLeftovers } from '../../tools/demo/leftovers.ts';

describe('what a killed run left behind', () => {
  it('is ended by the next one, but not what belongs to a run that goes on', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'leftover-'));
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'workerd'], {
      detached: true,
    });
    const ended = new Promise((resolve) => left.once('exit', (_, signal) => resolve(signal)));
    const lines: string[] = [];
    noteGroup(dir, left.pid!);
    await stopLeftovers(dir, (line) => lines.push(line));
    expect([left.exitCode, left.signalCode, lines]).toEqual([null, null, []]);
    const note = JSON.parse(await readFile(join(dir, 'process.json'), 'utf8'));
    note.starter.command = 'another process by now';
    await writeFile(join(dir, 'process.json'), JSON.stringify(note));
    await stopLeftovers(dir, (line) => lines.push(line));
    expect(await ended).toBe('SIGTERM');
    expect(lines).toEqual([expect.stringContaining(`process group ${left.pid}`)]);
    await rm(dir, { recursive: true });
  });
});
