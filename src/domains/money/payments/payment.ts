import * as z from 'zod';
import { GREATEST_OF_ALL, MORE_THAN_ALL } from '../../../kit/currencies.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { Currency, createdAt, currencyCode, id, ownId, text, Version } from '../../../resource/fields.ts';
import { EARNING_SOURCES, SOURCE_ABOUT } from '../ledger/posting.ts';
import { payoutProblemInWords } from '../payout-accounts/payout-account.ts';
import type { PaymentRow } from './table.ts';
import { PAYMENT_STATUSES } from './transitions.ts';

/** What a brand can decide about a payment of its own. */
export const DECISIONS = ['approve', 'reject', 'dispute', 'resolve', 'cancel'] as const;
export type PaymentDecision = (typeof DECISIONS)[number];

export const Payment = z
  .object({
    id: ownId('payment'),
    creator: id('creator').describe('Who is paid.'),
    account: id('account').describe('The brand that pays.'),
    program: id('program')
      .nullable()
      .describe('The program whose rules or work it pays; null for pay outside of programs.'),
    submission: id('submission')
      .nullable()
      .describe('The work that it is for; null where it is for none in particular.'),
    retainer: id('retainer')
      .nullable()
      .describe('The retainer whose period it pays; null for all other pay.'),
    source: z.enum(EARNING_SOURCES).describe(SOURCE_ABOUT),
    amount: z.int().describe("Cents, before the partner's take."),
    fees: z
      .object({
        service: z
          .int()
          .nullable()
          .describe("Cents that the brand is charged on top; the brand's own cost, null for the creator."),
        partner: z.int().describe("Cents of the amount that go to the creator's partner."),
      })
      .describe('What others get, of the amount and on top of it.'),
    net: z.int().describe('Cents that the creator earns.'),
    currency: currencyCode,
    note: z
      .string()
      .nullable()
      .describe('What the payer wrote about it, for the creator as well; null without a word.'),
    status: z
      .enum(PAYMENT_STATUSES)
      .describe(
        '`pending_approval` waits for the brand, `processing` for its card. `failed`: the card was refused, or the brand rejected or cancelled it; failureMessage says which.',
      ),
    failureMessage: z
      .string()
      .nullable()
      .describe("Why it failed. What is wrong with the brand's card is not shown to the creator."),
    charge: id('charge')
      .nullable()
      .describe('The charge of your card that collects it; null before there is one, and for the creator.'),
    payoutProblem: z
      .string()
      .nullable()
      .describe(
        'Why the creator can not be paid it out as things are, and what to do; null while nothing is known.',
      ),
    approvedAt: z
      .string()
      .nullable()
      .describe(
        "When the brand, or the program's automatic approval, let it be charged; null while it waits.",
      ),
    succeededAt: z.string().nullable().describe('When the brand was charged; null before.'),
    disputedAt: z
      .string()
      .nullable()
      .describe('When the last dispute was opened; null if there never was one.'),
    dispute: z
      .object({
        reason: z.string().describe('Why, in the words of the brand. The creator reads it.'),
        openedAt: z.string().describe('RFC 3339, UTC.'),
        resolvedAt: z
          .string()
          .nullable()
          .describe('When it was withdrawn or decided; null while it is open.'),
        outcome: z
          .enum(['withdrawn', 'creator', 'refund'])
          .nullable()
          .describe(
            'Withdrawn by the brand, or decided for the creator or for a refund; null while it is open.',
          ),
      })
      .nullable()
      .describe("The last one; null if there never was any. The creator's earning is held while it is open."),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Payment' });
recordExample(Payment, {
  id: 'pay_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  submission: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3',
  retainer: null,
  source: 'submission',
  amount: 50_000,
  fees: { service: 2500, partner: 0 },
  net: 50_000,
  currency: 'usd',
  note: null,
  status: 'succeeded',
  failureMessage: null,
  charge: 'chg_01k2d9q3v7h5m8r4t6w0x1y2z3',
  payoutProblem: null,
  approvedAt: '2026-08-10T09:30:00.000Z',
  succeededAt: '2026-08-10T09:31:00.000Z',
  disputedAt: null,
  dispute: null,
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Payment = z.output<typeof Payment>;

/** The currency's own limits are checked once the currency is known. */
const Amount = z.int().min(1).max(GREATEST_OF_ALL, MORE_THAN_ALL);

export const PaymentCreate = z.object({
  creator: id('creator').describe('On your roster, or with an application to you.'),
  amount: Amount.optional().describe("Cents, before the partner's take. Give this or net."),
  net: Amount.optional().describe('Cents that the creator is to earn; the amount follows from it.'),
  currency: Currency.optional().describe("The program's when there is one, else required."),
  note: text(2000).nullable().optional().describe('What it is for. The creator reads it.'),
  program: id('program').nullable().optional().describe("The submission's, when only that is given."),
  submission: id('submission').nullable().optional().describe('Work of the creator that it is for.'),
});
bodyExample(PaymentCreate, 'PaymentCreate', {
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  amount: 50_000,
  currency: 'usd',
});

export type PaymentCreateInput = z.output<typeof PaymentCreate>;

export const PaymentUpdate = z.object({
  decision: z
    .enum(DECISIONS)
    .describe(
      'resolve withdraws your own dispute; cancel takes back a payment of your own before it is charged.',
    ),
  reason: text(2000).nullable().optional().describe('Needed to reject and to dispute. The creator reads it.'),
  version: Version.optional(),
});
bodyExample(PaymentUpdate, 'PaymentUpdate', { decision: 'approve' });

export type PaymentUpdateInput = z.output<typeof PaymentUpdate>;

/** A payment with the charge that collects it. */
export type ReadPayment = PaymentRow & { charge?: string | null };

export function presentPayment(row: ReadPayment, reader: 'account' | 'creator'): Payment {
  const rejected = row.closedAt !== null;
  return {
    id: row.id,
    creator: row.creatorId,
    account: row.accountId,
    program: row.programId,
    submission: row.submissionId,
    retainer: row.retainerId,
    source: row.source,
    amount: row.amount,
    fees: { service: reader === 'account' ? row.serviceFee : null, partner: row.partnerFee },
    net: row.net,
    currency: row.currency,
    note: row.note,
    status: row.status,
    failureMessage: reader === 'account' || rejected ? row.failureMessage : null,
    charge: reader === 'account' ? (row.charge ?? null) : null,
    payoutProblem:
      row.payoutProblem && row.closedAt === null
        ? payoutProblemInWords(row.payoutProblem, row.currency, reader === 'account' ? 'payer' : 'paid')
        : null,
    approvedAt: isoOrNull(row.approvedAt),
    succeededAt: isoOrNull(row.succeededAt),
    disputedAt: isoOrNull(row.disputedAt),
    dispute:
      row.disputedAt === null
        ? null
        : {
            reason: row.disputeReason ?? '',
            openedAt: iso(row.disputedAt),
            resolvedAt: isoOrNull(row.resolvedAt),
            outcome: row.disputeOutcome,
          },
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
