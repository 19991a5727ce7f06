import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { Cents, currencyCode, id, ownId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import type { LineRecord } from '../ledger/journal-lists.ts';
import { LINE_TYPES } from '../ledger/posting.ts';

const SignedCents = z.int().describe('Signed, in cents.');

export const LedgerLine = z
  .object({
    id: ownId('ledgerLine'),
    type: z
      .enum(LINE_TYPES)
      .describe(
        'Why money moved. `adjustment` takes something back or corrects it; `withdrawal_failed` is what a bank returned after it was paid.',
      ),
    status: z
      .enum(['pending', 'completed', 'failed'])
      .describe(
        'Pending while the payment is to be approved or the money is on its way; failed when it came back.',
      ),
    amount: SignedCents.describe('Signed, in cents: above zero for what the holder gains.'),
    fee: SignedCents.describe(
      "Signed, in cents: what of the amount is the partner's take, or the service's fee for a withdrawal.",
    ),
    net: SignedCents.describe('Amount less fee.'),
    balance: SignedCents.nullable().describe(
      'What the line left; null where it moved no balance of its own. A brand’s is below zero by what it has yet to pay.',
    ),
    owedPaid: Cents.describe('Cents of it that paid off what was owed.'),
    currency: currencyCode,
    description: z
      .string()
      .nullable()
      .describe('What happened, where the type does not say it; null elsewhere.'),
    memo: z.string().nullable().describe("The payer's note on a payment; null without one."),
    source: z
      .string()
      .nullable()
      .describe(
        'ID of the payment, payout, withdrawal or other record that it comes from; null where there is none.',
      ),
    counterparty: z
      .object({
        type: z
          .enum(['partner', 'payment_method', 'creator', 'platform', 'account'])
          .describe('`platform` is this service, `payment_method` a card or bank.'),
        id: id('creator').nullable().describe('Null for all but creators.'),
        name: z
          .string()
          .nullable()
          .describe('As it was when the line was written; null where there is none to show.'),
        avatarUrl: z
          .string()
          .nullable()
          .describe('Always null: a line shows what was known when it was written.'),
      })
      .describe('Where the money came from, or went to.'),
    campaign: id('campaign').nullable().describe('The campaign whose results are paid; null for all else.'),
    program: id('program')
      .nullable()
      .describe('The program that the money moved for; null outside of programs.'),
    occurredAt: z.string().describe('RFC 3339, UTC.'),
  })
  .meta({ id: 'LedgerLine' });
recordExample(LedgerLine, {
  id: 'txn_01k2d9q3v7h5m8r4t6w0x1y2z3',
  type: 'creator_earning',
  status: 'completed',
  amount: 50_000,
  fee: 0,
  net: 50_000,
  balance: null,
  owedPaid: 0,
  currency: 'usd',
  description: 'Pay for a video',
  memo: null,
  source: null,
  counterparty: { type: 'platform', id: null, name: null, avatarUrl: null },
  campaign: null,
  program: null,
  occurredAt: '2026-08-10T09:30:00.000Z',
});

export type LedgerLine = z.output<typeof LedgerLine>;

export const LedgerLineQuery = z.strictObject({
  type: commaList(LINE_TYPES),
  program: z.string().min(1).max(64).optional(),
  ...listQuery,
});

export function presentLine(line: LineRecord): LedgerLine {
  return {
    id: line.id,
    type: line.type,
    status: line.status,
    amount: line.amount,
    fee: line.fee,
    net: line.amount - line.fee,
    // A brand sees what it owes as a negative balance, with the sign of the lines that made it.
    balance: line.balanceOf === 'receivable' && line.balance !== null ? 0 - line.balance : line.balance,
    owedPaid: line.owedPaid,
    currency: line.currency,
    description: line.description,
    memo: line.memo,
    source: line.source,
    counterparty: {
      type: line.counterparty.type,
      id: line.counterparty.id,
      name: line.counterparty.name,
      avatarUrl: null,
    },
    campaign: line.campaign,
    program: line.program,
    occurredAt: iso(line.occurredAt),
  };
}
