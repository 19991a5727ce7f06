import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { Currency, createdAt, currencyCode, id, ownId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import type { ChargeRow } from '../charging/interface.ts';
import { PAYMENT_STATUSES } from '../payments/transitions.ts';
import type { ItemRow } from './store.ts';

export const CHARGE_STATUSES = ['due', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

/**
 * The statuses of a charge as its brand sees them: `processing` covers every state that only we or the
 * processor work on.
 */
export const STATES_OF: Record<ChargeStatus, readonly ChargeRow['status'][]> = {
  due: ['due'],
  processing: ['asked', 'processing', 'review'],
  succeeded: ['succeeded'],
  failed: ['failed'],
  canceled: ['canceled'],
};

const ChargeItem = z
  .object({
    type: z
      .enum(['payment', 'brand_fee'])
      .describe('A payment to a creator, or what a managed brand owes its partner for a day.'),
    payment: id('payment').nullable().describe('Null for a brand fee.'),
    creator: id('creator').nullable().describe('Who is paid; null for a brand fee.'),
    program: id('program')
      .nullable()
      .describe('The program that the payment is for; null outside of programs, and for a brand fee.'),
    amount: z.int().describe("Cents: what the payment pays, or the partner's brand fee."),
    fee: z.int().describe("Cents: the service's fee on top."),
    total: z.int().describe('Cents: what the card is charged for it.'),
    status: z.enum(PAYMENT_STATUSES).nullable().describe("The payment's status now; null for a brand fee."),
    day: z.string().nullable().describe('The UTC day that a brand fee is of; null for a payment.'),
  })
  .meta({ id: 'ChargeItem' });

export const Charge = z
  .object({
    id: ownId('charge'),
    account: id('account').describe('The brand whose card is charged.'),
    currency: currencyCode,
    day: z.string().describe('The UTC day that it is of: it collects what was owed before.'),
    amount: z.int().describe('Cents, with the fee of the service; less what was canceled of it.'),
    status: z
      .enum(CHARGE_STATUSES)
      .describe(
        'due waits for its next attempt, failed for another card; canceled: nothing of it is charged any more.',
      ),
    card: z
      .object({
        brand: z.string().describe('Who issued it, such as visa.'),
        last4: z.string().describe('The last four digits of its number.'),
      })
      .nullable()
      .describe('The card of the last attempt; null before there was one.'),
    attempts: z.int().describe('How often the card was asked.'),
    failureMessage: z
      .string()
      .nullable()
      .describe('Why the last attempt came to nothing, and what to do; null while nothing went wrong.'),
    nextAttemptAt: z.string().nullable().describe('When the card is asked again; null unless it is due.'),
    succeededAt: z.string().nullable().describe('When the card was charged; null before.'),
    items: z
      .array(ChargeItem)
      .optional()
      .describe(
        'When one charge is read: what it collects, the first 100. GET /v1/payments?charge= lists all of its payments.',
      ),
    itemCount: z.int().optional().describe('How many it collects.'),
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Charge' });
recordExample(Charge, {
  id: 'chg_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  currency: 'usd',
  day: '2026-08-11',
  amount: 52_500,
  status: 'succeeded',
  card: { brand: 'visa', last4: '4242' },
  attempts: 1,
  failureMessage: null,
  nextAttemptAt: null,
  succeededAt: '2026-08-11T00:01:00.000Z',
  items: [
    {
      type: 'payment',
      payment: 'pay_01k2d9q3v7h5m8r4t6w0x1y2z3',
      creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
      program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
      amount: 50_000,
      fee: 2500,
      total: 52_500,
      status: 'succeeded',
      day: null,
    },
  ],
  itemCount: 1,
  createdAt: '2026-08-11T00:00:30.000Z',
  updatedAt: '2026-08-11T00:01:00.000Z',
});

export type Charge = z.output<typeof Charge>;

export const ChargeListQuery = z.strictObject({
  status: commaList(CHARGE_STATUSES),
  currency: Currency.optional(),
  ...listQuery,
});

export interface FoundCharge {
  charge: ChargeRow;
  card: { brand: string; last4: string } | null;
}

export function presentCharge({ charge, card }: FoundCharge): Charge {
  const { id, accountId: account, currency, day, amount, attempt: attempts } = charge;
  const status = CHARGE_STATUSES.find((one) => STATES_OF[one].includes(charge.status))!;
  return {
    id,
    account,
    currency,
    day,
    amount,
    status,
    card,
    attempts,
    failureMessage: charge.message,
    nextAttemptAt: charge.status === 'due' ? isoOrNull(charge.nextAt) : null,
    succeededAt: isoOrNull(charge.succeededAt),
    createdAt: iso(charge.createdAt),
    updatedAt: iso(charge.updatedAt),
  };
}

export function presentItem(row: ItemRow): z.output<typeof ChargeItem> {
  const payment = row.kind === 'payment';
  const fee = row.serviceFee ?? 0;
  return {
    type: row.kind,
    payment: payment ? row.id : null,
    creator: row.creator,
    program: row.program,
    amount: row.total - fee,
    fee,
    total: row.total,
    status: row.status,
    day: row.day,
  };
}
