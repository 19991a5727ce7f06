import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { Cents, Currency, createdAt, currencyCode, ownId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import type { withdrawals } from './table.ts';

export const WITHDRAWAL_STATUSES = ['pending', 'in_transit', 'paid', 'failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

const SPEEDS = ['standard', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];

export type WithdrawalRow = typeof withdrawals.$inferSelect;

export const Withdrawal = z
  .object({
    id: ownId('withdrawal'),
    amount: Cents.describe('Cents taken from the payout balance: net and fee.'),
    fee: Cents.describe(
      'Cents of the amount that the service keeps: for an instant one, and for a bank outside the US.',
    ),
    net: Cents.describe('Cents that leave for the bank or card.'),
    currency: currencyCode,
    speed: z.enum(SPEEDS).describe('`instant` goes the fast way of the payment processor, for a fee.'),
    status: z
      .enum(WITHDRAWAL_STATUSES)
      .describe(
        '`pending` until the payment processor has taken it, `in_transit` until it is at the bank or card. After `failed` the amount is in the balance again.',
      ),
    failureMessage: z
      .string()
      .nullable()
      .describe('Why it failed, and what to do about it; null unless it did.'),
    arrivesAt: z
      .string()
      .nullable()
      .describe('When the processor expects it at the bank or card; null before it says so.'),
    delivered: z
      .object({
        amount: z.int().describe('In the smallest units of its currency.'),
        currency: z.string().describe("The bank account's: ISO 4217, in lower case."),
      })
      .nullable()
      .describe(
        'What the bank is paid by a weekly one; the payment processor converts where the currency is another. Null for those that were asked for.',
      ),
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Withdrawal' });
recordExample(Withdrawal, {
  id: 'wdr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  amount: 50_000,
  fee: 0,
  net: 50_000,
  currency: 'usd',
  speed: 'standard',
  status: 'paid',
  failureMessage: null,
  arrivesAt: '2026-08-12T09:30:00.000Z',
  delivered: null,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Withdrawal = z.output<typeof Withdrawal>;

export const WithdrawalCreate = z.object({
  amount: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Cents, fee included. Everything withdrawable unless given.'),
  currency: Currency.optional().describe(
    'Which of the balances: that of the payout account when there is something in it, or the only one with something.',
  ),
  speed: z
    .enum(SPEEDS)
    .default('standard')
    .describe('`instant` goes the fast way of the payment processor, for the fee that the balance shows.'),
});
bodyExample(WithdrawalCreate, 'WithdrawalCreate', { amount: 50_000 });

export const WithdrawalListQuery = z.strictObject({ status: commaList(WITHDRAWAL_STATUSES), ...listQuery });

export function presentWithdrawal(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    amount: row.amount,
    fee: row.fee,
    net: netOf(row),
    currency: row.currency,
    speed: row.speed,
    // The store returns no other status.
    status: row.status as WithdrawalStatus,
    failureMessage: row.failureMessage,
    arrivesAt: isoOrNull(row.arrivesAt),
    delivered:
      row.deliveredAmount === null || row.deliveredCurrency === null
        ? null
        : { amount: row.deliveredAmount, currency: row.deliveredCurrency },
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

export function netOf({ amount, fee }: Pick<WithdrawalRow, 'amount' | 'fee'>): number {
  return amount - fee;
}
