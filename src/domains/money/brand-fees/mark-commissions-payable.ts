import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { notePayoutDue } from '../payables/interface.ts';
import { listFeesNotPayableYet, saveFeesPayable } from './store.ts';

const AT_ONCE = 200;

/**
 * The cron's part: marks partners as due a payout once their commissions are available on the ledgers. A
 * payout that ran earlier would find nothing there and clear the mark.
 */
export async function markCommissionsPayable(ctx: SystemCtx): Promise<void> {
  const rows = await listFeesNotPayableYet(ctx, AT_ONCE);
  if (rows.length === 0) return;
  await inOneBatch(ctx, (own) => {
    for (const row of rows) notePayoutDue(own, row.partnerId!, row.currency);
    saveFeesPayable(
      own,
      rows.map((row) => row.id),
    );
  });
}
