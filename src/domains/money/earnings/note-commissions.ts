import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { notePayoutDue } from '../payables/interface.ts';
import { listFeesToNote, saveFeesNoted } from './brand-fee-store.ts';

const NOTED_AT_ONCE = 200;

/**
 * The cron's part: notes for a payout the commissions that are available on the ledgers by now. A payout that looked
 * there before would find nothing and forget.
 */
export async function noteCommissions(ctx: SystemCtx): Promise<void> {
  const rows = await listFeesToNote(ctx, NOTED_AT_ONCE);
  if (rows.length === 0) return;
  await inOneBatch(ctx, (own) => {
    for (const row of rows) notePayoutDue(own, row.partnerId!, row.currency);
    saveFeesNoted(
      own,
      rows.map((row) => row.id),
    );
  });
}
