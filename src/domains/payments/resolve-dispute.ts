import type { SystemCtx } from '../../context.ts';
import type { PaymentRow } from './table.ts';

/**
 * The staff's decision of a dispute, in the caller's batch: the creator keeps the money, or the brand gets it back.
 * Throws not_found, or conflict when the payment has no open dispute.
 */
export async function resolveDispute(
  _ctx: SystemCtx,
  _id: string,
  _outcome: 'creator' | 'refund',
): Promise<PaymentRow> {
  throw new Error('not built yet');
}
