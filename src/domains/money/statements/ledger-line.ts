import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { Cents, id } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/page.ts';
import type { LineRecord } from '../ledger/journal-lists.ts';
import { LINE_TYPES } from '../ledger/posting.ts';

const SignedCents = z.int().describe('Signed, in cents.');

export const LedgerLine = z
  .object({
    id: id('ledgerLine'),
    type: z.enum(LINE_TYPES),
    status: z
      .enum(['pending', 'completed', 'failed'])
      .describe(
        'Pending while the payment is to be approved or the money is on its way; failed when it came back.',
      ),
    amount: SignedCents,
    fee: SignedCents,
    net: SignedCents.describe('Amount less fee.'),
    balance: SignedCents.nullable().describe(
      'What the line left; null where it moved no balance of its own. A brand’s is below zero by what it has yet to pay.',
    ),
    owedPaid: Cents.describe('What of it paid off what was owed.'),
    currency: z.string(),
    description: z.string().nullable(),
    memo: z.string().nullable(),
    source: z.string().nullable().describe('The payment, payout, withdrawal or retainer that it comes from.'),
    counterparty: z.object({
      type: z.enum(['partner', 'payment_method', 'creator', 'platform', 'account']),
      id: id('creator').nullable(),
      name: z.string().nullable(),
      avatarUrl: z.string().nullable(),
    }),
    campaign: id('campaign').nullable(),
    program: id('program').nullable(),
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
    // A brand reads what it owes as it reads the lines that made it: below zero.
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
