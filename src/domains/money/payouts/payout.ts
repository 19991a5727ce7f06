import * as z from 'zod';
import { isAccount } from '../../../kit/holder.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { Cents, Currency, createdAt, currencyCode, id, ownId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import type { payouts } from './table.ts';

export const PAYOUT_STATUSES = ['pending', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export type PayoutRow = typeof payouts.$inferSelect;

export const Payout = z
  .object({
    id: ownId('payout'),
    creator: id('creator').nullable().describe('Whose earnings; null for commissions of a partner.'),
    account: id('account')
      .nullable()
      .describe("The partner whose commissions they are; null for a creator's earnings."),
    amount: Cents.describe('Cents: the net of the earnings. What is owed is paid off with it first.'),
    owedPaid: Cents.describe('Cents of it that paid off what was owed; the rest became withdrawable.'),
    currency: currencyCode,
    status: z
      .enum(PAYOUT_STATUSES)
      .describe(
        '`pending` while it is under way. After `failed` the earnings are available again, and another day tries again.',
      ),
    earnings: z.int().describe('How many earnings it pays.'),
    failureReason: z.string().nullable().describe('Why it failed, for programs to read; null unless it did.'),
    failureMessage: z
      .string()
      .nullable()
      .describe('Why it failed, and what to do about it; null unless it did.'),
    paidAt: z.string().nullable().describe('When the earnings were in the payout balance; null before.'),
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Payout' });
recordExample(Payout, {
  id: 'po_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: null,
  amount: 50_000,
  owedPaid: 0,
  currency: 'usd',
  status: 'paid',
  earnings: 1,
  failureReason: null,
  failureMessage: null,
  paidAt: '2026-08-10T09:30:00.000Z',
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Payout = z.output<typeof Payout>;

export const PayoutListQuery = z.strictObject({
  status: commaList(PAYOUT_STATUSES),
  currency: Currency.optional(),
  ...listQuery,
});

export function presentPayout(row: PayoutRow): Payout {
  const ofAccount = isAccount(row.holder);
  return {
    id: row.id,
    creator: ofAccount ? null : row.holder,
    account: ofAccount ? row.holder : null,
    amount: row.amount,
    owedPaid: row.owedPaid,
    currency: row.currency,
    // The store returns no other status.
    status: row.status as PayoutStatus,
    earnings: row.earnings,
    failureReason: row.failureReason,
    failureMessage: row.failureMessage,
    paidAt: isoOrNull(row.paidAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
