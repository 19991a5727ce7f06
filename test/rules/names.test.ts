// One name for each operation: operationId, verb and file.
import { describe, expect, it } from 'vitest';
import { read, sources } from './support/sources.ts';

const DOMAINS = sources('src/domains');
const ROUTES = DOMAINS.filter((path) => /\/(routes|operations)\.ts$/.test(path));
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const EXPORTED = /^export (?:async )?(?:function\*?|const) (\w+)/gm;

const exportsOf = (path: string) => [...read(path).matchAll(EXPORTED)].map(([, name]) => name!);
const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The files that may contain a verb: its own, and for a resource's list the file of its get. */
function filesFor(verb: string): string[] {
  const [, plural] = /^list([A-Z]\w*)$/.exec(verb) ?? [];
  const singular = plural?.replace(/ies$/, 'y').replace(/s$/, '');
  return [`${kebab(verb)}.ts`, ...(singular ? [`get${kebab(singular)}.ts`] : [])];
}

describe('names', () => {
  const operations = ROUTES.flatMap((path) =>
    [...read(path).matchAll(/operationId: '(\w+)'/g)].map(([, verb]) => ({ verb: verb! })),
  );

  it('sees the operations', () => {
    expect(operations.length).toBeGreaterThan(60);
  });

  it.each(operations)('$verb is a verb of its name in a file of its name', ({ verb }) => {
    const allowed = filesFor(verb);
    const holding = DOMAINS.filter(
      (path) => allowed.includes(fileOf(path)) && exportsOf(path).includes(verb),
    );
    expect(holding, `export function ${verb} in ${allowed.join(' or ')}`).toHaveLength(1);
  });

  it('no verb reads, edits or shows: they get, list and update', () => {
    const others = DOMAINS.flatMap((path) =>
      exportsOf(path)
        .filter((name) => /^(read|edit|show)[A-Z]/.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(others).toEqual([]);
  });

  it('no file reads, edits or shows either', () => {
    expect(DOMAINS.filter((path) => /^(read|edit|show)-/.test(fileOf(path)))).toEqual([]);
  });

  it('what finds nothing answers null; what throws not_found requires', () => {
    const odd = DOMAINS.flatMap((path) =>
      [...read(path).matchAll(/^export (?:async )?function (find\w+)\([\s\S]*?\n\}/gm)]
        .filter(([text]) => text.includes('throw notFound('))
        .map(([, name]) => `${path}: ${name}`),
    );
    expect(odd).toEqual([]);
  });

  it('a store finds, lists, counts, inserts, saves, deletes, claims', () => {
    const words =
      /^(find|list|count|sum|has|is|holds|insert|add|save|delete|claim|release|require|only|assign|mark|move)/;
    const odd = DOMAINS.filter((path) => /(^|-)store\.ts$/.test(fileOf(path))).flatMap((path) =>
      [...read(path).matchAll(/^export async function (\w+)/gm)]
        .map(([, name]) => name!)
        .filter((name) => !words.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(odd).toEqual([]);
  });
});
