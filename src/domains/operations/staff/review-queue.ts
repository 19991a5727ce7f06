import * as z from 'zod';
import { DeadLetter } from '../../accounts/webhooks/dead-letter.ts';
import { Chargeback } from '../../money/chargebacks/chargeback.ts';
import { Charge } from '../../money/charges/charge.ts';
import { Correction } from '../../money/corrections/correction.ts';
import { Difference } from '../../money/differences/difference.ts';
import { LedgerStep } from '../../money/ledger/ledger-step.ts';
import { Payment } from '../../money/payments/payment.ts';
import { ProcessorEvent } from '../../money/processor-events/processor-event.ts';
import { Refund } from '../../money/refunds/refund.ts';

function waiting<T extends z.ZodType>(record: T) {
  return z.object({ count: z.int(), oldest: z.array(record) });
}

/** What waits for a person, by kind. */
export const ReviewQueue = z.object({
  payments: waiting(Payment).describe('With an open dispute.'),
  charges: waiting(Charge).describe('In review.'),
  refunds: waiting(Refund).describe('In review, made outside, or returned by the bank.'),
  chargebacks: waiting(Chargeback).describe(
    'Open ones are answered at the processor, lost ones settled with the brand.',
  ),
  ledgerSteps: waiting(LedgerStep).describe('Blocked, the first one of each subject.'),
  corrections: waiting(Correction).describe('Proposed: another person approves them, or they end.'),
  differences: waiting(Difference).describe('Found by the daily comparison of all books.'),
  processorEvents: waiting(ProcessorEvent).describe('That were tried too often.'),
  deadLetters: waiting(DeadLetter).describe('Messages that a consumer gave up on.'),
});

export type ReviewQueue = z.output<typeof ReviewQueue>;
