// The possible decisions for each kind of record: their labels, their consequences, and the routes that carry
// them out.
import type { ReviewItem, ReviewKind } from '../../../domains/operations/staff/review-queue.ts';
import type { InternalRouteName } from '../../../run.ts';
import type { Look } from '../../components/button.tsx';
import { money } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';

export interface Decision {
  outcome: string;
  label: string;
  /** The question with the object's name. */
  title: string;
  /** What the decision does. */
  consequence: string;
  confirm: string;
  look: Look;
  /** Set when the decision asks for the payments that a refund was for. */
  payments?: true;
}

type Kept = ReviewItem['record'];

/** The decisions that are possible in the record's current state; none once it was decided. */
export function decisionsOf({ kind, waits, record }: ReviewItem): Decision[] {
  // A question can be resolved without waiting for its customer's answer.
  const open = waits || record.status === 'waiting_on_customer';
  return open ? POSSIBLE[kind](record) : [];
}

const amountOf = ({ amount, currency }: Kept) => money(amount as number, currency as string);

const POSSIBLE: Record<ReviewKind, (record: Kept) => Decision[]> = {
  'support-threads': () => [
    {
      outcome: 'resolve',
      label: 'Resolve request',
      title: 'Resolve this support request?',
      consequence: 'It leaves the queue. The next message of the customer opens it again.',
      confirm: 'Resolve request',
      look: 'secondary',
    },
  ],
  'message-reports': () => [
    {
      outcome: 'dismiss',
      label: 'Dismiss report',
      title: 'Dismiss this report?',
      consequence: 'All open reports of this message are closed. The message stays.',
      confirm: 'Dismiss report',
      look: 'secondary',
    },
    {
      outcome: 'remove',
      label: 'Remove message',
      title: 'Remove this message for everybody?',
      consequence:
        'Its text and files are deleted, its place in the thread stays. All open reports of it are closed. This cannot be undone.',
      confirm: 'Remove message',
      look: 'danger',
    },
    {
      outcome: 'bar',
      label: 'Bar sender',
      title: 'Bar the sender from sending messages?',
      consequence:
        'The sender can write to our support only, until the bar is lifted. The other side is not told. The message stays, and all open reports of it are closed.',
      confirm: 'Bar sender',
      look: 'danger',
    },
    {
      outcome: 'remove_and_bar',
      label: 'Remove and bar',
      title: 'Remove this message and bar its sender?',
      consequence:
        'The message is removed for everybody, which cannot be undone. Its sender can write to our support only, until the bar is lifted. All open reports of the message are closed.',
      confirm: 'Remove and bar',
      look: 'danger',
    },
  ],
  payments: (one) => [
    {
      outcome: 'creator',
      label: 'Release to creator',
      title: `Release the disputed ${amountOf(one)} to the creator?`,
      consequence:
        'The dispute ends in the creator’s favor. The payment goes ahead and the creator keeps the earning.',
      confirm: 'Release to creator',
      look: 'primary',
    },
    {
      outcome: 'refund',
      label: 'Refund brand',
      title: `Refund ${amountOf(one)} to the brand?`,
      consequence:
        'The creator’s earning is reversed. The brand’s card is refunded, or not charged if it has not been yet. This cannot be undone.',
      confirm: 'Refund brand',
      look: 'danger',
    },
  ],
  charges: (one) => [
    {
      outcome: 'refresh',
      label: 'Refresh charge',
      title: `Refresh the charge of ${amountOf(one)}?`,
      consequence: 'The charge is updated to the processor’s current status. You decide nothing.',
      confirm: 'Refresh',
      look: 'secondary',
    },
    {
      outcome: 'accept',
      label: 'Accept charged amount',
      title: `Accept the amount that the processor charged instead of ${amountOf(one)}?`,
      consequence:
        'That amount is booked and its payments succeed. The difference stays on the brand’s next charge. This cannot be undone.',
      confirm: 'Accept amount',
      look: 'danger',
    },
    {
      outcome: 'retry',
      label: 'Retry charge',
      title: `Charge the card again for ${amountOf(one)}?`,
      consequence:
        'Only if the processor refunded the whole charge to the card. The next attempt starts now.',
      confirm: 'Retry charge',
      look: 'danger',
    },
  ],
  refunds: (one) => REFUNDS[String(one.status)]?.(one) ?? [],
  chargebacks: (one) =>
    one.status !== 'lost'
      ? []
      : [
          {
            outcome: 'settle',
            label: 'Settle with the brand',
            title: `Settle the chargeback of ${amountOf(one)} with the brand?`,
            consequence:
              'This chargeback no longer makes the brand past due. The amount it owes stays in its ledger: propose a correction to write it off.',
            confirm: 'Settle chargeback',
            look: 'danger',
          },
        ],
  'ledger-instructions': (one) => [
    {
      outcome: 'retry',
      label: 'Retry steps',
      title: `Retry the steps of ${one.id}?`,
      consequence: 'Its open steps are retried now, in order.',
      confirm: 'Retry steps',
      look: 'primary',
    },
  ],
  corrections: (one) => [
    {
      outcome: 'approve',
      label: 'Approve correction',
      title: `Approve the correction of ${amountOf(one)} proposed by ${one.proposedBy}?`,
      consequence: `${Number(one.amount) > 0 ? 'The service pays it to' : 'The service receives it from'} ${one.holder}. It is booked at once and cannot be undone.`,
      confirm: 'Approve and book',
      look: 'danger',
    },
  ],
  differences: (one) => [
    {
      outcome: 'close',
      label: 'Close without correction',
      title: `Close the difference at ${one.subject} without a correction?`,
      consequence: 'Nothing is corrected. The difference is reported again only if the books change.',
      confirm: 'Close the difference',
      look: 'danger',
    },
  ],
  'processor-events': (one) => [
    {
      outcome: 'retry',
      label: 'Reprocess event',
      title: `Reprocess the event ${one.id}?`,
      consequence: 'Its attempts start over, the first one now.',
      confirm: 'Reprocess event',
      look: 'primary',
    },
  ],
  'dead-letters': (one) => [
    {
      outcome: 'replay',
      label: 'Put back in queue',
      title: `Put ${one.id} back in ${one.queue}?`,
      consequence: 'It leaves this list. If it fails again, it returns as a new entry.',
      confirm: 'Put back in queue',
      look: 'primary',
    },
  ],
};

const retryRefund = (one: Kept): Decision => ({
  outcome: 'retry',
  label: 'Retry refund',
  title: `Retry the refund of ${amountOf(one)} to the card?`,
  consequence: 'Only if the processor has no refund from us for it. A new attempt starts now.',
  confirm: 'Retry refund',
  look: 'danger',
});

const leaveRefund = (one: Kept, consequence: string): Decision => ({
  outcome: 'leave',
  label: 'Close without refund',
  title: `Close the refund of ${amountOf(one)} without refunding?`,
  consequence,
  confirm: 'Close refund',
  look: 'danger',
});

const REFUNDS: Record<string, (record: Kept) => Decision[]> = {
  review: (one) => [
    {
      outcome: 'refresh',
      label: 'Refresh refund',
      title: `Refresh the refund of ${amountOf(one)}?`,
      consequence: 'The same attempt is sent again, so nothing is refunded twice.',
      confirm: 'Refresh',
      look: 'secondary',
    },
    {
      outcome: 'accept',
      label: 'Accept as refunded',
      title: `Accept the refund of ${amountOf(one)} as made?`,
      consequence:
        'Only if the processor or the bank refunded another amount. That amount is booked, and the payment is refunded. This cannot be undone.',
      confirm: 'Accept as refunded',
      look: 'danger',
    },
    retryRefund(one),
  ],
  outside: (one) => [
    {
      outcome: 'payments',
      label: 'Assign to payments',
      title: `Assign the refund of ${amountOf(one)} to payments`,
      consequence: 'Their earnings are reversed and they are marked as refunded. This cannot be undone.',
      confirm: 'Assign refund',
      look: 'danger',
      payments: true,
    },
    leaveRefund(one, 'No payment changes, and the brand owes the amount again.'),
  ],
  returned: (one) => [
    ...(one.payment === null ? [] : [retryRefund(one)]),
    leaveRefund(one, 'The service still owes the amount to the brand.'),
  ],
};

type DecisionRoute = Extract<InternalRouteName, `POST ${string}/:id/${string}`>;

interface Write {
  route: DecisionRoute;
  params: { id: string };
  body: Record<string, unknown>;
}

const ROUTES: Record<ReviewKind, { route: DecisionRoute; outcome?: true; version?: true }> = {
  'support-threads': { route: 'POST /internal/v1/support-threads/:id/resolution', version: true },
  'message-reports': { route: 'POST /internal/v1/message-reports/:id/decision', outcome: true },
  payments: { route: 'POST /internal/v1/payments/:id/resolution', outcome: true, version: true },
  charges: { route: 'POST /internal/v1/charges/:id/decision', outcome: true },
  refunds: { route: 'POST /internal/v1/refunds/:id/decision', outcome: true },
  chargebacks: { route: 'POST /internal/v1/chargebacks/:id/settlement' },
  'ledger-instructions': { route: 'POST /internal/v1/ledger-instructions/:id/retry' },
  corrections: { route: 'POST /internal/v1/corrections/:id/approval' },
  differences: { route: 'POST /internal/v1/differences/:id/closing' },
  'processor-events': { route: 'POST /internal/v1/processor-events/:id/retry' },
  'dead-letters': { route: 'POST /internal/v1/dead-letters/:id/replay' },
};

/** The request that a decision's form sends, with the record's version that the person saw. */
export function writeOf(kind: ReviewKind, id: string, form: FormInput): Write {
  const { route, outcome, version } = ROUTES[kind];
  const payments = form
    .text('payments')
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    route,
    params: { id },
    body: {
      reason: form.text('reason'),
      ...(outcome && { outcome: form.text('_id') }),
      ...(version && { version: form.version }),
      ...(form.text('_id') === 'payments' && { payments }),
    },
  };
}
