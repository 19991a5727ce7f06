// The inputs of the staff's decisions.
import * as z from 'zod';
import { bodyExample } from '../../../resource/example.ts';
import { Currency, id, Version } from '../../../resource/fields.ts';
import { Timestamp } from '../../../resource/list-page.ts';
import { CORRECTED_BALANCES, CORRECTION_KINDS } from '../../money/corrections/correction.ts';
import { CHARGE_OUTCOMES } from '../../money/reconciliation/decide-charge.ts';
import { MOST_PAYMENTS, REFUND_OUTCOMES } from '../../money/refunds/decide-refund.ts';
import { Reason } from './staff-action.ts';

/** The most that one correction can move. */
const MOST_CENTS = 100_000_000;

export const WhyOnly = z.object({ reason: Reason });
bodyExample(WhyOnly, null, { reason: 'Talked to both sides.' });

export const Resolution = z.object({
  outcome: z.enum(['creator', 'refund']).describe('The creator keeps the money, or the brand gets it back.'),
  reason: Reason,
  version: Version.describe('The version of the payment that the decision is about.'),
});
bodyExample(Resolution, null, { outcome: 'creator', reason: 'Talked to both sides.', version: 1 });

export const ChargeDecision = z.object({ outcome: z.enum(CHARGE_OUTCOMES), reason: Reason });
bodyExample(ChargeDecision, null, { outcome: 'refresh', reason: 'Talked to both sides.' });

export const RefundDecision = z
  .object({
    outcome: z.enum(REFUND_OUTCOMES),
    reason: Reason,
    payments: z
      .array(id('payment'))
      .min(1)
      .max(MOST_PAYMENTS)
      .optional()
      .describe('With the outcome payments: those that the refund was for.'),
  })
  .refine((body) => (body.outcome === 'payments') === (body.payments !== undefined), {
    path: ['payments'],
    message: 'Goes with the outcome payments, and only with it.',
  });
bodyExample(RefundDecision, null, { outcome: 'leave', reason: 'Talked to both sides.' });

export const Moment = z
  .object({
    at: Timestamp.optional(),
    bookmark: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Instead of `at`, such as one to undo a restoration.'),
    reason: Reason,
  })
  .refine((body) => (body.at === undefined) !== (body.bookmark === undefined), {
    path: ['at'],
    message: 'Send either at or bookmark.',
  });
bodyExample(Moment, null, { at: '2026-05-04T10:15:00Z', reason: 'The platform rolled it back at 10:16.' });

export const Proposal = z.object({
  kind: z.enum(CORRECTION_KINDS),
  holder: z.string().regex(/^(acct|crtr)_[0-9a-z]{26}$/, 'Enter the ID of an account or a creator.'),
  balance: z.enum(CORRECTED_BALANCES),
  currency: Currency,
  amount: z
    .int()
    .min(-MOST_CENTS)
    .max(MOST_CENTS)
    .refine((cents) => cents !== 0, 'Nothing would move.')
    .describe('Cents credited to the holder; negative for a debit.'),
  reason: Reason,
});
bodyExample(Proposal, null, {
  kind: 'write_off',
  holder: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  balance: 'payout_balance',
  currency: 'usd',
  amount: 1200,
  reason: 'The creator is gone.',
});
