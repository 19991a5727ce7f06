// Builds the Workers, makes the demo's databases and unpacks the browser once for all journeys, while other tests begin.
// Two processes that unpack it at once would start a file that the other is still writing.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';
import { buildWorkers } from '../../../tools/demo/built-workers.ts';
import { SERVICE, SIMULATORS } from '../../../tools/demo/configs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The folder of the built Workers and, in `demo`, of the demo's data; its file `done` says that they are ready, or why not.
     */
    built: string;
  }
}

const TRIES = 3;

export default async function buildForJourneys(project: TestProject): Promise<() => Promise<void>> {
  const built = await mkdtemp(join(tmpdir(), 'built-'));
  const building = Promise.all([
    buildWorkers([...SERVICE, ...SIMULATORS], built),
    chromium.executablePath(),
    makeDemo(join(built, 'demo')),
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

/** Each journey that needs the demo begins with a copy. Where a busy machine loses a connection, it is made anew. */
async function makeDemo(dir: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await promisify(execFile)(process.execPath, [
        '--no-warnings',
        join(import.meta.dirname, 'make-demo.ts'),
        dir,
      ]);
      return;
    } catch (error) {
      if (tried === TRIES) throw error;
      await rm(dir, { recursive: true, force: true });
    }
  }
}
