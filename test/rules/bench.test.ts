// The bench is run by hand, so nobody would notice that it no longer finds its place in the code, or compares wrongly.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { compareRuns, comparisonTable, complaintsOf, readFigures } from '../../tools/bench/comparison.ts';
import { withFurtherDomains } from '../../tools/bench/further-domains.ts';

it('adds further domains to its copy, with routes of their own', async () => {
  const folder = withFurtherDomains(2);
  try {
    const { groupsAt, loadRoutes } = await import(join(folder, 'src/routes.ts'));
    const paths: string[] = (await loadRoutes(groupsAt('/v1/further-1'))).map(
      (route: { path: string }) => route.path,
    );
    expect(paths).toContain('/v1/further-1');
    expect(paths.filter((path) => !path.startsWith('/v1/further-1'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What a bench prints. */
const printed = (cpu: number, rate: number, cold: number) =>
  readFigures(`
| what | unit | ours | bare | ratio | target | |
| --- | --- | ---: | ---: | ---: | ---: | --- |
| A page | CPU µs a request | ${cpu.toLocaleString('en-US')} | 1,000 | 1.10 | ≤ 1.3 | kept |
| Deliveries | a second | ${rate} | 4,409 | 0.52 | ≥ 0.70 | missed |

From workerd's spawn to a first answer, the least of 15 rounds in turn:

| Worker | ms | beside the bare one | target | | CPU ms | beside | KiB | gzipped |
| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |
| API | 153 | 4.56 | ≤ 4 | missed | ${cold} | 6.81 | 1,918 | 568 |
`);

it('compares medians of runs: less is better of time and memory, more of what is done in a second', () => {
  const before = [printed(2_000, 100, 100), printed(1_000, 100, 100), printed(9_000, 100, 100)];
  const verdicts = (cpu: number, rate: number, cold: number) =>
    compareRuns(before, [printed(cpu, rate, cold)]).map(({ verdict }) => verdict);
  expect(verdicts(2_100, 96, 105)).toEqual(['same', 'same', 'same']);
  expect(verdicts(2_101, 95, 106)).toEqual(['worse', 'worse', 'worse']);
  expect(verdicts(1_900, 106, 95)).toEqual(['better', 'better', 'better']);
  const [page, , cold] = compareRuns(before, [printed(2_200, 100, 100)]);
  expect(page).toMatchObject({ before: 2_000, after: 2_200, bareChange: 0 });
  expect(cold).toMatchObject({ what: 'API, cold', unit: 'CPU ms', bareChange: null });
  expect(comparisonTable('abc1234', [page!]).split('\n').at(-1)).toBe(
    '| A page | CPU µs a request | 2,000 | 2,200 | +10.0% | +0.0% | worse |',
  );
});

it('says what only one side measures', () => {
  const own = readFigures(
    '| what | unit | ours | bare |\n| --- | --- | ---: | ---: |\n| Own | MiB | 1.5 | 0.0 |',
  );
  expect(compareRuns([own], [printed(1, 1, 1)]).map(({ what, verdict }) => `${what}: ${verdict}`)).toEqual([
    ...['A page: new', 'Deliveries: new', 'API, cold: new'],
    'Own: gone',
  ]);
  expect(compareRuns([own], [own])).toMatchObject([{ change: 0, bareChange: null, verdict: 'same' }]);
});

it('ends well only if nothing is worse, and all that was measured still is', () => {
  const before = [printed(1_000, 100, 100)];
  expect(complaintsOf(compareRuns(before, before))).toEqual([]);
  expect(complaintsOf(compareRuns(before, [printed(1_100, 100, 90)]))).toEqual([
    '1 of 3 are more than 5 % worse.',
  ]);
  const renamed = readFigures(
    '| what | unit | ours | bare |\n| --- | --- | ---: | ---: |\n| Page | CPU µs | 1 | 1 |',
  );
  expect(complaintsOf(compareRuns(before, [renamed]), ['ingest'])).toEqual([
    'Not measured here any more: ingest, A page, Deliveries, API, cold.',
  ]);
});

it('reads no figure from a table without figures, or from an empty cell', () => {
  const other = '| Endpoint | trips |\n| --- | ---: |\n| GET /v1/account | 2 |';
  const empty = '| what | unit | ours | bare |\n| --- | --- | ---: | ---: |\n| Unmeasured | MiB | | 1 |';
  expect([...readFigures(`${other}\n\n${empty}`)]).toEqual([]);
  const alone = '| what | unit | ours | bare |\n| --- | --- | ---: | ---: |\n| Alone | MiB | 1 | |';
  expect([...readFigures(alone)]).toEqual([['Alone', { unit: 'MiB', value: 1, bare: null }]]);
});

it('says that a commit could not be checked out, and leaves nothing behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
  try {
    const [bin, temporary] = [join(folder, 'bin'), join(folder, 'tmp')];
    for (const one of [bin, temporary]) mkdirSync(one);
    const refuses =
      '#!/bin/sh\n[ "$1" = rev-parse ] && echo abc1234 || { echo "no space left" >&2; exit 128; }\n';
    writeFileSync(join(bin, 'git'), refuses, { mode: 0o755 });
    const module = join(import.meta.dirname, '../../tools/bench/against.ts');
    const script = `import { measureAgainst } from ${JSON.stringify(module)};
      process.exitCode = await measureAgainst('abc1234', []);`;
    const env = { ...process.env, TMPDIR: temporary, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env,
      encoding: 'utf8',
    });
    expect(ended.stderr).toMatch(/^abc1234 can't be checked out: .*no space left\n*$/s);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(readdirSync(temporary)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
