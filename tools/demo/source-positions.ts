// Rewrites errors of built Workers, which name lines of a bundle, to our files and lines.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '../..');
const POSITION = /(async )?(file:\/\/[^\s()"']+?|\b[\w-]+)\.js:(\d+):(\d+)/g;

const maps = new Map<string, SourceMap | null>();

/**
 * The same text with `src/kit/money.ts:12:5` in place of positions in a bundle.
 * @param bundles the bundles by name.
 */
export function withOurPositions(text: string, bundles: Map<string, string>): string {
  return text.replace(POSITION, (place, before = '', name, line, column) => {
    const bundle = name.startsWith('file:') ? fileURLToPath(`${name}.js`) : bundles.get(`${name}.js`);
    const found = bundle && mapOf(bundle)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !('originalSource' in found)) return place;
    const source = resolve(dirname(bundle), found.originalSource.replace(/^file:\/\//, ''));
    return `${before}${relative(root, source)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}

/** Read once, when it is first needed, because it has some megabytes. */
function mapOf(bundle: string): SourceMap | null {
  const known = maps.get(bundle);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  } catch {
    // Without a source map, the bundle's own positions stay.
  }
  maps.set(bundle, map);
  return map;
}
