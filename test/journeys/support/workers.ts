// A journey's Workers: as a deployment would upload them, in a process that can be killed. `npm run dev` has
// a journey of its own (newcomer).
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { SIMULATORS } from '../../../tools/demo/configs.ts';
import { startBuilt, type WorkerProcess } from '../../../tools/demo/worker-process.ts';
import * as clock from '../../harness/clock.ts';
import type {} from '../../harness/servers/build-workers.ts';

export type { WorkerProcess };

const BUILD_MS = 200_000;

/** Starts the whole service on a port. Its output is added to `log`. */
export async function startWorkers(
  port: number,
  dir: string,
  vars: Record<string, string>,
  log: string[],
): Promise<WorkerProcess> {
  return await startBuilt(await built(), port, dir, vars, (line) => log.push(line));
}

export async function startSimulators(port: number, dir: string): Promise<WorkerProcess> {
  return await startBuilt(await built(), port, dir, {}, () => undefined, SIMULATORS);
}

/** The folder of the built Workers, once they and the browser are ready. */
export async function built(): Promise<string> {
  const folder = inject('built');
  for (const end = clock.now() + BUILD_MS; clock.now() < end; ) {
    const problem = await readFile(join(folder, 'done'), 'utf8').catch(() => null);
    if (problem === '') return folder;
    if (problem) throw new Error(problem);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Workers and browser were not there within ${BUILD_MS / 1000} s.`);
}

/** A new folder with the demo's databases, which were made once for all journeys. */
export async function demoFolder(prefix: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), prefix));
  await cp(join(await built(), 'demo'), dir, { recursive: true });
  return dir;
}
