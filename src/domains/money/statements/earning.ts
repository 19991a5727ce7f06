import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/page.ts';
import { ExplanationStep } from '../earnings/explanation.ts';
import type { EarningRecord } from '../ledger/journal-lists.ts';
import { EARNING_SOURCES, EARNING_STATUSES } from '../ledger/posting.ts';

export const Earning = z
  .object({
    id: id('earning'),
    program: id('program').nullable(),
    account: id('account').describe('The paying brand.'),
    submission: id('submission').nullable(),
    retainer: id('retainer').nullable(),
    source: z.enum(EARNING_SOURCES),
    amount: z.int().describe("Cents, before the partner's take; below zero for what was taken back."),
    fee: z.int().describe("Cents: the partner's take."),
    net: z.int().describe('Cents: amount less fee.'),
    currency: z.string(),
    status: z.enum(EARNING_STATUSES),
    holdUntilAt: z.string().nullable(),
    occurredAt: z.string().describe('RFC 3339, UTC.'),
    explanation: z
      .array(ExplanationStep)
      .optional()
      .describe('With expand=explanation: from what happened to the payout, with numbers that add up.'),
    explanationCursor: z
      .string()
      .nullable()
      .optional()
      .describe(
        'With expand=explanation: send it as cursor to read the next page of reasons alone; null for no more.',
      ),
  })
  .meta({ id: 'Earning' });
recordExample(Earning, {
  id: 'ern_01k2d9q3v7h5m8r4t6w0x1y2z3',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  submission: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3',
  retainer: null,
  source: 'submission',
  amount: 50_000,
  fee: 0,
  net: 50_000,
  currency: 'usd',
  status: 'pending',
  holdUntilAt: '2026-08-17T09:30:00.000Z',
  occurredAt: '2026-08-10T09:30:00.000Z',
});

export type Earning = z.output<typeof Earning>;

export const EarningQuery = z.strictObject({
  expand: z.literal('explanation').optional(),
  cursor: listQuery.cursor.describe("With expand=explanation: the answer's explanationCursor."),
});

export const EarningListQuery = z.strictObject({
  status: commaList(EARNING_STATUSES),
  source: commaList(EARNING_SOURCES),
  ...listQuery,
});

export function presentEarning(earning: EarningRecord): Earning {
  return {
    id: earning.id,
    program: earning.program,
    account: earning.account,
    submission: earning.submission,
    retainer: earning.retainer,
    source: earning.source,
    amount: earning.amount,
    fee: earning.fee,
    net: earning.net,
    currency: earning.currency,
    status: earning.status,
    holdUntilAt: isoOrNull(earning.holdUntilAt),
    occurredAt: iso(earning.occurredAt),
  };
}
