// What can be decided of each kind: what it is called, what comes of it, and the route that does it.
import type { ReviewItem, ReviewKind } from '../../../domains/operations/staff/review-queue.ts';
import type { InternalRouteName } from '../../../run.ts';
import type { Look } from '../../components/button.tsx';
import { money } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';

export interface Decision {
  outcome: string;
  label: string;
  /** Names the object. */
  title: string;
  /** What comes of it. */
  consequence: string;
  confirm: string;
  look: Look;
  /** Asks for the payments that a refund was for. */
  payments?: true;
}

type Kept = ReviewItem['record'];

/** What is possible as the record is now; nothing once it was decided. */
export function decisionsOf({ kind, waits, record }: ReviewItem): Decision[] {
  return waits ? POSSIBLE[kind](record) : [];
}

const amountOf = ({ amount, currency }: Kept) => money(amount as number, currency as string);

const POSSIBLE: Record<ReviewKind, (record: Kept) => Decision[]> = {
  payments: (one) => [
    {
      outcome: 'creator',
      label: 'Decide for the creator',
      title: `Decide the dispute of ${amountOf(one)} for the creator?`,
      consequence:
        'The payment goes on as if it had not been disputed, and the creator keeps what it earned.',
      confirm: 'Decide for the creator',
      look: 'primary',
    },
    {
      outcome: 'refund',
      label: 'Give it back to the brand',
      title: `Give ${amountOf(one)} back to the brand?`,
      consequence:
        'The creator’s earning is taken back, and the brand gets back on its card what it was charged, or is not charged. This cannot be undone.',
      confirm: 'Give it back',
      look: 'danger',
    },
  ],
  charges: (one) => [
    {
      outcome: 'refresh',
      label: 'Ask the processor again',
      title: `Ask the processor again about the charge of ${amountOf(one)}?`,
      consequence: 'Nothing is decided by it: the charge follows what the processor says now.',
      confirm: 'Ask again',
      look: 'secondary',
    },
    {
      outcome: 'accept',
      label: 'Take what was taken for the charge',
      title: `Take what the processor took for the charge of ${amountOf(one)}?`,
      consequence:
        'That amount is booked and its payments succeed. What it differs by stays in what the brand has yet to be charged. This cannot be undone.',
      confirm: 'Take it for the charge',
      look: 'danger',
    },
    {
      outcome: 'retry',
      label: 'Charge again',
      title: `Charge the card again for ${amountOf(one)}?`,
      consequence:
        'Only when the processor gave all of it back to the card. The next attempt begins at once.',
      confirm: 'Charge again',
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
            label: 'Be even with the brand',
            title: `Be even with the brand about ${amountOf(one)}?`,
            consequence:
              'Its applications are past due no more because of this chargeback. What the brand owes stays in its ledger: write it off by a correction.',
            confirm: 'Be even',
            look: 'danger',
          },
        ],
  'ledger-steps': (one) => [
    {
      outcome: 'retry',
      label: 'Try the steps again',
      title: `Try the steps of ${one.id} again?`,
      consequence: 'The open steps of this subject are tried at once, in their order.',
      confirm: 'Try again',
      look: 'primary',
    },
  ],
  corrections: (one) => [
    {
      outcome: 'approve',
      label: 'Approve it',
      title: `Approve the correction of ${amountOf(one)} that ${one.proposedBy} asked for?`,
      consequence: `${Number(one.amount) > 0 ? 'The service bears it, in favour of' : 'The service gets it, from'} ${one.holder}. It is booked at once and cannot be undone.`,
      confirm: 'Approve and book it',
      look: 'danger',
    },
  ],
  differences: (one) => [
    {
      outcome: 'close',
      label: 'Be done with it',
      title: `Be done with the difference at ${one.subject}?`,
      consequence: 'Nothing is put right by it. It comes back only if the books say something else by then.',
      confirm: 'Close the difference',
      look: 'danger',
    },
  ],
  'processor-events': (one) => [
    {
      outcome: 'retry',
      label: 'Handle it again',
      title: `Handle the event ${one.id} again?`,
      consequence: 'It has all its attempts before it again, the first one now.',
      confirm: 'Handle it again',
      look: 'primary',
    },
  ],
  'dead-letters': (one) => [
    {
      outcome: 'replay',
      label: 'Give it to its queue again',
      title: `Give ${one.id} to ${one.queue} again?`,
      consequence: 'It leaves this list. Given up once more, it comes back as another one.',
      confirm: 'Give it to its queue',
      look: 'primary',
    },
  ],
};

const retryRefund = (one: Kept): Decision => ({
  outcome: 'retry',
  label: 'Give it back again',
  title: `Give ${amountOf(one)} back to the card again?`,
  consequence: 'Only while the processor has no refund of ours for it. A new attempt begins at once.',
  confirm: 'Give it back again',
  look: 'danger',
});

const leaveRefund = (one: Kept, consequence: string): Decision => ({
  outcome: 'leave',
  label: 'Leave it as it is',
  title: `Leave the refund of ${amountOf(one)} as it is?`,
  consequence,
  confirm: 'Leave it',
  look: 'danger',
});

const REFUNDS: Record<string, (record: Kept) => Decision[]> = {
  review: (one) => [
    {
      outcome: 'refresh',
      label: 'Ask the processor again',
      title: `Ask the processor again about the refund of ${amountOf(one)}?`,
      consequence: 'The same attempt is asked for again: nothing is given back twice.',
      confirm: 'Ask again',
      look: 'secondary',
    },
    {
      outcome: 'accept',
      label: 'Take it as given back',
      title: `Take the refund of ${amountOf(one)} as given back?`,
      consequence:
        'Only when the processor gave another amount back, or the bank did. That is booked, and the payment is refunded. This cannot be undone.',
      confirm: 'Take it as given back',
      look: 'danger',
    },
    retryRefund(one),
  ],
  outside: (one) => [
    {
      outcome: 'payments',
      label: 'It was for payments',
      title: `Which payments was the refund of ${amountOf(one)} for?`,
      consequence: 'Their earnings are taken back and they are refunded. This cannot be undone.',
      confirm: 'It was for these',
      look: 'danger',
      payments: true,
    },
    leaveRefund(one, 'No payment changes, and the brand owes it again.'),
  ],
  returned: (one) => [
    ...(one.payment === null ? [] : [retryRefund(one)]),
    leaveRefund(one, 'The service goes on owing it to the brand.'),
  ],
};

type DecisionRoute = Extract<InternalRouteName, `POST ${string}/:id/${string}`>;

interface Write {
  route: DecisionRoute;
  params: { id: string };
  body: Record<string, unknown>;
}

const ROUTES: Record<ReviewKind, { route: DecisionRoute; outcome?: true; version?: true }> = {
  payments: { route: 'POST /internal/v1/payments/:id/resolution', outcome: true, version: true },
  charges: { route: 'POST /internal/v1/charges/:id/decision', outcome: true },
  refunds: { route: 'POST /internal/v1/refunds/:id/decision', outcome: true },
  chargebacks: { route: 'POST /internal/v1/chargebacks/:id/settlement' },
  'ledger-steps': { route: 'POST /internal/v1/ledger-steps/:id/retry' },
  corrections: { route: 'POST /internal/v1/corrections/:id/approval' },
  differences: { route: 'POST /internal/v1/differences/:id/closing' },
  'processor-events': { route: 'POST /internal/v1/processor-events/:id/retry' },
  'dead-letters': { route: 'POST /internal/v1/dead-letters/:id/replay' },
};

/** The request that a decision's form stands for. The version is of the record as it was judged. */
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
