import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { applyTransition } from './apply-transition.ts';
import { findPayment } from './interface.ts';
import type { PaymentRow } from './table.ts';
import { factsOf, paymentMachine } from './transitions.ts';

/**
 * Carries out the staff's decision about a dispute in the caller's batch: the creator keeps the money, or the
 * brand gets it back. Throws not_found, version_conflict, or conflict when the payment has no open dispute.
 */
export async function resolveDispute(
  ctx: SystemCtx,
  id: string,
  outcome: 'creator' | 'refund',
  version?: number,
): Promise<{ before: PaymentRow; after: PaymentRow }> {
  const row = await findPayment(ctx, id);
  if (!row) throw notFound('payment');
  checkVersion(row, version);
  const action = outcome === 'creator' ? 'award' : 'refund';
  const move = paymentMachine.require(row.status, action, 'staff', factsOf(row));
  const after = await applyTransition(ctx, row, move, {
    resolvedAt: ctx.now,
    disputeOutcome: outcome,
    ...(move.to === 'failed' ? { failureMessage: 'The dispute was decided for the brand.' } : {}),
  });
  return { before: row, after };
}
