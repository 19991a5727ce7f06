// Makes src/kit/confusables.generated.ts, which is committed: which characters look like which, from
// Unicode's confusables.txt as the package `unhomoglyph` ships it. `--check` changes nothing and fails when
// the file is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const TARGET = 'src/kit/confusables.generated.ts';
const SCRIPTS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Nd}]$/u;
const LATIN = /^[A-Za-z0-9]+$/;

const data = createRequire(import.meta.url)('unhomoglyph/data.json') as Record<string, string>;

/** Keeps letters and digits of these scripts, and any other character that looks like a Latin one. */
function isKept([from, to]: [string, string]): boolean {
  // Left out when normalization gives the same result.
  const plain = from.normalize('NFKD');
  if (plain !== from && Array.from(plain, (one) => data[one] ?? one).join('') === to) return false;
  return SCRIPTS.test(from) || LATIN.test(to.normalize('NFD').replace(/\p{M}/gu, ''));
}

const escaped = (text: string) =>
  [...text].map((one) => (/^[\w ]$/.test(one) ? one : `\\u{${one.codePointAt(0)!.toString(16)}}`)).join('');

function build(): string {
  const alike = new Map<string, string[]>();
  for (const [from, to] of Object.entries(data).filter(isKept))
    alike.set(to, [...(alike.get(to) ?? []), from]);
  const lines = [...alike]
    .map(([to, from]) => [escaped(to), escaped(from.toSorted().join(''))] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([to, from]) => `  ['${to}', '${from}'],`);
  return [
    '// Made by tools/build-confusables.ts from Unicode’s confusables.txt (Unicode License v3).',
    '',
    '/** What a character looks like (the prototype of UTS 39), and each character that does. */',
    'export const CONFUSABLES: readonly (readonly [prototype: string, characters: string])[] = [',
    ...lines,
    '];',
    '',
  ].join('\n');
}

const made = build();
if (!process.argv.includes('--check')) {
  await writeFile(TARGET, made);
} else if ((await readFile(TARGET, 'utf8').catch(() => '')) !== made) {
  console.error(`${TARGET} is stale: run npm run confusables.`);
  process.exitCode = 1;
}
