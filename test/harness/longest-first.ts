import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, longest first: begun last, each of these would be waited for alone. */
const LONG = [
  'test/journeys/webhooks',
  'test/journeys/console',
  'test/journeys/newcomer',
  'test/journeys/kill',
  'test/journeys/money',
  'test/domains/money/payouts/payouts-killed',
  'test/domains/money/charges/charges-killed',
  'test/domains/work/submissions/submissions-table',
  'test/domains/money/calendar',
  'test/simulation/',
  'test/domains/money/withdrawals/weekly-payouts',
  'test/domains/money/chargebacks/',
  'test/domains/money/refunds/',
  'test/contract/',
  'test/domains/work/retainers/retainers-table',
];

/** How many other files go before the next journey. */
const BETWEEN_JOURNEYS = 5;

/**
 * The same order on every machine. Vitest's own depends on what it measured the last time, and without that on the size of
 * the files. Journeys mostly wait: two are under way at most times, beside what works.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const pathOf = (file: TestSpecification) => relative(this.ctx.config.root, file.moduleId);
    const rank = (file: TestSpecification) => {
      const found = LONG.findIndex((prefix) => pathOf(file).startsWith(prefix));
      return found < 0 ? LONG.length : found;
    };
    const sorted = (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    const isJourney = (file: TestSpecification) => pathOf(file).startsWith('test/journeys/');
    const journeys = sorted.filter(isJourney);
    const others = sorted.filter((file) => !isJourney(file));
    const order = journeys.splice(0, 2);
    while (others.length > 0 || journeys.length > 0)
      order.push(...others.splice(0, BETWEEN_JOURNEYS), ...journeys.splice(0, 1));
    return order;
  }
}
