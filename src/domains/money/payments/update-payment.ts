import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { factsOf, makeMove } from './make-move.ts';
import type { Payment, PaymentUpdateInput } from './payment.ts';
import { showPayment } from './read-payments.ts';
import { getPayment } from './store.ts';
import type { PaymentRow } from './table.ts';
import { decide } from './transitions.ts';

const SAID: Record<PaymentUpdateInput['decision'], string> = {
  approve: 'Approving',
  reject: 'Rejecting',
  dispute: 'Disputing',
  resolve: 'Withdrawing a dispute',
};

/** The brand approves, rejects or disputes a payment, or withdraws its dispute. */
export async function editPayment(ctx: Ctx, id: string, input: PaymentUpdateInput): Promise<Payment> {
  const before = await getPayment(ctx, id);
  checkVersion(before, input.version);
  const { decision, reason = null } = input;
  const verdict = decide(before.status, decision, 'brand', factsOf(before));
  if (!('move' in verdict))
    throw new AppError('conflict', `${SAID[decision]} is not possible: the payment is ${stateOf(before)}.`);
  if (verdict.move.needs === 'reason' && reason === null)
    throw invalidField('/reason', 'Say why.', 'required');
  const after = await makeMove(ctx, before, verdict.move, decided(ctx, decision, reason));
  return showPayment(ctx, after);
}

function stateOf(row: PaymentRow): string {
  if (row.status === 'disputed' && row.closedAt !== null) return 'being refunded';
  if (row.status === 'succeeded' && row.disputeOutcome === 'creator')
    return 'succeeded, and its dispute was decided';
  return row.status;
}

function decided(
  ctx: Ctx,
  decision: PaymentUpdateInput['decision'],
  reason: string | null,
): Partial<PaymentRow> {
  switch (decision) {
    case 'approve':
      return {};
    case 'reject':
      return { failureMessage: reason };
    case 'dispute':
      return { disputeReason: reason, disputedAt: ctx.now, resolvedAt: null, disputeOutcome: null };
    case 'resolve':
      return { resolvedAt: ctx.now, disputeOutcome: 'withdrawn' };
  }
}
