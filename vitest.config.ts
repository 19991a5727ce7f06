import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/harness/longest-first.ts';

const migrations = {
  main: await readD1Migrations('migrations/main'),
  events: await readD1Migrations('migrations/events'),
};

const BUNDLED = [
  '@hono/zod-validator',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'fast-check',
  'hono',
  'hono/html',
  'mediabunny',
  'oslo/crypto',
  'oslo/encoding',
  'stripe',
  'zod',
];

// Set by `npm test -- --now` (tools/test.ts).
const clockAheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

export default defineConfig({
  test: {
    // Most files wait more than they work.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/harness/closing-line.ts'],
    projects: [
      {
        // Inside workerd, with local D1, R2, Durable Objects and queues.
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { TEST_MIGRATIONS: JSON.stringify(migrations), PUBLIC_URL: 'https://service.test' },
            },
          }),
        ],
        test: {
          name: 'workers',
          provide: { clockAheadMs },
          include: [
            'test/db/**/*.test.ts',
            'test/domains/**/*.test.ts',
            'test/http/**/*.test.ts',
            'test/jobs/**/*.test.ts',
            'test/pixel/**/*.test.ts',
            'test/integrations/**/*.test.ts',
            'test/contract/**/*.test.ts',
            'test/simulation/**/*.test.ts',
          ],
          globalSetup: ['./test/harness/start-simulators.ts'],
          setupFiles: ['./test/harness/setup.ts'],
          // One process evaluates the service once, for all of its files; each of them gets empty storage (setup.ts).
          isolate: false,
          testTimeout: 30_000,
          // Packages of many files, each of which every test file would ask for; and mediabunny, whose one import of a
          // node: module confuses the runner unless Vite has bundled it.
          deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
        },
      },
      {
        // Plain Node: the repository's own rules, and stories with real processes, browsers and receivers.
        test: {
          name: 'node',
          provide: { clockAheadMs },
          setupFiles: ['./test/harness/clock.ts'],
          include: ['test/rules/**/*.test.ts', 'test/journeys/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
