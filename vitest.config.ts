import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { keepScratchInMemory } from './test/harness/servers/scratch.ts';
import { inPortions } from './test/harness/vitest/in-portions.ts';
import LongestFirst from './test/harness/vitest/longest-first.ts';
import { IN_ROUNDS, restingAt } from './test/harness/vitest/rounds.ts';
import { turnAt } from './test/harness/vitest/turn.ts';
import { sendUncompressed } from './test/harness/vitest/uncompressed.ts';
import { buildAssets } from './tools/build-assets.ts';

keepScratchInMemory();
sendUncompressed();
// The pages name their assets by a table that is made from them.
await buildAssets();

const migrations = {
  main: await readD1Migrations('migrations/main'),
  events: await readD1Migrations('migrations/events'),
  search: await readD1Migrations('migrations/search'),
};

const BUNDLED = [
  '@hono/zod-validator',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'fast-check',
  'hono',
  'hono/html',
  'hono/jsx',
  'hono/jsx/jsx-dev-runtime',
  'hono/jsx/jsx-runtime',
  'mediabunny',
  'oslo/crypto',
  'oslo/encoding',
  'stripe',
  'zod',
];

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `test/${path}`);

/** Tests whose first line says that they put ledgers out of memory, which needs processes that do nothing else. */
const EVICTING = FILES.filter(
  (path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').startsWith('// @process ledger'),
);

/** `npm run storm:tests`: all cases of the tests of which `npm test` plays a portion. */
const STORM = process.env.STORM !== undefined;
const PLAYED = [...new Set([...inPortions(FILES), ...IN_ROUNDS])].filter((path) => path.endsWith('.test.ts'));

/** So many at once, since browsers and processes of their own mostly wait. */
const STORIES = 4;

interface Inside {
  include: string[];
  exclude?: string[];
  evicts: boolean;
  groupOrder: number;
  maxWorkers: number;
  plugins?: Plugin[];
}

/**
 * The table of ad platforms has a row more, which what is loaded with it keeps. The process of the ledger's tests, which ask no
 * platform, has it: another process for one file would spend fifteen seconds on loading the service.
 */
const FIFTH_PLATFORM: Plugin = {
  name: 'a fifth platform',
  enforce: 'pre',
  resolveId: (path, from) =>
    path.endsWith('/ad-platform-registry.ts') && !from?.includes('/test/fifth-platform/')
      ? resolve('test/fifth-platform/registry.ts')
      : null,
};

/** A source map is two thirds of a bundled package, and each process would be sent it. */
const WITHOUT_MAPS: Plugin = {
  name: 'packages without source maps',
  transform: {
    filter: { id: /\/deps_ssr\// },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

// Set by `npm test -- --now` (tools/test.ts).
const clockAheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
// What property tests make their cases from (test/harness/fc.ts).
const seed = Number(process.env.SEED ?? 1);
const turn = turnAt(Date.now() + clockAheadMs);
/** `npm test` of all files leaves these out (tools/test.ts). Who names a file gets it on any day. */
const RESTING = process.env.IN_ROUNDS === undefined ? [] : restingAt(turn);

/**
 * Tests inside workerd, with local D1, R2, Durable Objects and queues. One process evaluates the service once for all of its
 * files, each of which gets empty storage (setup.ts).
 */
function insideWorkerd(
  name: string,
  { include, exclude = [], evicts, groupOrder, maxWorkers, plugins = [] }: Inside,
): TestProjectInlineConfiguration {
  return {
    plugins: [
      ...plugins,
      WITHOUT_MAPS,
      cloudflareTest({
        wrangler: { configPath: './wrangler.toml' },
        miniflare: {
          // `reset` empties the objects that are in memory. One that idled away would go on with the next file's alarms.
          ...(!evicts && {
            durableObjects: {
              LEDGER: { className: 'Ledger', useSQLite: true, unsafePreventEviction: true },
              THREAD: { className: 'Thread', useSQLite: true, unsafePreventEviction: true },
            },
          }),
          bindings: {
            TEST_MIGRATIONS: JSON.stringify(migrations),
            ...(evicts && { TEST_EVICTS: 'true' }),
            PUBLIC_URL: 'https://service.test',
            SEALING_KEYS: `test:${'k'.repeat(43)}`,
          },
        },
      }),
    ],
    test: {
      name,
      isolate: false,
      sequence: { groupOrder },
      maxWorkers,
      include,
      exclude,
      provide: { clockAheadMs, seed, turn, storm: STORM },
      globalSetup: ['./test/harness/servers/start-simulators.ts'],
      setupFiles: ['./test/harness/setup.ts'],
      // Most take milliseconds. Limits end what hangs, and a busy machine must not come near them.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // Packages of many files, each of which every test file would ask for; and mediabunny, whose one import of a
      // node: module confuses the runner unless Vite has bundled it.
      deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/harness/vitest/closing-line.ts', './test/harness/vitest/hung-run.ts'],
    // A process of workerd ends as soon as the next file in line is another project's. So there are two groups, one after
    // the other: stories, which mostly wait, with the ledger beside them; and everything else inside workerd.
    projects: [
      insideWorkerd('workers', {
        include: [
          'test/db/**/*.test.ts',
          'test/domains/**/*.test.ts',
          'test/console/**/*.test.ts',
          'test/http/**/*.test.ts',
          'test/jobs/**/*.test.ts',
          'test/pixel/**/*.test.ts',
          'test/integrations/**/*.test.ts',
          'test/contract/**/*.test.ts',
          'test/harness/**/*.test.ts',
        ],
        exclude: [...EVICTING, ...RESTING],
        evicts: false,
        groupOrder: 1,
        // On two cores: a third fills what the others wait.
        maxWorkers: 3,
      }),
      insideWorkerd('ledger', {
        include: STORM
          ? EVICTING.filter((path) => PLAYED.includes(path))
          : [...EVICTING, 'test/fifth-platform/**/*.test.ts'],
        exclude: RESTING,
        evicts: true,
        groupOrder: 0,
        maxWorkers: STORIES,
        plugins: [FIFTH_PLATFORM],
      }),
      // By hand alone: npm run storm:tests.
      ...(STORM
        ? [
            insideWorkerd('storm', {
              include: ['test/storm/**/*.test.ts', ...PLAYED],
              exclude: [...EVICTING, 'test/journeys/**'],
              evicts: false,
              groupOrder: 2,
              maxWorkers: 3,
            }),
          ]
        : []),
      {
        // The repository's own rules.
        test: {
          name: 'rules',
          maxWorkers: 2,
          // Many load all routes, which takes longer than what they judge of them.
          isolate: false,
          provide: { clockAheadMs },
          include: ['test/rules/**/*.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        // Plain Node: stories with real processes, browsers and receivers.
        test: {
          name: 'journeys',
          sequence: { groupOrder: 0 },
          maxWorkers: STORIES,
          // Each loads the same packages, which takes as long as many a story.
          isolate: false,
          provide: { clockAheadMs, turn, storm: STORM },
          globalSetup: [
            './test/harness/servers/build-workers.ts',
            './test/harness/servers/start-simulators.ts',
          ],
          setupFiles: ['./test/harness/clock.ts', './test/harness/servers/no-idle-connections.ts'],
          include: STORM
            ? [
                ...PLAYED.filter((path) => path.startsWith('test/journeys/')),
                'test/journeys/storm/**/*.test.ts',
              ]
            : ['test/journeys/**/*.test.ts'],
          exclude: STORM ? [] : ['test/journeys/storm/**', ...RESTING],
          testTimeout: 120_000,
          // `npm run dev` for the first time, beside three other journeys on two cores.
          hookTimeout: 250_000,
        },
      },
    ],
  },
});
