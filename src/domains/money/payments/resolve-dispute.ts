import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { planRefund } from '../refunds/interface.ts';
import { costOf, factsOf, makeMove } from './make-move.ts';
import { findPayment } from './store.ts';
import type { PaymentRow } from './table.ts';
import { decide } from './transitions.ts';

/**
 * The staff's decision of a dispute, in the caller's batch: the creator keeps the money, or the brand gets it back.
 * Throws not_found, version_conflict, or conflict when the payment has no open dispute.
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
  const verdict = decide(row.status, action, 'staff', factsOf(row));
  if (!('move' in verdict)) throw new AppError('conflict', 'The payment has no open dispute.');
  const { move } = verdict;
  // Here and not in makeMove, which charges call: imports must not run in a circle.
  if (move.card === 'refund')
    planRefund(ctx, { payment: row.id, amount: costOf(row), currency: row.currency });
  const after = await makeMove(ctx, row, move, {
    resolvedAt: ctx.now,
    disputeOutcome: outcome,
    ...(move.to === 'failed' ? { failureMessage: 'The dispute was decided for the brand.' } : {}),
  });
  return { before: row, after };
}
