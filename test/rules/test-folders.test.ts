// A test lies in the folder of the domain that it tests, so that whoever changes a domain finds what holds it.
import { expect, it } from 'vitest';
import { filesBelow } from './support/sources.ts';

/** Domains without a folder of their own, with the file that tests them. This list only shrinks. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'accounts/attempts': 'test/domains/accounts/people/sign-in.test.ts',
  'accounts/sign-ups': 'test/domains/accounts/people/sign-in.test.ts',
  'money/charges': 'test/domains/money/charging/charges.test.ts',
  'money/payables': 'test/domains/money/payouts/payouts.test.ts',
  'money/processor-balances': 'test/domains/money/payouts/payouts.test.ts',
  'operations/second-factors': 'test/console/console-staff.test.ts',
  'work/program-terms': 'test/domains/work/programs/programs.test.ts',
};

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
  expect([...domains].filter((one) => !tested.has(one)).sort()).toEqual(Object.keys(TESTED_ELSEWHERE));
  const all = new Set([...tests, ...filesBelow('test/console')]);
  expect(Object.values(TESTED_ELSEWHERE).filter((path) => !all.has(path))).toEqual([]);
});
