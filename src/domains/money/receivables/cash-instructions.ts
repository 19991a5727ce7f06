// The ledger instructions when money comes from a brand's card or goes back to it.
import { type Bucket, serviceHolder } from '../ledger/chart.ts';
import type { NewLine, PostingLine } from '../ledger/posting.ts';
import type { Instruction } from '../ledger-instructions/instruction.ts';

type TransferLine = { bucket: Bucket; amount: number };

/** `id` is the transfer's; `amount` is in cents and above zero. */
export type Moved = { id: string; accountId: string; currency: string; amount: number };

/** Cash went back to the brand, so it owes that amount again. */
export function cashOutInstruction(
  { id, accountId, currency, amount }: Moved,
  line: NewLine,
  at: number,
): Instruction {
  const lines: TransferLine[] = [{ bucket: 'receivable', amount }];
  const source = { holder: accountId, lines, statement: [line] };
  const service = serviceHolder(currency, accountId);
  const destination = { holder: service, lines: [{ bucket: 'cash_out', amount } as const] };
  return { kind: 'transfer', transfer: { id, at, currency, amount, source, destination } };
}

/** Cash came from the brand, so it owes that much less, or is owed it. */
export function cashInInstruction(
  { id, accountId, currency, amount }: Moved,
  line: NewLine,
  at: number,
): Instruction {
  const service = serviceHolder(currency, accountId);
  const source = { holder: service, lines: [{ bucket: 'cash_in', amount } as const] };
  const lines: TransferLine[] = [{ bucket: 'receivable', amount: -amount }];
  const destination = { holder: accountId, lines, statement: [line] };
  return { kind: 'transfer', transfer: { id, at, currency, amount, source, destination } };
}

/** The line on the brand's statement. */
export function cardLine(
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

/**
 * The processor's fee, which never reached our balance there or left it; below zero when it gave a fee back.
 */
export function processorFeeInstruction(
  { id, accountId, currency }: Omit<Moved, 'amount'>,
  fee: number,
  at: number,
  key = `${id}:fee`,
): Instruction {
  const lines: PostingLine[] = [
    { currency, bucket: 'processor_fees', amount: fee },
    fee > 0 ? { currency, bucket: 'cash_out', amount: fee } : { currency, bucket: 'cash_in', amount: -fee },
  ];
  const holder = serviceHolder(currency, accountId);
  return { kind: 'posting', holder, posting: { key, at, lines } };
}
