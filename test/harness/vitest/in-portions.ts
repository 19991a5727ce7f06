import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PORTION = join('test', 'harness', 'vitest', 'portion.ts');

/** Those of these files that play a portion of their cases, by themselves or by what they import from the others. */
export function inPortions(files: readonly string[]): string[] {
  const importers = new Map<string, string[]>();
  for (const path of files)
    for (const [, to] of readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+\.ts)'/g)) {
      const imported = join(path, '..', to!);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  const found = new Set([PORTION]);
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return [...found];
}
