import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { currencyCode, id, ownId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import type { EarningRecord } from '../ledger/journal-lists.ts';
import { EARNING_SOURCES, EARNING_STATUSES, SOURCE_ABOUT } from '../ledger/posting.ts';
import { ExplanationStep } from './explanation.ts';

export const Earning = z
  .object({
    id: ownId('earning'),
    program: id('program')
      .nullable()
      .describe('The program whose rules or work it comes from; null outside of programs.'),
    account: id('account').describe('The paying brand.'),
    submission: id('submission')
      .nullable()
      .describe('The work that earned it; null where it was none in particular.'),
    retainer: id('retainer').nullable().describe('The retainer whose period earned it; null for all else.'),
    source: z
      .enum(EARNING_SOURCES)
      .describe(
        `${SOURCE_ABOUT} \`partner_commission\` is a partner's take; \`adjustment\` takes back what was paid.`,
      ),
    amount: z.int().describe("Cents, before the partner's take; below zero for what was taken back."),
    fee: z.int().describe("Cents: the partner's take."),
    net: z.int().describe('Cents: amount less fee.'),
    currency: currencyCode,
    status: z
      .enum(EARNING_STATUSES)
      .describe(
        '`pending` until the brand is charged and a hold has passed, `held` in a dispute, `available` for the next payout, `paid` once in the payout balance.',
      ),
    holdUntilAt: z
      .string()
      .nullable()
      .describe(
        'When the hold after the charge ends and the earning becomes available; null before the charge and without a hold.',
      ),
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
        'With expand=explanation: send it as cursor to read the next page of reasons alone; null when there is none.',
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
