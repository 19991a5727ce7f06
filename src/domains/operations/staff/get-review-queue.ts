import type { StaffCtx } from '../../../context.ts';
import * as kinds from './review-kinds.ts';
import type { ReviewQueue } from './review-queue.ts';
import type { ReviewFilter } from './review-queue-store.ts';

/** How each part of the queue is read. */
const PARTS: {
  [K in keyof ReviewQueue]: { list(ctx: StaffCtx, filter: ReviewFilter): Promise<ReviewQueue[K]> };
} = {
  supportThreads: kinds.SUPPORT_THREADS,
  messageReports: kinds.MESSAGE_REPORTS,
  payments: kinds.PAYMENTS,
  charges: kinds.CHARGES,
  refunds: kinds.REFUNDS,
  chargebacks: kinds.CHARGEBACKS,
  ledgerInstructions: kinds.LEDGER_INSTRUCTIONS,
  corrections: kinds.CORRECTIONS,
  differences: kinds.DIFFERENCES,
  processorEvents: kinds.PROCESSOR_EVENTS,
  deadLetters: kinds.DEAD_LETTERS,
};

/** The review queue: how many records of each kind wait for a person, and the oldest `limit` of each. */
export async function getReviewQueue(ctx: StaffCtx, filter: ReviewFilter): Promise<ReviewQueue> {
  const read = Object.entries(PARTS).map(
    async ([name, part]) => [name, await part.list(ctx, filter)] as const,
  );
  return Object.fromEntries(await Promise.all(read)) as ReviewQueue;
}
