// What the brand's charges say about brand fees. Each adds to the caller's batch, at most 50 IDs a call; a fee that is
// already where the call leads is left as it is. The batch fails with a conflict when one was changed at the same time.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { planSteps } from '../ledger/steps.ts';
import { notePayoutDue } from '../payables/interface.ts';
import { type BrandFeeRow, findFees, listFeesToNote, markFeesNoted, updateFee } from './brand-fee-store.ts';

const NOTED_AT_ONCE = 200;

/** The brand was charged: the partner's commission becomes available. */
export async function brandFeesCharged(ctx: SystemCtx, ids: string[]): Promise<void> {
  for (const row of await feesOf(ctx, ids)) {
    if (row.status === 'charged') continue;
    updateFee(ctx, row, { status: 'charged', failureMessage: null, payoutToNote: true });
    planSteps(ctx, row.id, [
      {
        kind: 'posting',
        holder: row.partnerId!,
        posting: {
          key: `${row.id}:charged`,
          at: ctx.now,
          earnings: [{ do: 'move', id: row.earningId!, to: 'available' }],
        },
      },
    ]);
  }
}

/** The charge failed for good. The debt stays, and so does the pending commission, until a new card. */
export async function brandFeesFailed(ctx: SystemCtx, ids: string[], message: string): Promise<void> {
  for (const row of await feesOf(ctx, ids))
    if (row.status === 'processing') updateFee(ctx, row, { status: 'failed', failureMessage: message });
}

/** These are charged again: there is a new card. */
export async function brandFeesRetried(ctx: SystemCtx, ids: string[]): Promise<void> {
  for (const row of await feesOf(ctx, ids))
    if (row.status === 'failed') updateFee(ctx, row, { status: 'processing', failureMessage: null });
}

async function feesOf(ctx: SystemCtx, ids: string[]): Promise<BrandFeeRow[]> {
  const rows = await findFees(ctx, ids);
  if (rows.length < new Set(ids).size) throw new Error('a charge names a brand fee that is not there');
  return rows;
}

/**
 * The cron's part: notes for a payout the commissions that are available on the ledgers by now. A payout that looked
 * there before would find nothing and forget.
 */
export async function noteCommissions(ctx: SystemCtx): Promise<void> {
  const rows = await listFeesToNote(ctx, NOTED_AT_ONCE);
  if (rows.length === 0) return;
  await inOneBatch(ctx, (own) => {
    for (const row of rows) notePayoutDue(own, row.partnerId!, row.currency);
    markFeesNoted(
      own,
      rows.map((row) => row.id),
    );
  });
}
