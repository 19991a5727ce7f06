// What the ledgers are told about a charge.
import { type Bucket, serviceHolder } from '../ledger/chart.ts';
import type { Instruction } from '../ledger/instructions.ts';
import { cardLine } from '../receivables/cash-instructions.ts';
import type { ChargeRow } from './interface.ts';

type Charged = Pick<ChargeRow, 'id' | 'accountId' | 'currency' | 'day' | 'amount' | 'round'>;
type Paid = Omit<Charged, 'round'>;

/** What the brand owes is being charged. */
export function beginInstruction(charge: Charged, at: number): Instruction {
  return moved(charge, 'begin', 'receivable', 'charging', at);
}

/** The charge failed for good: the brand owes it as before. */
export function backInstruction(charge: Charged, at: number): Instruction {
  return moved(charge, 'back', 'charging', 'receivable', at);
}

/** A due of a charge that waits is not charged any more. */
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

/** The processor has the money: `taken` cents, and what that is less or more than was asked the brand owes or is owed. */
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
