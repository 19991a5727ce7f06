// What a machine can judge of comments, labels and documents: sentences have their nouns, and are as people
// say them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, ROOT, read, sources } from './support/sources.ts';
import { textsIn } from './support/texts.ts';

const CODE = sources('src', 'queues', 'durable-objects', 'simulators', 'tools', 'test').filter(
  (path) => !path.includes('.generated.') && path !== 'test/rules/plain-language.test.ts',
);
const PAGES = [
  ...['README.md', 'ARCHITECTURE.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...filesBelow('src', 'simulators').filter((path) => path.endsWith('README.md')),
];

/** Beginnings that leave out the noun of their sentence. */
const NOUNLESS = /^(?:Of|Whoever)\b/;
/** Turns that a reader has to read twice. */
const TURNS =
  /\bnobody['’]s\b|\bstands? against\b|\bstands? in (?:the|\w+['’]s) way\b|\bground to stand on\b|\bwaits? for (?:a|the|your) yes\b|\bnarrow it down\b|\bno more(?=[.:;,]|$)|\be-mail/i;

const commentsIn = (source: string) => [
  ...[...source.matchAll(/\/\*\*?\s+([\s\S]*?)\*\//g)].map(([, text]) => text!),
  ...[...source.matchAll(/(?:^|\s)\/\/ (.*(?:\n\s*\/\/ .*)*)/g)].map(([, text]) => text!),
];
const broken = (text: string) =>
  NOUNLESS.test(text.trim()) || TURNS.test(text.replaceAll(/\s*\n\s*[*/]*\s*/g, ' '));

describe('plain language', () => {
  it('is what comments are written in', () => {
    const found = CODE.flatMap((path) =>
      commentsIn(read(path))
        .filter(broken)
        .map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('is what labels and descriptions are written in', () => {
    const found = CODE.filter((path) => path.startsWith('src/')).flatMap((path) =>
      textsIn(read(path))
        .filter(({ text }) => broken(text))
        .map(({ text }) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each(PAGES)('is what %s is written in', (page) => {
    const lines = read(page)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .split('\n')
      .map((line) => line.replace(/^\s*(?:[-*]|\d+\.|#+|\|)\s+/, '').replace(/^\*\*/, ''));
    expect(lines.filter((line, n) => TURNS.test(line) || (NOUNLESS.test(line) && begins(lines, n)))).toEqual(
      [],
    );
  });

  it('is told from what is not', () => {
    expect(broken('Of a consent: the browser.')).toBe(true);
    expect(broken('What stands\n * against it.')).toBe(true);
    expect(broken('It counts no more.')).toBe(true);
    expect(broken('At most 50, and no more\n * than 10 at once.')).toBe(false);
    expect(broken('What a key may do.')).toBe(false);
    expect(
      commentsIn('/** Of one. */\nconst a = 1; // Whoever\nb();\n// Of two\n').filter(broken),
    ).toHaveLength(3);
  });
});

/** Whether a line begins a sentence: the line before it is empty or ends with punctuation. */
const begins = (lines: string[], n: number) => n === 0 || /(?:^|[.:!?|])$/.test(lines[n - 1]!.trim());
