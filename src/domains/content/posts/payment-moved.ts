import type { SystemCtx } from '../../../context.ts';
import type { PaymentRow } from '../../money/payments/table.ts';
import { saveMovedByPayment } from './store.ts';

/** Follows the payment for a post's views, in the batch that moves the payment. Other payments move no post. */
export function paymentMoved(ctx: SystemCtx, payment: PaymentRow): void {
  const { submissionId, source, campaignId, status, closedAt } = payment;
  if (submissionId === null || source !== 'organic' || campaignId !== null) return;
  if (closedAt !== null) saveMovedByPayment(ctx, submissionId, ['payment_approved', 'paid'], 'approved');
  else if (status === 'processing')
    saveMovedByPayment(ctx, submissionId, ['approved', 'paid'], 'payment_approved');
  else if (status === 'succeeded')
    saveMovedByPayment(ctx, submissionId, ['approved', 'payment_approved'], 'paid');
}
