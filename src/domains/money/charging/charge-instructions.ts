// The ledger instructions of a charge.
import { type Bucket, serviceHolder } from '../ledger/chart.ts';
import type { Instruction } from '../ledger-instructions/instruction.ts';
import { cardLine } from '../receivables/cash-instructions.ts';
import type { ChargeRow } from './interface.ts';

type Charged = Pick<ChargeRow, 'id' | 'accountId' | 'currency' | 'day' | 'amount' | 'round'>;
type Paid = Omit<Charged, 'round'>;

/** Moves what the brand owes to `charging`. */
export function beginInstruction(charge: Charged, at: number): Instruction {
  return moved(charge, 'begin', 'receivable', 'charging', at);
}

/** The charge failed for good, so the brand owes the amount as before. */
export function backInstruction(charge: Charged, at: number): Instruction {
  return moved(charge, 'back', 'charging', 'receivable', at);
}

/** One due of a waiting charge will not be charged any more. */
export function lessInstruction(
  charge: Charged,
  due: { id: string; amount: number },
  at: number,
): Instruction {
  const less = { ...charge, amount: due.amount };
  return moved(less, `less:${due.id}`, 'charging', 'receivable', at);
}

function moved(charge: Charged, what: string, from: Bucket, to: Bucket, at: number): Instruction {
  const { id, accountId, currency, amount, round } = charge;
  const lines = [
    { currency, bucket: from, amount: -amount },
    { currency, bucket: to, amount },
  ];
  return { kind: 'posting', holder: accountId, posting: { key: `${id}:${what}:${round}`, at, lines } };
}

/**
 * The processor took `taken` cents. The brand still owes what is missing of the amount, or is owed what is
 * too much.
 */
export function paidInstruction(
  { id, accountId, currency, amount, day }: Paid,
  at: number,
  taken: number = amount,
): Instruction {
  const rest: { bucket: Bucket; amount: number }[] =
    taken === amount ? [] : [{ bucket: 'receivable', amount: amount - taken }];
  return {
    kind: 'transfer',
    transfer: {
      id: `${id}:paid`,
      at,
      currency,
      amount: taken,
      source: { holder: serviceHolder(currency, accountId), lines: [{ bucket: 'cash_in', amount: taken }] },
      destination: {
        holder: accountId,
        lines: [{ bucket: 'charging', amount: -amount }, ...rest],
        statement: [cardLine('charge', currency, taken, `Charge of ${day}`, id)],
      },
    },
  };
}
