// The kinds of records in the review queue: where each is stored, and how it is presented.
import type { StaffCtx } from '../../../context.ts';
import { presentDeadLetter } from '../../accounts/webhooks/dead-letter.ts';
import { openReports, waitingThreads } from '../../messaging/moderation/interface.ts';
import { presentMessageReport } from '../../messaging/moderation/message-report.ts';
import { presentSupportThread } from '../../messaging/moderation/support-thread.ts';
import { presentChargeback } from '../../money/chargebacks/chargeback.ts';
import { presentStaffCharge } from '../../money/charging/staff-charge.ts';
import { presentCorrection } from '../../money/corrections/correction.ts';
import { presentDifference } from '../../money/differences/difference.ts';
import { presentInstruction } from '../../money/ledger-instructions/ledger-instruction.ts';
import { presentPayment } from '../../money/payments/payment.ts';
import { presentEvent } from '../../money/processor-events/processor-event.ts';
import { presentRefund } from '../../money/refunds/refund.ts';
import type { ReviewItem } from './review-queue.ts';
import {
  blockedInstructions,
  chargesInReview,
  disputedPayments,
  failedProcessorEvents,
  keptDeadLetters,
  openChargebacks,
  openDifferences,
  proposedCorrections,
  type Reviewed,
  type ReviewFilter,
  refundsToDecide,
  type Waiting,
} from './review-queue-store.ts';

interface Source<R> {
  list: (ctx: StaffCtx, filter: ReviewFilter) => Promise<Waiting<R>>;
  find: (ctx: StaffCtx, id: string) => Promise<Reviewed<R> | null>;
}

export const SUPPORT_THREADS = shown(waitingThreads, presentSupportThread);
export const MESSAGE_REPORTS = shown(openReports, presentMessageReport);
export const PAYMENTS = shown(disputedPayments, (row) => presentPayment(row, 'account'));
export const CHARGES = shown(chargesInReview, presentStaffCharge);
export const REFUNDS = shown(refundsToDecide, presentRefund);
export const CHARGEBACKS = shown(openChargebacks, presentChargeback);
export const LEDGER_INSTRUCTIONS = shown(blockedInstructions, presentInstruction);
export const CORRECTIONS = shown(proposedCorrections, presentCorrection);
export const DIFFERENCES = shown(openDifferences, presentDifference);
export const PROCESSOR_EVENTS = shown(failedProcessorEvents, presentEvent);
export const DEAD_LETTERS = shown(keptDeadLetters, presentDeadLetter);

function shown<R, V extends Record<string, unknown>>(source: Source<R>, present: (row: R) => V) {
  return {
    list: async (ctx: StaffCtx, filter: ReviewFilter): Promise<{ count: number; oldest: V[] }> => {
      const { count, oldest } = await source.list(ctx, filter);
      return { count, oldest: oldest.map(present) };
    },
    find: async (ctx: StaffCtx, id: string): Promise<Pick<ReviewItem, 'waits' | 'record'> | null> => {
      const found = await source.find(ctx, id);
      return found && { waits: found.waits, record: present(found.row) };
    },
  };
}
