import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, ROOT, read } from './support/sources.ts';

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const README_LINES = 90;
const LONGEST_PARAGRAPH = 600;
const LONGEST_LINE = 400;

/** A page's paragraphs, without code and tables. */
const prose = (text: string) =>
  text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split(/\n\n+/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !/^( {4}|\|)/.test(line))
        .join('\n'),
    );

const READMES = filesBelow('src', 'simulators').filter((path) => path.endsWith('README.md'));

describe('the documentation', () => {
  it.each(PAGES)('%s leads nowhere that is not there', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path]) => path!);
    expect(links.filter((path) => !existsSync(join(ROOT, dirname(page), path)))).toEqual([]);
  });

  it.each([...PAGES, ...READMES])('%s names no file of ours that is not there', (page) => {
    const named = [
      ...read(page).matchAll(
        /`((?:src|test|tools|queues|durable-objects|docs|simulators|migrations)\/[^`\s]*)`/g,
      ),
    ];
    const plain = named.map(([, path]) => path!).filter((path) => !/[*<>{}…]/.test(path));
    expect(plain.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('is reached from the README', () => {
    const pages = PAGES.filter((page) => page.startsWith('docs/'));
    expect(pages.filter((page) => !read('README.md').includes(`(${page})`))).toEqual([]);
  });

  it(`has a README of at most ${README_LINES} lines, in short paragraphs`, () => {
    const readme = read('README.md');
    expect(readme.split('\n').length - 1).toBeLessThanOrEqual(README_LINES);
    expect(prose(readme).filter((paragraph) => paragraph.length > LONGEST_PARAGRAPH)).toEqual([]);
  });

  it.each([...PAGES, ...READMES])('%s has no line that is too long to read', (page) => {
    const lines = prose(read(page)).flatMap((paragraph) => paragraph.split('\n'));
    expect(lines.filter((line) => line.length > LONGEST_LINE)).toEqual([]);
  });
});
