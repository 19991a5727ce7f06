// Builds the Workers and unpacks the browser once for all journeys, while other tests begin. Two processes
// that unpack it at once would start a file that the other is still writing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';
import { buildWorkers } from '../../../tools/demo/built-workers.ts';
import { SERVICE, SIMULATORS } from '../../../tools/demo/configs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built Workers; its file `done` says that they are ready, or why not. */
    built: string;
  }
}

export default async function buildForJourneys(project: TestProject): Promise<() => Promise<void>> {
  const built = await mkdtemp(join(tmpdir(), 'built-'));
  const building = Promise.all([
    buildWorkers([...SERVICE, ...SIMULATORS], built),
    chromium.executablePath(),
  ]).then(
    () => writeFile(join(built, 'done'), ''),
    (error: Error) => writeFile(join(built, 'done'), error.message),
  );
  project.provide('built', built);
  return async () => {
    await building;
    await rm(built, { recursive: true, force: true });
  };
}
