// Builds the Workers once for all journeys, while other tests begin.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWorkers } from '../../tools/demo/built-workers.ts';
import { SERVICE, SIMULATORS } from '../../tools/demo/configs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built Workers; its file `done` says that they are there, or holds why not. */
    built: string;
  }
}

export default async function buildForJourneys(project: TestProject): Promise<() => Promise<void>> {
  const built = await mkdtemp(join(tmpdir(), 'built-'));
  const building = buildWorkers([...SERVICE, ...SIMULATORS], built).then(
    () => writeFile(join(built, 'done'), ''),
    (error: Error) => writeFile(join(built, 'done'), error.message),
  );
  project.provide('built', built);
  return async () => {
    await building;
    await rm(built, { recursive: true, force: true });
  };
}
