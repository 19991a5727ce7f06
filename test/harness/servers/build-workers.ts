// Builds the Workers, makes the demo's databases and unpacks the browser once for all journeys, while other tests begin.
// Two processes that unpack it at once would start a file that the other is still writing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';
import { setClockAhead } from '../../../src/kit/clock.ts';
import { buildWorkers } from '../../../tools/demo/built-workers.ts';
import { SERVICE, SIMULATORS } from '../../../tools/demo/configs.ts';
import { openLocal } from '../../../tools/demo/local-databases.ts';
import { seed } from '../../../tools/seed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The folder of the built Workers and, in `demo`, of the demo's data; its file `done` says that they are ready, or why not.
     */
    built: string;
  }
}

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

/** Each journey that needs the demo begins with a copy. Nothing listens at its addresses. */
async function makeDemo(dir: string): Promise<void> {
  setClockAhead(Number(process.env.CLOCK_AHEAD_MS ?? 0));
  const baseUrl = 'http://127.0.0.1:1';
  const local = await openLocal(dir, { PUBLIC_URL: baseUrl, ALLOW_LOCAL_URLS: 'true' });
  await seed(local.env, dir, { baseUrl, receiverUrl: baseUrl, shopUrl: baseUrl }).finally(() =>
    local.dispose(),
  );
}
