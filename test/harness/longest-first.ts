import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, longest first: begun last, each of these would be waited for alone. */
const LONG = [
  'test/journeys/',
  'test/domains/work/submissions/submissions-table',
  'test/simulation/',
  'test/domains/money/payouts/payouts-killed',
  'test/domains/money/withdrawals/weekly-payouts',
  'test/domains/money/charges/charges-killed',
  'test/domains/money/chargebacks/',
  'test/domains/money/refunds/',
  'test/contract/',
  'test/domains/work/retainers/retainers-table',
];

/**
 * The same order on every machine. Vitest's own depends on what it measured the last time, and without that on the size of
 * the files. Journeys, which mostly wait, come first, beside what works.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const path = relative(this.ctx.config.root, file.moduleId);
      const found = LONG.findIndex((prefix) => path.startsWith(prefix));
      return found < 0 ? LONG.length : found;
    };
    const bySize = await super.sort(files);
    return bySize.sort((a, b) => rank(a) - rank(b));
  }
}
