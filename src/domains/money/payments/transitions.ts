// The state machine as data. A state is a payment's status together with the facts that tell apart what people see as
// one status: a payment that failed because the card did, and one that was rejected.

import { DAY_MS } from '../../../kit/time.ts';
import { type Move as MoveOf, machine, type Table } from '../../../resource/state-machine.ts';
import type { PaymentRow } from './table.ts';

export const PAYMENT_STATUSES = [
  'pending_approval',
  'processing',
  'succeeded',
  'failed',
  'disputed',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** `charges` is what the brand's card said; `staff` are the service's own people. */
export const PARTIES = ['brand', 'creator', 'staff', 'charges'] as const;
export type Party = (typeof PARTIES)[number];

export const ACTIONS = [
  'approve',
  'reject',
  'dispute',
  'resolve',
  'cancel',
  'award',
  'refund',
  'charged',
  'charge_failed',
  'charge_retried',
  'card_refunded',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface Facts {
  /** The brand was charged. */
  charged: boolean;
  /** The earnings were taken back: nothing is paid any more. */
  closed: boolean;
  /** The staff decided a dispute for the creator: there is no other one. */
  decided: boolean;
  /** The brand made it by its own decision: it stands for no work. */
  own: boolean;
  /** The processor said that no card can be charged for it. */
  refused: boolean;
  /** It was charged so long ago that the brand can't dispute it any more. */
  late: boolean;
}

export interface Move extends MoveOf<PaymentStatus, Party, Facts> {
  event?: 'payment.succeeded' | 'payment.disputed' | 'payment.failed' | 'payment.refunded';
  needs?: 'reason';
  /** What becomes of the earnings: held, what they were before, available (after the hold), taken back. */
  earnings?: 'hold' | 'unhold' | 'release' | 'reverse';
  /** The brand is to be charged, no more to be charged, or gets back on the card what it was charged. */
  card?: 'charge' | 'cancel' | 'refund';
}

const CANCELED = {
  by: 'brand',
  to: 'failed',
  event: 'payment.failed',
  earnings: 'reverse',
  card: 'cancel',
} as const;

export const TRANSITIONS: Table<PaymentStatus, Action, Move> = {
  pending_approval: {
    approve: [{ by: 'brand', to: 'processing', card: 'charge' }],
    reject: [{ by: 'brand', to: 'failed', event: 'payment.failed', needs: 'reason', earnings: 'reverse' }],
    dispute: [{ by: 'brand', to: 'disputed', event: 'payment.disputed', needs: 'reason', earnings: 'hold' }],
  },
  processing: {
    charged: [{ by: 'charges', to: 'succeeded', event: 'payment.succeeded', earnings: 'release' }],
    charge_failed: [{ by: 'charges', to: 'failed', event: 'payment.failed' }],
    cancel: [{ ...CANCELED, when: { own: true } }],
  },
  failed: {
    charge_retried: [{ by: 'charges', to: 'processing', when: { closed: false } }],
    cancel: [{ ...CANCELED, when: { closed: false, own: true, refused: true } }],
    // Staff decide about approved pay that no card can be charged for.
    dispute: [
      {
        by: 'brand',
        to: 'disputed',
        when: { closed: false, own: false, refused: true, decided: false },
        event: 'payment.disputed',
        needs: 'reason',
        earnings: 'hold',
        card: 'cancel',
      },
    ],
    // A charge that was given up may have gone through after all.
    charged: [
      {
        by: 'charges',
        to: 'succeeded',
        when: { closed: false },
        event: 'payment.succeeded',
        earnings: 'release',
      },
    ],
  },
  succeeded: {
    dispute: [
      {
        by: 'brand',
        to: 'disputed',
        when: { decided: false, late: false },
        event: 'payment.disputed',
        needs: 'reason',
        earnings: 'hold',
      },
    ],
    card_refunded: [{ by: 'charges', to: 'refunded', event: 'payment.refunded', earnings: 'reverse' }],
  },
  disputed: {
    resolve: [
      { by: 'brand', to: 'processing', when: { charged: false }, earnings: 'unhold', card: 'charge' },
      { by: 'brand', to: 'succeeded', when: { charged: true, closed: false }, earnings: 'unhold' },
    ],
    award: [
      { by: 'staff', to: 'processing', when: { charged: false }, earnings: 'unhold', card: 'charge' },
      { by: 'staff', to: 'succeeded', when: { charged: true, closed: false }, earnings: 'unhold' },
    ],
    refund: [
      { by: 'staff', to: 'failed', when: { charged: false }, event: 'payment.failed', earnings: 'reverse' },
      // Refunded is what it is once the money is back on the card.
      {
        by: 'staff',
        to: 'disputed',
        when: { charged: true, closed: false },
        earnings: 'reverse',
        card: 'refund',
      },
    ],
    card_refunded: [
      {
        by: 'charges',
        to: 'refunded',
        when: { charged: true, closed: false },
        event: 'payment.refunded',
        earnings: 'reverse',
      },
      { by: 'charges', to: 'refunded', when: { charged: true, closed: true }, event: 'payment.refunded' },
    ],
  },
  refunded: {},
};

const DOING: Record<Action, string> = {
  approve: 'Approving',
  reject: 'Rejecting',
  dispute: 'Disputing',
  resolve: 'Withdrawing a dispute',
  cancel: 'Canceling',
  award: 'Deciding for the creator',
  refund: 'Deciding for a refund',
  charged: 'Charging',
  charge_failed: 'Failing to charge',
  charge_retried: 'Charging again',
  card_refunded: 'Refunding',
};

/** The table at work: whoever wants to move a payment asks it. */
export const paymentMachine = machine<PaymentStatus, Action, Party, Facts, Move>(TRANSITIONS, {
  forbidden: (_, action, by) => `${DOING[action]} is not for the ${by}.`,
  conflict: (status, action, by, facts) =>
    by === 'staff'
      ? 'The payment has no open dispute.'
      : `${DOING[action]} is not possible: the payment is ${inWords(status, facts)}.${action === 'cancel' ? insteadOf(status, facts) : ''}`,
});

/** What to do where canceling is not possible. */
function insteadOf(status: PaymentStatus, { closed, own }: Facts): string {
  if (closed) return '';
  if (status === 'pending_approval') return ' Reject it instead.';
  if (status === 'succeeded') return ' Dispute it instead.';
  if (!own) return ' It is pay for work: dispute it once it is charged.';
  return status === 'failed' ? ' Give another card, or wait until the card can be charged.' : '';
}

function inWords(status: PaymentStatus, { closed, decided, late }: Facts): string {
  if (status === 'disputed' && closed) return 'being refunded';
  if (status === 'succeeded' && decided) return 'succeeded, and its dispute was decided';
  if (status === 'succeeded' && late) return `succeeded, and was charged more than ${DISPUTE_DAYS} days ago`;
  return status;
}

/** From the charge on. */
const DISPUTE_DAYS = 60;

/**
 * @param now milliseconds; where nobody asks for a dispute it may be left out.
 * @param refused whether the processor said that no card can be charged for it.
 */
export function factsOf(row: PaymentRow, { now = 0, refused = false } = {}): Facts {
  return {
    charged: row.succeededAt !== null,
    closed: row.closedAt !== null,
    decided: row.disputeOutcome === 'creator',
    own: isOwnDecision(row),
    refused,
    late: row.succeededAt !== null && now > row.succeededAt + DISPUTE_DAYS * DAY_MS,
  };
}

/** Whether a brand made it by POST /v1/payments: its cause is that request. */
function isOwnDecision({ cause }: Pick<PaymentRow, 'cause'>): boolean {
  return cause.startsWith('request:');
}
