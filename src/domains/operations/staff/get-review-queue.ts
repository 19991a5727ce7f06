import type { StaffCtx } from '../../../context.ts';
import { presentDeadLetter } from '../../accounts/webhooks/dead-letter.ts';
import { presentChargeback } from '../../money/chargebacks/chargeback.ts';
import { presentCharge } from '../../money/charges/charge.ts';
import { presentCorrection } from '../../money/corrections/correction.ts';
import { presentDifference } from '../../money/differences/difference.ts';
import { presentStep } from '../../money/ledger/ledger-step.ts';
import { presentPayment } from '../../money/payments/payment.ts';
import { presentEvent } from '../../money/processor-events/processor-event.ts';
import { presentRefund } from '../../money/refunds/refund.ts';
import type { ReviewQueue } from './review-queue.ts';
import {
  blockedSteps,
  chargesInReview,
  disputedPayments,
  failedProcessorEvents,
  keptDeadLetters,
  openChargebacks,
  openDifferences,
  proposedCorrections,
  type ReviewFilter,
  refundsToDecide,
} from './review-queue-store.ts';

/** What waits for a person: how much of each kind, and the oldest `limit` of each. */
export async function getReviewQueue(ctx: StaffCtx, filter: ReviewFilter): Promise<ReviewQueue> {
  const [payments, charges, refunds, chargebacks, steps, corrections, differences, events, letters] =
    await Promise.all([
      disputedPayments.list(ctx, filter),
      chargesInReview.list(ctx, filter),
      refundsToDecide.list(ctx, filter),
      openChargebacks.list(ctx, filter),
      blockedSteps.list(ctx, filter),
      proposedCorrections.list(ctx, filter),
      openDifferences.list(ctx, filter),
      failedProcessorEvents.list(ctx, filter),
      keptDeadLetters.list(ctx, filter),
    ]);
  return {
    payments: shown(payments, (row) => presentPayment(row, 'account')),
    charges: shown(charges, presentCharge),
    refunds: shown(refunds, presentRefund),
    chargebacks: shown(chargebacks, presentChargeback),
    ledgerSteps: shown(steps, presentStep),
    corrections: shown(corrections, presentCorrection),
    differences: shown(differences, presentDifference),
    processorEvents: shown(events, presentEvent),
    deadLetters: shown(letters, presentDeadLetter),
  };
}

function shown<R, V>(found: { count: number; oldest: R[] }, present: (row: R) => V) {
  return { count: found.count, oldest: found.oldest.map(present) };
}
