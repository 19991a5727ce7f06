import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, read, sources } from './support/sources.ts';

const MAX_LINES = 350;
const CODE = sources('src', 'queues', 'durable-objects', 'simulators', 'tools', 'test').filter(
  (path) => !path.includes('.generated.'),
);

describe('files', () => {
  it(`have at most ${MAX_LINES} lines`, () => {
    const long = CODE.map((path) => ({ path, lines: read(path).split('\n').length - 1 })).filter(
      ({ lines }) => lines > MAX_LINES,
    );
    expect(long).toEqual([]);
  });

  it('are no barrels: a file that only re-exports hides who uses what', () => {
    const barrels = CODE.filter((path) => {
      const statements = read(path)
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .split(';')
        .map((statement) => statement.trim())
        .filter(Boolean);
      return (
        statements.length > 0 &&
        statements.every((statement) => /^export\s+(type\s+)?(\*|\{)[\s\S]*\sfrom\s/.test(statement))
      );
    });
    expect(barrels).toEqual([]);
  });

  it('are named for what they do: no utils, helpers or index but the entry points', () => {
    const vague = CODE.filter((path) => /(^|\/)(utils?|helpers?|common|misc|index)\.(ts|tsx|js)$/.test(path));
    expect(
      vague.filter((path) => path !== 'src/index.ts' && !/^simulators\/[^/]*\/?index\.ts$/.test(path)),
    ).toEqual([]);
  });

  it('leave no work marked as undone and no rule switched off in silence', () => {
    const marks = new RegExp(['TO', 'DO|FIX', 'ME|@ts-', 'ignore|@ts-', 'nocheck'].join(''));
    expect(CODE.filter((path) => marks.test(read(path)))).toEqual([]);
    const skips = new RegExp(`\\b(it|test|describe)\\.(${['sk', 'ip|on', 'ly|to', 'do'].join('')})\\b`);
    expect(CODE.filter((path) => skips.test(read(path)))).toEqual([]);
  });

  it('every domain says its rules in a README', () => {
    const folders = (path: string) =>
      readdirSync(join(ROOT, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${path}/${entry.name}`);
    const domains = folders('src/domains').flatMap(folders);
    const silent = domains.filter((path) => !readdirSync(join(ROOT, path)).includes('README.md'));
    expect(silent).toEqual([]);
  });
});
