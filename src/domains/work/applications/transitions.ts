// Every move an application can make, as data: the verbs follow it and the tests are made from it.
// Who may move but is not the one named gets 403; a move that nobody has from a state is 409.

/** `none` is no application yet; `invited` is pending with the creator to answer; `removed` is rejected after approval. */
export const STATES = ['none', 'pending', 'invited', 'approved', 'rejected', 'removed', 'withdrawn'] as const;
export type State = (typeof STATES)[number];

/** `post` is a POST; `pay` sets or clears the creator's own pay; the others are PATCH with a status. */
export const ACTIONS = ['post', 'approve', 'reject', 'reopen', 'withdraw', 'pay'] as const;
export type Action = (typeof ACTIONS)[number];

export const PARTIES = ['brand', 'creator'] as const;
export type Party = (typeof PARTIES)[number];

/** Whether the creator still has agreements to accept. */
export type Condition = 'open' | 'none_open';

export interface Move {
  by: Party;
  to: State;
  event?:
    | 'application.created'
    | 'application.invited'
    | 'application.approved'
    | 'application.rejected'
    | 'application.withdrawn';
  /** The move is there only while this holds. */
  when?: Condition;
  /** The creator accepts the agreements that are open. */
  accepts?: true;
}

const APPLY: Move = { by: 'creator', to: 'pending', event: 'application.created' };
const INVITE: Move[] = [
  { by: 'brand', to: 'invited', event: 'application.invited', when: 'open' },
  { by: 'brand', to: 'approved', event: 'application.approved', when: 'none_open' },
];
const REJECT: Move = { by: 'brand', to: 'rejected', event: 'application.rejected' };
const WITHDRAW: Move = { by: 'creator', to: 'withdrawn', event: 'application.withdrawn' };
const REOPEN: Move = { by: 'brand', to: 'pending' };

export const TRANSITIONS: Record<State, Partial<Record<Action, readonly Move[]>>> = {
  none: { post: [APPLY, ...INVITE] },
  pending: {
    approve: [{ by: 'brand', to: 'approved', event: 'application.approved' }],
    reject: [REJECT],
    withdraw: [WITHDRAW],
    pay: [{ by: 'brand', to: 'pending' }],
  },
  invited: {
    approve: [{ by: 'creator', to: 'approved', event: 'application.approved', accepts: true }],
    reject: [REJECT],
    withdraw: [WITHDRAW],
    pay: [{ by: 'brand', to: 'invited' }],
  },
  approved: {
    // A newer version of an agreement: accepting it takes no second approval.
    approve: [{ by: 'creator', to: 'approved', when: 'open', accepts: true }],
    reject: [{ by: 'brand', to: 'removed', event: 'application.rejected' }],
    reopen: [REOPEN],
    withdraw: [WITHDRAW],
    pay: [{ by: 'brand', to: 'approved' }],
  },
  rejected: { reopen: [REOPEN] },
  removed: { reopen: [REOPEN] },
  withdrawn: { post: [APPLY, ...INVITE] },
};

export type Verdict = { move: Move } | { refusal: 'forbidden' | 'conflict' };

/** What happens when `by` does `action` in `state`. */
export function decide(state: State, action: Action, by: Party, open: Condition): Verdict {
  const there = (TRANSITIONS[state][action] ?? []).filter(
    (move) => move.when === undefined || move.when === open,
  );
  if (there.length === 0) return { refusal: 'conflict' };
  const move = there.find((one) => one.by === by);
  return move ? { move } : { refusal: 'forbidden' };
}
