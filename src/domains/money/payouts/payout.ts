import * as z from 'zod';
import { isAccount } from '../../../kit/holder.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { Cents, Currency, createdAt, id } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/page.ts';
import type { payouts } from './table.ts';

export const PAYOUT_STATUSES = ['pending', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export type PayoutRow = typeof payouts.$inferSelect;

export const Payout = z
  .object({
    id: id('payout'),
    creator: id('creator').nullable().describe('Whose earnings; null for commissions of a partner.'),
    account: id('account').nullable().describe('The partner whose commissions they are.'),
    amount: Cents.describe('Cents: the net of the earnings. What is owed is paid off with it first.'),
    owedPaid: Cents.describe('What of it paid off what was owed; the rest was withdrawable.'),
    currency: z.string(),
    status: z.enum(PAYOUT_STATUSES),
    earnings: z.int().describe('How many earnings it pays.'),
    failureReason: z.string().nullable().describe('Why it failed, for programs.'),
    failureMessage: z.string().nullable().describe('Why it failed, and what to do about it.'),
    paidAt: z.string().nullable().describe('When the earnings were in the payout balance.'),
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Payout' });

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
    // The stores show no other.
    status: row.status as PayoutStatus,
    earnings: row.earnings,
    failureReason: row.failureReason,
    failureMessage: row.failureMessage,
    paidAt: isoOrNull(row.paidAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
