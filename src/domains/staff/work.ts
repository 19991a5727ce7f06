import { z } from 'zod';
import { Charge, Chargeback, Refund } from '../charges/charge.ts';
import { LedgerStep } from '../ledger/ledger-step.ts';
import { Payment } from '../payments/payment.ts';
import { ProcessorEvent } from '../processor-events/processor-event.ts';
import { DeadLetter } from '../webhooks/dead-letter.ts';

function waiting<T extends z.ZodType>(record: T) {
  return z.object({ count: z.int(), oldest: z.array(record) });
}

/** What waits for a person, by kind. */
export const Work = z.object({
  payments: waiting(Payment).describe('With an open dispute.'),
  charges: waiting(Charge).describe('In review.'),
  refunds: waiting(Refund).describe('In review, made outside, or returned by the bank.'),
  chargebacks: waiting(Chargeback).describe(
    'Open ones are answered at the processor, lost ones settled with the brand.',
  ),
  ledgerSteps: waiting(LedgerStep).describe('Blocked, the first one of each subject.'),
  processorEvents: waiting(ProcessorEvent).describe('That were tried too often.'),
  deadLetters: waiting(DeadLetter).describe('Messages that a consumer gave up on.'),
});

export type Work = z.output<typeof Work>;
