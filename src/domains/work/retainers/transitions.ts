// Every move a retainer can make, as data: the verbs and the cron follow it and the tests are made from it.
// Who may act but is not the one named gets 403; a move that nobody has from a state is 409.

export const STATES = [
  'offered',
  'accepted',
  'active',
  'canceling',
  'canceled',
  'rejected',
  'ended',
] as const;
export type State = (typeof STATES)[number];

/** Those that are still to come, or run. */
export const OPEN_STATES = ['offered', 'accepted', 'active', 'canceling'] as const satisfies State[];

/** `edit` changes deliverables and notes; `start` and `turn` come with time: the first period begins, a period ends. */
export const ACTIONS = ['accept', 'reject', 'cancel', 'edit', 'start', 'turn'] as const;
export type Action = (typeof ACTIONS)[number];

/** `service` is the service itself, when the time has come. */
export const PARTIES = ['brand', 'creator', 'service'] as const;
export type Party = (typeof PARTIES)[number];

/** What else a move can depend on. */
export interface Facts {
  /** The creator is on the brand's roster, and the brand itself has not ended: one that has can't even cancel. */
  together: boolean;
  /** The cancellation was asked for once the period was over already, which the cron came late for. */
  cancelledLater: boolean;
}

export interface Move {
  by: Party;
  to: State;
  event?: 'retainer.accepted' | 'retainer.rejected' | 'retainer.canceled' | 'retainer.ended';
  /** The move is there only while these hold. */
  when?: Partial<Facts>;
}

const EDIT = (state: State): Move[] => [{ by: 'brand', to: state }];
const EITHER = (to: State): Move[] => [
  { by: 'brand', to, event: 'retainer.canceled' },
  { by: 'creator', to, event: 'retainer.canceled' },
];
/** A retainer does not outlive the relationship that it is part of. */
const NEXT_PERIOD: Move[] = [
  { by: 'service', to: 'active', when: { together: true } },
  { by: 'service', to: 'ended', event: 'retainer.ended', when: { together: false } },
];

export const TRANSITIONS: Record<State, Partial<Record<Action, readonly Move[]>>> = {
  offered: {
    accept: [{ by: 'creator', to: 'accepted', event: 'retainer.accepted', when: { together: true } }],
    reject: [{ by: 'creator', to: 'rejected', event: 'retainer.rejected' }],
    cancel: [{ by: 'brand', to: 'canceled', event: 'retainer.canceled' }],
    edit: EDIT('offered'),
  },
  accepted: {
    cancel: EITHER('canceled'),
    edit: EDIT('accepted'),
    start: NEXT_PERIOD,
  },
  active: {
    cancel: EITHER('canceling'),
    edit: EDIT('active'),
    turn: NEXT_PERIOD,
  },
  canceling: {
    edit: EDIT('canceling'),
    turn: [
      { by: 'service', to: 'canceled', event: 'retainer.ended', when: { cancelledLater: false } },
      { by: 'service', to: 'canceling', when: { cancelledLater: true } },
    ],
  },
  canceled: {},
  rejected: {},
  ended: {},
};

export type Verdict = { move: Move } | { refusal: 'forbidden' | 'conflict' };

/** The moves of a state and action that the facts leave. */
export function movesFor(state: State, action: Action, facts: Facts): Move[] {
  return (TRANSITIONS[state][action] ?? []).filter(
    ({ when = {} }) =>
      (when.together ?? facts.together) === facts.together &&
      (when.cancelledLater ?? facts.cancelledLater) === facts.cancelledLater,
  );
}

/** What happens when `by` does `action` in `state`. */
export function decide(state: State, action: Action, by: Party, facts: Facts): Verdict {
  const there = movesFor(state, action, facts);
  if (there.length === 0) return { refusal: 'conflict' };
  const move = there.find((one) => one.by === by);
  return move ? { move } : { refusal: 'forbidden' };
}
