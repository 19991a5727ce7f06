import type { StaffCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { presentDeadLetter } from '../../accounts/webhooks/dead-letter.ts';
import { presentChargeback } from '../../money/chargebacks/chargeback.ts';
import { presentCharge } from '../../money/charges/charge.ts';
import { presentCorrection } from '../../money/corrections/correction.ts';
import { presentDifference } from '../../money/differences/difference.ts';
import { presentStep } from '../../money/ledger/ledger-step.ts';
import { presentPayment } from '../../money/payments/payment.ts';
import { presentEvent } from '../../money/processor-events/processor-event.ts';
import { presentRefund } from '../../money/refunds/refund.ts';
import { isReviewKind, type ReviewItem, type ReviewKind } from './review-queue.ts';
import {
  blockedSteps,
  chargesInReview,
  disputedPayments,
  failedProcessorEvents,
  keptDeadLetters,
  openChargebacks,
  openDifferences,
  proposedCorrections,
  refundsToDecide,
} from './review-queue-store.ts';

type Found = Omit<ReviewItem, 'kind'> | null;

const FIND: Record<ReviewKind, (ctx: StaffCtx, id: string) => Promise<Found>> = {
  payments: finding(disputedPayments, (row) => presentPayment(row, 'account')),
  charges: finding(chargesInReview, presentCharge),
  refunds: finding(refundsToDecide, presentRefund),
  chargebacks: finding(openChargebacks, presentChargeback),
  'ledger-steps': finding(blockedSteps, presentStep),
  corrections: finding(proposedCorrections, presentCorrection),
  differences: finding(openDifferences, presentDifference),
  'processor-events': finding(failedProcessorEvents, presentEvent),
  'dead-letters': finding(keptDeadLetters, presentDeadLetter),
};

/** A record of the queue by its ID, also when nothing is to be decided about it. Throws not_found. */
export async function getReviewItem(ctx: StaffCtx, kind: string, id: string): Promise<ReviewItem> {
  if (!isReviewKind(kind)) throw notFound('record');
  const found = await FIND[kind](ctx, id);
  if (!found) throw notFound('record');
  return { kind, ...found };
}

function finding<R>(
  source: { find: (ctx: StaffCtx, id: string) => Promise<{ row: R; waits: boolean } | null> },
  present: (row: R) => Record<string, unknown>,
) {
  return async (ctx: StaffCtx, id: string): Promise<Found> => {
    const found = await source.find(ctx, id);
    return found && { waits: found.waits, record: present(found.row) };
  };
}
