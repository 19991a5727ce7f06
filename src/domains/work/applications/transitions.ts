// Every transition of an application, as data: the verbs follow it, and the tests are generated from it. A
// party that may not make a transition gets 403; one that no party can make from a state is 409.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';

/**
 * `none`: no application yet. `pending`: waits for the brand. `invited`: waits for the creator, and also
 * shown as pending. `removed`: rejected after approval.
 */
export const STATES = ['none', 'pending', 'invited', 'approved', 'rejected', 'removed', 'withdrawn'] as const;
export type State = (typeof STATES)[number];

/**
 * `post` is a POST; `pay` sets or clears the creator's own pay; `accept` accepts the open agreements; the
 * others are PATCH with a status.
 */
export const ACTIONS = ['post', 'approve', 'reject', 'reopen', 'withdraw', 'pay', 'accept'] as const;
export type Action = (typeof ACTIONS)[number];

export const PARTIES = ['brand', 'creator'] as const;
export type Party = (typeof PARTIES)[number];

/** Further facts that a transition can depend on. */
export interface Facts {
  /** The creator still has agreements to accept. */
  open: boolean;
  /** The account and the creator have agreed to work together. */
  agreed: boolean;
  /**
   * The creator applied and has not taken it back. After an invitation, or once it ended, the creator has to
   * agree again.
   */
  applied: boolean;
}

export interface Move extends MoveOf<State, Party, Facts> {
  event?:
    | 'application.created'
    | 'application.invited'
    | 'application.approved'
    | 'application.rejected'
    | 'application.withdrawn';
  /** The creator accepts the open agreements. */
  accepts?: true;
}

const APPLY: Move = { by: 'creator', to: 'pending', event: 'application.created' };
const INVITE: Move[] = [
  { by: 'brand', to: 'invited', event: 'application.invited', when: { open: true } },
  { by: 'brand', to: 'invited', event: 'application.invited', when: { open: false, agreed: false } },
  { by: 'brand', to: 'approved', event: 'application.approved', when: { open: false, agreed: true } },
];
const REJECT: Move = { by: 'brand', to: 'rejected', event: 'application.rejected' };
const WITHDRAW: Move = { by: 'creator', to: 'withdrawn', event: 'application.withdrawn' };
const REOPEN: Move[] = [
  { by: 'brand', to: 'pending', when: { applied: true } },
  { by: 'brand', to: 'invited', event: 'application.invited', when: { applied: false } },
];

export const TRANSITIONS: Record<State, Partial<Record<Action, readonly Move[]>>> = {
  none: { post: [APPLY, ...INVITE] },
  pending: {
    approve: [{ by: 'brand', to: 'approved', event: 'application.approved' }],
    reject: [REJECT],
    withdraw: [WITHDRAW],
    pay: [{ by: 'brand', to: 'pending' }],
    accept: [{ by: 'creator', to: 'pending', when: { open: true }, accepts: true }],
  },
  invited: {
    approve: [{ by: 'creator', to: 'approved', event: 'application.approved', accepts: true }],
    reject: [REJECT],
    withdraw: [WITHDRAW],
    pay: [{ by: 'brand', to: 'invited' }],
  },
  approved: {
    // After a new version of an agreement, the creator accepts it and needs no second approval.
    approve: [{ by: 'creator', to: 'approved', when: { open: true }, accepts: true }],
    reject: [{ by: 'brand', to: 'removed', event: 'application.rejected' }],
    reopen: REOPEN,
    withdraw: [WITHDRAW],
    pay: [{ by: 'brand', to: 'approved' }],
    accept: [{ by: 'creator', to: 'approved', when: { open: true }, accepts: true }],
  },
  rejected: { reopen: REOPEN },
  removed: { reopen: REOPEN },
  withdrawn: { post: [APPLY, ...INVITE] },
};

const SAID: Record<Action, string> = {
  post: 'Applying again',
  approve: 'Approving',
  reject: 'Rejecting',
  reopen: 'Reopening',
  withdraw: 'Withdrawing',
  pay: "Changing the creator's pay",
  accept: 'Accepting agreements',
};

const CALLED: Record<State, string> = {
  none: 'no application',
  pending: 'a pending application',
  invited: 'an open invitation',
  approved: 'an approved application',
  rejected: 'a rejected application',
  removed: 'a removed creator',
  withdrawn: 'a withdrawn application',
};

export const applicationMachine = machine<State, Action, Party, Facts, Move>(TRANSITIONS, {
  forbidden: (_, action, by) => `${SAID[action]} is for the ${by === 'brand' ? 'creator' : 'brand'}.`,
  conflict: (state, action) => `${SAID[action]} is not possible for ${CALLED[state]}.`,
});
