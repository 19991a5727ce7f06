// The ledger steps of a refund to the card.
import type { Step } from '../ledger/steps.ts';
import { cardLine, cashInStep, cashOutStep } from '../receivables/cash-steps.ts';
import type { RefundRow } from './store.ts';

/** The processor gave money back to the card. */
export function refundedStep(refund: RefundRow, at: number): Step {
  const { id, attempt, currency, amount, paymentId, chargeId } = refund;
  const what = paymentId === null ? 'Refund made at the payment processor' : 'Refund';
  const line = cardLine('refund', currency, -amount, what, paymentId ?? chargeId);
  return cashOutStep({ ...refund, id: `${id}:paid:${attempt}` }, line, at);
}

/** A refund was returned, so the service holds the money and owes it to the brand. */
export function returnedStep(refund: RefundRow, at: number): Step {
  const { id, attempt, currency, amount, paymentId, chargeId } = refund;
  const what = 'Refund sent back by the bank';
  const line = cardLine('refund', currency, amount, what, paymentId ?? chargeId);
  return cashInStep({ ...refund, id: `${id}:returned:${attempt}` }, line, at);
}
