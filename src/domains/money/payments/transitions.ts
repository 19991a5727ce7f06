// The state machine as data. A state is a payment's status plus facts that distinguish cases with the same
// status: a payment that failed because of the card, and one that was rejected.

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

/** `charges` reports the outcome of the brand's card; `staff` are the service's own people. */
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
  /** The earnings were taken back, and the payment has ended. */
  closed: boolean;
  /** The staff decided a dispute for the creator, so there cannot be another. */
  decided: boolean;
  /** The brand made it by its own decision, not for a rule or retainer. */
  own: boolean;
  /** The processor said that no card can be charged for it. */
  refused: boolean;
  /** It was charged too long ago for the brand to dispute it. */
  late: boolean;
}

export interface Move extends MoveOf<PaymentStatus, Party, Facts> {
  event?: 'payment.succeeded' | 'payment.disputed' | 'payment.failed' | 'payment.refunded';
  needs?: 'reason';
  /**
   * What happens to the earnings: hold them, undo the hold, release them (after the hold time), or take them
   * back.
   */
  earnings?: 'hold' | 'unhold' | 'release' | 'reverse';
  /** Charge the brand, drop the due, or refund the charge to the card. */
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
    // A charge that was given up may still have succeeded.
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
      // The status becomes refunded once the money is back on the card.
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

/** Decides whether a payment may move, and how. */
export const paymentMachine = machine<PaymentStatus, Action, Party, Facts, Move>(TRANSITIONS, {
  forbidden: (_, action, by) => `${DOING[action]} is not for the ${by}.`,
  conflict: (status, action, by, facts) =>
    by === 'staff'
      ? 'The payment has no open dispute.'
      : `${DOING[action]} is not possible: the payment is ${inWords(status, facts)}.${action === 'cancel' ? insteadOf(status, facts) : ''}`,
});

/** What to do instead when a payment cannot be canceled. */
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

/** Counted from the charge. */
const DISPUTE_DAYS = 60;

/**
 * @param now milliseconds; may be left out where no dispute is asked for.
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

/** Whether a brand made it by POST /v1/payments: the cause is then that request. */
function isOwnDecision({ cause }: Pick<PaymentRow, 'cause'>): boolean {
  return cause.startsWith('request:');
}
