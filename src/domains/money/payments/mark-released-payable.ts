import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { notePayoutDue } from '../payables/interface.ts';
import { listNotPayableYet, savePayable } from './store.ts';

const AT_ONCE = 200;

/**
 * The cron's part: marks holders as due a payout once their earnings are available on the ledgers. It is a
 * step of its own after releasePayments, because the ledger instructions run in between: a payout that ran
 * too early would find nothing and clear the mark.
 */
export async function markReleasedPayable(ctx: SystemCtx): Promise<void> {
  const rows = await listNotPayableYet(ctx, AT_ONCE);
  if (rows.length === 0) return;
  const noted = new Map<string, { holder: string; currency: string }>();
  for (const { creatorId, partnerId, currency } of rows) {
    for (const holder of partnerId === null ? [creatorId] : [creatorId, partnerId])
      noted.set(`${holder} ${currency}`, { holder, currency });
  }
  await inOneBatch(ctx, (own) => {
    for (const { holder, currency } of noted.values()) notePayoutDue(own, holder, currency);
    savePayable(
      own,
      rows.map((row) => row.id),
    );
  });
}
