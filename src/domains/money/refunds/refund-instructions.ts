// The ledger instructions of a refund to the card.
import type { Instruction } from '../ledger-instructions/instruction.ts';
import { cardLine, cashInInstruction, cashOutInstruction } from '../receivables/cash-instructions.ts';
import type { RefundRow } from './store.ts';

/** The processor gave money back to the card. */
export function refundedInstruction(refund: RefundRow, at: number): Instruction {
  const { id, attempt, currency, amount, paymentId, chargeId } = refund;
  const what = paymentId === null ? 'Refund made at the payment processor' : 'Refund';
  const line = cardLine('refund', currency, -amount, what, paymentId ?? chargeId);
  return cashOutInstruction({ ...refund, id: `${id}:paid:${attempt}` }, line, at);
}

/** A refund was returned, so the service holds the money and owes it to the brand. */
export function returnedInstruction(refund: RefundRow, at: number): Instruction {
  const { id, attempt, currency, amount, paymentId, chargeId } = refund;
  const what = 'Refund sent back by the bank';
  const line = cardLine('refund', currency, amount, what, paymentId ?? chargeId);
  return cashInInstruction({ ...refund, id: `${id}:returned:${attempt}` }, line, at);
}
