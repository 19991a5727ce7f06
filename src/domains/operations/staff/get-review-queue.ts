import type { StaffCtx } from '../../../context.ts';
import * as kinds from './review-kinds.ts';
import type { ReviewQueue } from './review-queue.ts';
import type { ReviewFilter } from './review-queue-store.ts';

/** The review queue: how many records of each kind wait for a person, and the oldest `limit` of each. */
export async function getReviewQueue(ctx: StaffCtx, filter: ReviewFilter): Promise<ReviewQueue> {
  const [
    payments,
    charges,
    refunds,
    chargebacks,
    ledgerInstructions,
    corrections,
    differences,
    processorEvents,
    deadLetters,
  ] = await Promise.all([
    kinds.PAYMENTS.list(ctx, filter),
    kinds.CHARGES.list(ctx, filter),
    kinds.REFUNDS.list(ctx, filter),
    kinds.CHARGEBACKS.list(ctx, filter),
    kinds.LEDGER_INSTRUCTIONS.list(ctx, filter),
    kinds.CORRECTIONS.list(ctx, filter),
    kinds.DIFFERENCES.list(ctx, filter),
    kinds.PROCESSOR_EVENTS.list(ctx, filter),
    kinds.DEAD_LETTERS.list(ctx, filter),
  ]);
  return {
    payments,
    charges,
    refunds,
    chargebacks,
    ledgerInstructions,
    corrections,
    differences,
    processorEvents,
    deadLetters,
  };
}
