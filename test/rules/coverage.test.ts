// docs/coverage.md: each test that it names is there, and whatever the registries of the service hold has a row.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPE_NAMES } from '../../src/events/catalogue.ts';
import { ERRORS } from '../../src/kit/error.ts';
import type { Table } from '../../src/resource/state-machine.ts';
import { rowsOf } from './support/coverage.ts';
import { ROOT, read, sources } from './support/sources.ts';
import { testNames, testNamesIn } from './support/test-names.ts';

const rows = rowsOf(read('docs/coverage.md'));
const within = (section: string) => rows.filter((row) => row.section === section).map(({ about }) => about);
const inQuotes = (names: readonly string[]) => names.map((name) => `\`${name}\``).sort();

describe('docs/coverage.md', () => {
  it('names a test in each row, and says what it shows', () => {
    expect(rows.length).toBeGreaterThan(0);
    const lacking = rows.filter(({ about, words, tests }) => !about || !words || tests.length === 0);
    expect(lacking).toEqual([]);
  });

  it('names tests that are there, each by a name that is its own', () => {
    const namesOf = new Map<string, string[][]>();
    for (const { file } of rows.flatMap(({ tests }) => tests))
      if (!namesOf.has(file)) namesOf.set(file, existsSync(join(ROOT, file)) ? testNames(file) : []);
    const wrong = rows.flatMap(({ about, tests }) =>
      tests
        .filter(({ file, name }) => namesOf.get(file)!.filter((titles) => isNamed(titles, name)).length !== 1)
        .map((test) => ({ about, ...test })),
    );
    expect(wrong).toEqual([]);
  });

  it('says nothing twice', () => {
    const keys = rows.map(({ section, about }) => `${section}: ${about}`);
    expect(keys.filter((key, n) => keys.indexOf(key) < n)).toEqual([]);
  });

  it('has each operation of openapi.json, with its method and path', () => {
    const { paths } = JSON.parse(read('openapi.json')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [
        operationId,
        `${method.toUpperCase()} ${path}`,
      ]),
    );
    const shown = rows.flatMap(({ about }) => {
      const [, id, address] = /^`(\w+)` ([A-Z]+ \/.*)$/.exec(about) ?? [];
      return id ? [[id, address]] : [];
    });
    expect(shown.sort()).toEqual(operations.sort());
  });

  it('has each event type', () => {
    expect(within('Event types').sort()).toEqual(inQuotes(EVENT_TYPE_NAMES));
  });

  it('has each error code', () => {
    expect(within('Error codes').sort()).toEqual(inQuotes(Object.keys(ERRORS)));
  });

  it('has each transition of each table, as the table has it', async () => {
    const tables: Record<string, string[]> = {};
    for (const path of sources('src/domains'))
      for (const [, name] of read(path).matchAll(/^export const (\w+Machine) = machine</gm))
        tables[name!] = transitionsOf((await import(join(ROOT, path)))[name!].table);
    expect(Object.keys(tables).length).toBeGreaterThan(0);
    const shown: Record<string, string[]> = {};
    for (const { section } of rows) {
      const name = / \(`(\w+Machine)`\)$/.exec(section)?.[1];
      if (name) shown[name] = within(section).sort();
    }
    expect(shown).toEqual(tables);
  });
});

describe('a name of a test', () => {
  const SOURCE = `
    describe.each(places)('at $name', () => {
      it('says “no” | it is', () => expect(it('inner')).toBe(1));
      it.each<[string, number]>([
        ['a text', 1],
      ])('%s', async () => {});
      test.skipIf(never)(\`\${COUNT} times\`, () => {});
    });
    for (const one of all) it(one.title, () => {});`;

  it('is what describes and the test itself are called', () => {
    expect(testNamesIn(SOURCE)).toEqual([
      ['at $name', 'says “no” | it is'],
      ['at $name', '%s'],
      ['at $name', `\${COUNT} times`],
    ]);
  });

  it('may leave out what comes before it', () => {
    expect(isNamed(['a', 'b', 'c'], 'c')).toBe(true);
    expect(isNamed(['a', 'b', 'c'], 'b > c')).toBe(true);
    expect(isNamed(['a', 'b', 'c'], 'b')).toBe(false);
    expect(isNamed(['a', 'bc'], 'c')).toBe(false);
  });

  it('is read out of a row whatever it holds', () => {
    const page =
      '## Places\n\n| Place | What | Test |\n| --- | --- | --- |\n| a \\| b | c | `test/a.test.ts`: d &lt; e<br>f<br>`test/b.test.ts`: g |';
    expect(rowsOf(page)).toEqual([
      {
        section: 'Places',
        about: 'a | b',
        words: 'c',
        tests: [
          { file: 'test/a.test.ts', name: 'd < e' },
          { file: 'test/a.test.ts', name: 'f' },
          { file: 'test/b.test.ts', name: 'g' },
        ],
      },
    ]);
    expect(() => rowsOf('| a | b |  | d |')).toThrow('Not three cells');
  });
});

function isNamed(titles: string[], name: string): boolean {
  return titles.some((_, n) => titles.slice(n).join(' > ') === name);
}

/** Each transition of a table, as a row says it: parties of the same one together. */
function transitionsOf(table: Table<string, string, { by: string; to: string }>): string[] {
  const said = Object.entries(table).flatMap(([from, actions]) =>
    Object.entries(actions).flatMap(([action, moves = []]) => {
      const parties = new Map<string, Set<string>>();
      for (const { by, to } of moves) parties.set(to, (parties.get(to) ?? new Set()).add(by));
      return [...parties].map(([to, by]) => `${from} → ${to}: ${action} by ${[...by].sort().join(', ')}`);
    }),
  );
  return said.sort();
}
