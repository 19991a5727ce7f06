// How often each endpoint waits for a database, as counted by test/contract/trips.test.ts.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Report {
  testResults: {
    assertionResults: {
      meta: { endpoint?: string; trips?: number; most?: number; answered?: number };
    }[];
  }[];
}

/** Throws when the test fails, because then an endpoint takes more round trips than allowed. */
export async function tripTable(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-trips-'));
  try {
    const file = join(folder, 'report.json');
    execFileSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        ...['run', '--project', 'workers', 'test/contract/trips.test.ts'],
        ...['--reporter=json', `--outputFile=${file}`],
      ],
      // Otherwise it would play a portion of the endpoints.
      { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, STORM: '1' } },
    );
    const report = JSON.parse(await readFile(file, 'utf8')) as Report;
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const rows = tests
      .filter(({ meta }) => meta.trips !== undefined)
      .map(({ meta: { endpoint, trips = 0, most = 0, answered } }) => {
        return `| \`${endpoint}\` | ${trips} | ≤ ${most} | ${answered} |`;
      });
    return [
      'Trips to a database that each endpoint waits for, one behind another, with a key that the isolate does not know yet',
      '(it knows it for ten seconds, and a read then takes one less). What is answered 4xx was refused on the way:',
      '',
      '| endpoint | trips | most | answered |',
      '| --- | ---: | ---: | ---: |',
      ...rows,
    ].join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
