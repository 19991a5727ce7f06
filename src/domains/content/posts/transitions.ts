// Every transition of a post, as data: the verb and the jobs follow it, and the tests are generated from it.
import { type Move as MoveOf, machine, type Table } from '../../../resource/state-machine.ts';

export const STATES = [
  'tracking',
  'ready_for_review',
  'approved',
  'payment_approved',
  'paid',
  'rejected',
] as const;
export type State = (typeof STATES)[number];

/** `finish` ends the tracking, `accrue`, `settle` and `unsettle` follow the payment for the views. */
export const ACTIONS = ['finish', 'approve', 'reject', 'reopen', 'accrue', 'settle', 'unsettle'] as const;
export type Action = (typeof ACTIONS)[number];

/** `service` is the service itself. */
export const PARTIES = ['brand', 'service'] as const;
export type Party = (typeof PARTIES)[number];

export interface Move extends MoveOf<State, Party, Record<never, never>> {
  event?: 'post.ready_for_review' | 'post.approved' | 'post.rejected';
}

const APPROVE: Move[] = [
  { by: 'brand', to: 'approved', event: 'post.approved' },
  { by: 'service', to: 'approved', event: 'post.approved' },
];
const ACCRUE: Move[] = [{ by: 'service', to: 'payment_approved' }];
const SETTLE: Move[] = [{ by: 'service', to: 'paid' }];
const UNSETTLE: Move[] = [{ by: 'service', to: 'approved' }];

export const TRANSITIONS: Table<State, Action, Move> = {
  tracking: { finish: [{ by: 'service', to: 'ready_for_review', event: 'post.ready_for_review' }] },
  ready_for_review: {
    approve: APPROVE,
    reject: [{ by: 'brand', to: 'rejected', event: 'post.rejected' }],
  },
  approved: { accrue: ACCRUE, settle: SETTLE },
  payment_approved: { settle: SETTLE, unsettle: UNSETTLE },
  paid: { accrue: ACCRUE, unsettle: UNSETTLE },
  rejected: { reopen: [{ by: 'brand', to: 'ready_for_review', event: 'post.ready_for_review' }] },
};

const SAID: Record<Action, string> = {
  finish: 'Ending the tracking',
  approve: 'Approving',
  reject: 'Rejecting',
  reopen: 'Taking the decision back',
  accrue: 'Approving the payment',
  settle: 'Paying',
  unsettle: 'Taking the payment back',
};

const IN_WORDS: Record<State, string> = {
  tracking: 'still being tracked',
  ready_for_review: 'waiting for a decision',
  approved: 'approved',
  payment_approved: 'approved, and its payment is under way',
  paid: 'paid',
  rejected: 'rejected',
};

export const postMachine = machine<State, Action, Party, Record<never, never>, Move>(TRANSITIONS, {
  forbidden: (_, action) => `${SAID[action]} is for the brand.`,
  conflict: (state, action) => `${SAID[action]} is not possible: the post is ${IN_WORDS[state]}.`,
});
