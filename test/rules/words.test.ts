// One meaning a word, where a machine can judge it: an area alone is called work, and a list's page says so in its name.
import { describe, expect, it } from 'vitest';
import { read, sources } from './support/sources.ts';

const CODE = sources('src', 'queues', 'durable-objects', 'simulators', 'tools', 'test').filter(
  (path) => !path.includes('.generated.') && path !== 'test/rules/words.test.ts',
);

/** These name the area `work`, or what the demo has of it. */
const NAMES_THE_AREA =
  /^(?:src\/routes\.ts|test\/rules\/support\/ladder\.ts|tools\/(?:demo\/[\w-]+|fuzz\/run|seed)\.ts|test\/journeys\/(?:demo-steps\.test|newcomer\/demo-states)\.ts)$/;

/** Names made of several words, names that are declared, and names in a list of parameters or properties. */
const WORK = [
  /\b\w*[a-z]Works?(?![a-z])\w*/g,
  /\b[wW]orks?(?=[A-Z])\w*/g,
  /\b\w+_WORKS?\b|\bWORKS?_\w+/g,
  /\b(?:const|let|function|class|interface|type)\s+[wW]orks?\b/g,
  /[{(,]\s*works?\s*[,})=:?]/g,
];
const TABLES = [/\b(?:platform|campaign)_works?\b/g];

/** What a file says besides its comments. */
const codeOf = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '$1');
const matches = (text: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => text.match(pattern) ?? []);
/** Names of code and of tables, but no text in quotes. */
const named = (source: string) => {
  const code = codeOf(source);
  return [...matches(code.replace(/'(?:[^'\\\n]|\\.)*'/g, "''"), WORK), ...matches(code, TABLES)];
};

describe('a name', () => {
  it('says submission or platform task, and `work` for the area alone', () => {
    const found = CODE.filter((path) => !NAMES_THE_AREA.test(path)).flatMap((path) =>
      named(read(path)).map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
    for (const wrong of [
      'planWork(x)',
      'const work = 1;',
      '({ work, row })',
      'platform_works',
      'WORK_OWNERS',
    ])
      expect(named(wrong), wrong).not.toEqual([]);
    for (const right of ['callersNetwork', 'workerd', 'network_days', '// const work', "'./work/x.ts'"])
      expect(named(right), right).toEqual([]);
  });

  it('says list page of a part of a list, since a page is what people open', () => {
    const LIST = /\bPage</;
    const found = CODE.filter((path) => path.startsWith('src/') && LIST.test(codeOf(read(path))));
    expect(found).toEqual([]);
    expect(LIST.test('Promise<Page<Charge>>')).toBe(true);
    expect(LIST.test('Promise<ListPage<Charge>>')).toBe(false);
  });
});
