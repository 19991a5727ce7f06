import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** All files of that project, which then run one after another in one process: another would load the service again. */
const LEDGER = 'ledger';

/** The slowest files, slowest first: if one of them started last, the run would wait for it alone. */
const LONG = [
  'test/journeys/console',
  'test/journeys/newcomer',
  'test/journeys/people-and-embeds',
  LEDGER,
  'test/journeys/webhooks',
  'test/journeys/kill',
  'test/journeys/creators-work',
  'test/journeys/money',
  'test/console/every-form',
  'test/contract/',
  'test/domains/money/reconciliation/',
  'test/domains/platform/files/files-hostile',
  'test/domains/money/payouts/payouts-killed',
  'test/domains/money/charging/',
  'test/domains/money/payments/',
  'test/domains/work/submissions/submissions-table',
  'test/domains/money/calendar',
  'test/domains/money/withdrawals/',
  'test/domains/money/chargebacks/',
  'test/domains/money/refunds/',
  'test/domains/money/retainer-periods/',
  'test/domains/work/retainers/retainers-table',
  'test/domains/ads/',
];

/**
 * The same order on every machine. Vitest's own order depends on its last measurements, or else on file
 * sizes. A process continues with the next file only if it belongs to the same project, so each project's
 * files are together.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      if (file.project.name === LEDGER) return LONG.indexOf(LEDGER);
      const path = relative(this.ctx.config.root, file.moduleId);
      const found = LONG.findIndex((prefix) => path.startsWith(prefix));
      if (found >= 0) return found;
      return LONG.length;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
