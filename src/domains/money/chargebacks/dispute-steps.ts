// The ledger steps for a dispute at the card's bank.
import type { Movement } from '../../../integrations/stripe/disputes.ts';
import type { Step } from '../ledger/steps.ts';
import { cardLine, cashInStep, cashOutStep, processorFeeStep } from '../receivables/cash-steps.ts';
import type { ChargebackRow } from './interface.ts';

type Dispute = Pick<ChargebackRow, 'id' | 'accountId' | 'chargeId'>;

/** The steps of one movement: it raises or lowers what the brand owes, and the service bears the fee. */
export function disputeSteps(dispute: Dispute, movement: Movement, at: number): Step[] {
  const { id: of, accountId, chargeId } = dispute;
  const { currency, amount, fee } = movement;
  const id = `${of}:${movement.id}`;
  const moved = { id, accountId, currency, amount: Math.abs(amount) };
  const what =
    amount < 0 ? 'Charge disputed at the bank of the card' : 'Disputed charge given back by the bank';
  const line = cardLine('refund', currency, amount, what, chargeId);
  const steps: Step[] = [];
  if (amount < 0) steps.push(cashOutStep(moved, line, at));
  if (amount > 0) steps.push(cashInStep(moved, line, at));
  if (fee !== 0) steps.push(processorFeeStep(moved, fee, at, `${id}:fee`));
  return steps;
}
