// What the ledgers are told about a charge, a refund to the card and a dispute at its bank.
import type { Movement } from '../../../integrations/stripe/disputes.ts';
import { type Bucket, serviceHolder } from '../ledger/chart.ts';
import type { NewLine, PostingLine } from '../ledger/posting.ts';
import type { Step } from '../ledger/steps.ts';
import type { ChargebackRow } from './chargeback-store.ts';
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
  const line = cardLine('charge', taken.currency, taken.amount, `Charge of ${day}, given back`, id);
  return cameIn({ id: `${id}:taken:${n}`, accountId, ...taken }, line, at);
}

/** What the processor kept never reached our balance there, or left it; below zero it gave a fee back. */
export function feeStep(
  { id, accountId, currency }: Pick<Charged, 'id' | 'accountId' | 'currency'>,
  fee: number,
  at: number,
  key = `${id}:fee`,
): Step {
  const lines: PostingLine[] = [
    { currency, bucket: 'processor_fees', amount: fee },
    fee > 0 ? { currency, bucket: 'cash_out', amount: fee } : { currency, bucket: 'cash_in', amount: -fee },
  ];
  const holder = serviceHolder(currency, accountId);
  return { kind: 'posting', holder, posting: { key, at, lines } };
}

/** The processor gave money back to the card. */
export function refundedStep(refund: RefundRow, at: number): Step {
  const { id, attempt, currency, amount, paymentId, chargeId } = refund;
  const what = paymentId === null ? 'Refund made at the payment processor' : 'Refund';
  const line = cardLine('refund', currency, -amount, what, paymentId ?? chargeId);
  return wentOut({ ...refund, id: `${id}:paid:${attempt}` }, line, at);
}

/** A refund that came back: the service owes the brand what it holds again. */
export function returnedStep(refund: RefundRow, at: number): Step {
  const { id, attempt, currency, amount, paymentId, chargeId } = refund;
  const what = 'Refund sent back by the bank';
  const line = cardLine('refund', currency, amount, what, paymentId ?? chargeId);
  return cameIn({ ...refund, id: `${id}:returned:${attempt}` }, line, at);
}

type Dispute = Pick<ChargebackRow, 'id' | 'accountId' | 'chargeId'>;

/** What a movement of a dispute did: to the brand, which owes what the bank took, and to us, who pay the fee. */
export function disputeSteps(dispute: Dispute, movement: Movement, at: number): Step[] {
  const { id: of, accountId, chargeId } = dispute;
  const { currency, amount, fee } = movement;
  const id = `${of}:${movement.id}`;
  const moved = { id, accountId, currency, amount: Math.abs(amount) };
  const what =
    amount < 0 ? 'Charge disputed at the bank of the card' : 'Disputed charge given back by the bank';
  const line = cardLine('refund', currency, amount, what, chargeId);
  const steps: Step[] = [];
  if (amount < 0) steps.push(wentOut(moved, line, at));
  if (amount > 0) steps.push(cameIn(moved, line, at));
  if (fee !== 0) steps.push(feeStep(moved, fee, at, `${id}:fee`));
  return steps;
}

type Moved = { id: string; accountId: string; currency: string; amount: number };

/** Cash that the brand has: it owes it again. */
function wentOut({ id, accountId, currency, amount }: Moved, line: NewLine, at: number): Step {
  const lines: TransferLine[] = [{ bucket: 'receivable', amount }];
  const source = { holder: accountId, lines, statement: [line] };
  const service = serviceHolder(currency, accountId);
  const destination = { holder: service, lines: [{ bucket: 'cash_out', amount } as const] };
  return { kind: 'transfer', transfer: { id, at, currency, amount, source, destination } };
}

/** Cash of the brand's: it owes that much less, or is owed it. */
function cameIn({ id, accountId, currency, amount }: Moved, line: NewLine, at: number): Step {
  const service = serviceHolder(currency, accountId);
  const source = { holder: service, lines: [{ bucket: 'cash_in', amount } as const] };
  const lines: TransferLine[] = [{ bucket: 'receivable', amount: -amount }];
  const destination = { holder: accountId, lines, statement: [line] };
  return { kind: 'transfer', transfer: { id, at, currency, amount, source, destination } };
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
