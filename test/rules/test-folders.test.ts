// A test lies in the folder of the domain that it tests, so that whoever changes a domain finds what holds it.
import { expect, it } from 'vitest';
import { filesBelow } from './support/sources.ts';

const domainOf = (path: string) => path.split('/').slice(2, 4).join('/');

it('has a folder of tests for each domain', () => {
  const domains = new Set(
    filesBelow('src/domains')
      .filter((path) => path.split('/').length > 4)
      .map(domainOf),
  );
  const tests = filesBelow('test/domains').filter((path) => path.endsWith('.test.ts'));
  const tested = new Set(tests.map(domainOf));
  expect(domains.size).toBeGreaterThan(50);
  expect([...domains].filter((one) => !tested.has(one))).toEqual([]);
});
