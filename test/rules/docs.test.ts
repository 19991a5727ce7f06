import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, ROOT, read } from './support/sources.ts';

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

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
});
