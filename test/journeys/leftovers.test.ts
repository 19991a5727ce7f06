import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteGroup, stopBuilding, stopLeftovers } from '../../tools/demo/leftovers.ts';
import { everyProcess } from '../../tools/demo/processes.ts';
import { until } from './support/dev.ts';

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

  it('is ended where it still builds into the folder of the next one, but not where it builds elsewhere', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'leftover-'));
    const build = (folder: string) =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'wrangler', '--outdir', folder]);
    const [mine, other] = [build(`${dir}/built/wrangler.new`), build(`${dir}/built2/wrangler.new`)];
    const ended = new Promise((resolve) => mine.once('exit', (_, signal) => resolve(signal)));
    await until('both', 300_000, () => {
      const commands = everyProcess().map(({ command }) => command);
      return ['built', 'built2'].every((one) => commands.some((line) => line.includes(`${dir}/${one}/`)));
    });
    stopBuilding(join(dir, 'built'));
    expect(await ended).toBe('SIGKILL');
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
    other.kill('SIGKILL');
    await rm(dir, { recursive: true });
  });
});
