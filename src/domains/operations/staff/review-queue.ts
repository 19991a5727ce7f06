import * as z from 'zod';
import { id } from '../../../resource/fields.ts';
import { DeadLetter } from '../../accounts/webhooks/dead-letter.ts';
import { MessageReport } from '../../messaging/moderation/message-report.ts';
import { SupportThread } from '../../messaging/moderation/support-thread.ts';
import { Chargeback } from '../../money/chargebacks/chargeback.ts';
import { StaffCharge } from '../../money/charging/staff-charge.ts';
import { Correction } from '../../money/corrections/correction.ts';
import { Difference } from '../../money/differences/difference.ts';
import { LedgerInstruction } from '../../money/ledger-instructions/ledger-instruction.ts';
import { Payment } from '../../money/payments/payment.ts';
import { ProcessorEvent } from '../../money/processor-events/processor-event.ts';
import { Refund } from '../../money/refunds/refund.ts';
import { DirectoryEntry } from './directory.ts';

function waiting<T extends z.ZodType>(record: T) {
  return z.object({ count: z.int(), oldest: z.array(record) });
}

/** The records that wait for a person, by kind. */
export const ReviewQueue = z.object({
  supportThreads: waiting(SupportThread).describe('With a message that nobody answered.'),
  messageReports: waiting(MessageReport).describe('Messages that a side reported.'),
  payments: waiting(Payment).describe('With an open dispute.'),
  charges: waiting(StaffCharge).describe('In review.'),
  refunds: waiting(Refund).describe('In review, made outside, or returned by the bank.'),
  chargebacks: waiting(Chargeback).describe(
    'Open ones are answered at the processor, lost ones settled with the brand.',
  ),
  ledgerInstructions: waiting(LedgerInstruction).describe('Blocked, the first one of each subject.'),
  corrections: waiting(Correction).describe('Proposed: another person approves them, or they end.'),
  differences: waiting(Difference).describe('Found by the daily comparison of all books.'),
  processorEvents: waiting(ProcessorEvent).describe('That were tried too often.'),
  deadLetters: waiting(DeadLetter).describe('Messages that a consumer gave up on.'),
});

export type ReviewQueue = z.output<typeof ReviewQueue>;

export const REVIEW_KINDS = [
  'support-threads',
  'message-reports',
  'payments',
  'charges',
  'refunds',
  'chargebacks',
  'ledger-instructions',
  'corrections',
  'differences',
  'processor-events',
  'dead-letters',
] as const;

export type ReviewKind = (typeof REVIEW_KINDS)[number];

export function isReviewKind(text: string | undefined): text is ReviewKind {
  return (REVIEW_KINDS as readonly (string | undefined)[]).includes(text);
}

/** The submission that a record is about. */
export const ReviewSubmission = z.object({
  id: id('submission'),
  program: z.string().describe('Its name.'),
  caption: z.string().nullable(),
  status: z.string(),
  note: z.string().nullable().describe('What the brand said of it.'),
  platform: z.string().nullable(),
  url: z.string().nullable().describe('The address of the post.'),
  videoUrl: z.string().nullable().describe('Good for ten minutes; null where there is no video.'),
  stillUrl: z.string().nullable(),
  submittedAt: z.string(),
});

export type ReviewSubmission = z.output<typeof ReviewSubmission>;

/** One record of the queue, presented as its kind is. */
export const ReviewItem = z.object({
  kind: z.enum(REVIEW_KINDS),
  waits: z.boolean().describe('Whether it waits for a person: false once it was decided.'),
  record: z.record(z.string(), z.unknown()),
  parties: z
    .array(DirectoryEntry)
    .describe(
      'The accounts and creators that the record, its payment or its charge names, and who manages them.',
    ),
  submissions: z.array(ReviewSubmission),
  programs: z.array(z.object({ id: id('program'), name: z.string() })),
});

export type ReviewItem = z.output<typeof ReviewItem>;
