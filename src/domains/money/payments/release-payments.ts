// What the cron does for charged payments. Making earnings available and noting them for a payout are two steps:
// between them lie the ledgers, and a payout that looked there too early would find nothing and forget.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { notePayoutDue } from '../payables/interface.ts';
import { planMove } from './plan-earnings.ts';
import { listToNote, listToRelease, saveNoted, saveReleased } from './store.ts';
import type { PaymentRow } from './table.ts';

const RELEASED_AT_ONCE = 200;
const NOTED_AT_ONCE = 200;
const IN_ONE_BATCH = 20;

/** Makes the earnings available whose hold is over. */
export async function releasePayments(ctx: SystemCtx): Promise<void> {
  const due = await listToRelease(ctx, RELEASED_AT_ONCE);
  for (let i = 0; i < due.length; i += IN_ONE_BATCH) {
    const portion = due.slice(i, i + IN_ONE_BATCH);
    // One that was disputed this moment makes the batch fail: then each goes alone, and only that one stays behind.
    if (await release(ctx, portion)) continue;
    for (const row of portion) await release(ctx, [row]);
  }
}

async function release(ctx: SystemCtx, rows: PaymentRow[]): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    for (const row of rows) {
      saveReleased(own, row);
      planMove(own, row, 'release', 'available', { holdUntilAt: null, mayBePaid: false });
    }
  });
}

/** Notes for a payout what has become available on the ledgers. */
export async function noteReleased(ctx: SystemCtx): Promise<void> {
  const rows = await listToNote(ctx, NOTED_AT_ONCE);
  if (rows.length === 0) return;
  const noted = new Map<string, { holder: string; currency: string }>();
  for (const { creatorId, partnerId, currency } of rows) {
    for (const holder of partnerId === null ? [creatorId] : [creatorId, partnerId])
      noted.set(`${holder} ${currency}`, { holder, currency });
  }
  await inOneBatch(ctx, (own) => {
    for (const { holder, currency } of noted.values()) notePayoutDue(own, holder, currency);
    saveNoted(
      own,
      rows.map((row) => row.id),
    );
  });
}
