// What happens to brand fees once the brand's card is charged for them.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import type { DueOutcomes } from '../receivables/interface.ts';
import type { BrandFeeRow } from './interface.ts';
import { findFees, saveFee } from './store.ts';

export const brandFeeOutcomes: DueOutcomes = {
  charged,
  failed,
  retried,
  refunded: refuseRefund,
  requireRefundable: refuseRefund,
};

/** A brand fee is for sales or ad spend that have happened, so it cannot be refunded. */
async function refuseRefund(_: SystemCtx, ids: string[]): Promise<void> {
  throw new AppError('conflict', `${ids.join(', ')} can't be refunded: these are brand fees.`);
}

/** The brand was charged: the partner's commission becomes available. */
async function charged(ctx: SystemCtx, ids: string[]): Promise<void> {
  for (const row of await feesOf(ctx, ids)) {
    if (row.status === 'charged') continue;
    saveFee(ctx, row, { status: 'charged', failureMessage: null, payoutToNote: true });
    planInstructions(ctx, row.id, [
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

/** The charge failed for good. The debt and the pending commission stay until the brand gives a new card. */
async function failed(ctx: SystemCtx, ids: string[], message: string): Promise<void> {
  for (const row of await feesOf(ctx, ids))
    if (row.status === 'processing') saveFee(ctx, row, { status: 'failed', failureMessage: message });
}

/** These fees are charged again, because there is a new card. */
async function retried(ctx: SystemCtx, ids: string[]): Promise<void> {
  for (const row of await feesOf(ctx, ids))
    if (row.status === 'failed') saveFee(ctx, row, { status: 'processing', failureMessage: null });
}

async function feesOf(ctx: SystemCtx, ids: string[]): Promise<BrandFeeRow[]> {
  const rows = await findFees(ctx, ids);
  if (rows.length < new Set(ids).size) throw new Error('a charge names a brand fee that is not there');
  return rows;
}
