// The ledger instructions for a dispute at the card's bank.
import type { Movement } from '../../../integrations/stripe/disputes.ts';
import type { Instruction } from '../ledger-instructions/instruction.ts';
import {
  cardLine,
  cashInInstruction,
  cashOutInstruction,
  processorFeeInstruction,
} from '../receivables/cash-instructions.ts';
import type { ChargebackRow } from './interface.ts';

type Dispute = Pick<ChargebackRow, 'id' | 'accountId' | 'chargeId'>;

/** The instructions of one movement: it raises or lowers what the brand owes, and the service bears the fee. */
export function disputeInstructions(dispute: Dispute, movement: Movement, at: number): Instruction[] {
  const { id: of, accountId, chargeId } = dispute;
  const { currency, amount, fee } = movement;
  const id = `${of}:${movement.id}`;
  const moved = { id, accountId, currency, amount: Math.abs(amount) };
  const what =
    amount < 0 ? 'Charge disputed at the bank of the card' : 'Disputed charge given back by the bank';
  const line = cardLine('refund', currency, amount, what, chargeId);
  const instructions: Instruction[] = [];
  if (amount < 0) instructions.push(cashOutInstruction(moved, line, at));
  if (amount > 0) instructions.push(cashInInstruction(moved, line, at));
  if (fee !== 0) instructions.push(processorFeeInstruction(moved, fee, at, `${id}:fee`));
  return instructions;
}
