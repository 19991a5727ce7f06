// What the ledgers are told about a charge and about a refund to the card.
import { type Bucket, serviceHolder } from '../ledger/chart.ts';
import type { NewLine, PostingLine } from '../ledger/posting.ts';
import type { Step } from '../ledger/steps.ts';
import type { RefundRow } from './refund-store.ts';
import type { ChargeRow } from './store.ts';

type TransferLine = { bucket: Bucket; amount: number };

type Charged = Pick<ChargeRow, 'id' | 'accountId' | 'currency' | 'day' | 'amount' | 'round'>;
type Paid = Omit<Charged, 'round'>;

/** What the brand owes is being charged. */
export function beginStep(charge: Charged, at: number): Step {
  return moved(charge, 'begin', 'receivable', 'charging', at);
}

/** The charge failed for good: the brand owes it as before. */
export function backStep(charge: Charged, at: number): Step {
  return moved(charge, 'back', 'charging', 'receivable', at);
}

function moved(charge: Charged, what: string, from: Bucket, to: Bucket, at: number): Step {
  const { id, accountId, currency, amount, round } = charge;
  const lines = [
    { currency, bucket: from, amount: -amount },
    { currency, bucket: to, amount },
  ];
  return { kind: 'posting', holder: accountId, posting: { key: `${id}:${what}:${round}`, at, lines } };
}

/** The processor has the money: `taken` cents, and what that is less or more than was asked the brand owes or is owed. */
export function paidStep(
  { id, accountId, currency, amount, day }: Paid,
  at: number,
  taken: number = amount,
): Step {
  const rest: TransferLine[] = taken === amount ? [] : [{ bucket: 'receivable', amount: amount - taken }];
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

/**
 * The processor took something else than was asked, and gave all of it back: refundedStep booked that part, this books
 * that it came in. `taken` is what attempt `n` took.
 */
export function takenStep(
  { id, accountId, day }: Paid,
  n: number,
  taken: { amount: number; currency: string },
  at: number,
): Step {
  const { amount, currency } = taken;
  return {
    kind: 'transfer',
    transfer: {
      id: `${id}:taken:${n}`,
      at,
      currency,
      amount,
      source: { holder: serviceHolder(currency, accountId), lines: [{ bucket: 'cash_in', amount }] },
      destination: {
        holder: accountId,
        lines: [{ bucket: 'receivable', amount: -amount }],
        statement: [cardLine('charge', currency, amount, `Charge of ${day}, given back`, id)],
      },
    },
  };
}

/** What the processor kept of a charge never reached our balance there. */
export function feeStep(
  { id, accountId, currency }: Pick<Charged, 'id' | 'accountId' | 'currency'>,
  fee: number,
  at: number,
  key = `${id}:fee`,
): Step {
  const lines: PostingLine[] = [
    { currency, bucket: 'processor_fees', amount: fee },
    { currency, bucket: 'cash_out', amount: fee },
  ];
  const holder = serviceHolder(currency, accountId);
  return { kind: 'posting', holder, posting: { key, at, lines } };
}

/** The processor gave money back to the card. */
export function refundedStep(refund: RefundRow, at: number): Step {
  const { id, attempt, accountId, currency, amount, paymentId, chargeId } = refund;
  const what = paymentId === null ? 'Refund made at the payment processor' : 'Refund';
  return {
    kind: 'transfer',
    transfer: {
      id: `${id}:paid:${attempt}`,
      at,
      currency,
      amount,
      source: {
        holder: accountId,
        lines: [{ bucket: 'receivable', amount }],
        statement: [cardLine('refund', currency, -amount, what, paymentId ?? chargeId)],
      },
      destination: { holder: serviceHolder(currency, accountId), lines: [{ bucket: 'cash_out', amount }] },
    },
  };
}

/** A refund that came back: the service owes the brand what it holds again. */
export function returnedStep(refund: RefundRow, at: number): Step {
  const { id, attempt, accountId, currency, amount, paymentId, chargeId } = refund;
  const what = 'Refund sent back by the bank';
  return {
    kind: 'transfer',
    transfer: {
      id: `${id}:returned:${attempt}`,
      at,
      currency,
      amount,
      source: { holder: serviceHolder(currency, accountId), lines: [{ bucket: 'cash_in', amount }] },
      destination: {
        holder: accountId,
        lines: [{ bucket: 'receivable', amount: -amount }],
        statement: [cardLine('refund', currency, amount, what, paymentId ?? chargeId)],
      },
    },
  };
}

function cardLine(
  type: 'charge' | 'refund',
  currency: string,
  amount: number,
  description: string,
  source: string | null,
): NewLine {
  return {
    type,
    status: 'completed',
    currency,
    amount,
    fee: 0,
    balanceOf: 'receivable',
    description,
    memo: null,
    source,
    counterparty: { type: 'payment_method', id: null, name: null },
    campaign: null,
    program: null,
  };
}
