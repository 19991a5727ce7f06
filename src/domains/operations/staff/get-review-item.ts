import type { StaffCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { contextOf } from './review-context.ts';
import * as kinds from './review-kinds.ts';
import { isReviewKind, type ReviewItem, type ReviewKind } from './review-queue.ts';

const KINDS: Record<ReviewKind, Pick<typeof kinds.PAYMENTS, 'find'>> = {
  'support-threads': kinds.SUPPORT_THREADS,
  'message-reports': kinds.MESSAGE_REPORTS,
  payments: kinds.PAYMENTS,
  charges: kinds.CHARGES,
  refunds: kinds.REFUNDS,
  chargebacks: kinds.CHARGEBACKS,
  'ledger-instructions': kinds.LEDGER_INSTRUCTIONS,
  corrections: kinds.CORRECTIONS,
  differences: kinds.DIFFERENCES,
  'processor-events': kinds.PROCESSOR_EVENTS,
  'dead-letters': kinds.DEAD_LETTERS,
};

/** A record of the review queue by its ID, even if it needs no decision now. Throws not_found. */
export async function getReviewItem(ctx: StaffCtx, kind: string, id: string): Promise<ReviewItem> {
  if (!isReviewKind(kind)) throw notFound('record');
  const found = await KINDS[kind].find(ctx, id);
  if (!found) throw notFound('record');
  return { kind, ...found, ...(await contextOf(ctx, found.record)) };
}
