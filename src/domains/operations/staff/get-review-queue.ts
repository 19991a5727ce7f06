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
  chargesInReview,
  disputedPayments,
  failedProcessorEvents,
  keptDeadLetters,
  listBlockedSteps,
  openChargebacks,
  openDifferences,
  proposedCorrections,
  refundsToDecide,
} from './review-queue-store.ts';

/** What waits for a person: how much of each kind, and the oldest `limit` of each. */
export async function getReviewQueue(ctx: StaffCtx, limit: number): Promise<ReviewQueue> {
  const [payments, charges, refunds, chargebacks, steps, corrections, differences, events, deadLetters] =
    await Promise.all([
      disputedPayments(ctx, limit),
      chargesInReview(ctx, limit),
      refundsToDecide(ctx, limit),
      openChargebacks(ctx, limit),
      listBlockedSteps(ctx, limit),
      proposedCorrections(ctx, limit),
      openDifferences(ctx, limit),
      failedProcessorEvents(ctx, limit),
      keptDeadLetters(ctx, limit),
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
    deadLetters: shown(deadLetters, presentDeadLetter),
  };
}

function shown<R, V>(found: { count: number; oldest: R[] }, present: (row: R) => V) {
  return { count: found.count, oldest: found.oldest.map(present) };
}
