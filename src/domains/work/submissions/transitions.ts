// Every move a submission can make, as data: the verbs follow it and the tests are made from it.
// Who may act but is not the one named gets 403; a move that nobody has from a state is 409.

export const STATES = ['review', 'revision', 'approved', 'live', 'rejected'] as const;
export type State = (typeof STATES)[number];

/**
 * `revise` sends the work back, `resubmit` sends it in again, `reopen` takes a decision back, `publish` says that the
 * work is live; `link` names or replaces the post of live work, `edit` is the creator's own details, `annotate` the
 * brand's note and tags.
 */
export const ACTIONS = [
  'approve',
  'reject',
  'revise',
  'resubmit',
  'reopen',
  'publish',
  'link',
  'edit',
  'annotate',
] as const;
export type Action = (typeof ACTIONS)[number];

export const PARTIES = ['brand', 'creator'] as const;
export type Party = (typeof PARTIES)[number];

/** What else a move can depend on. */
export interface Facts {
  /** Something was paid for the work. */
  paid: boolean;
  /** The post's URL is known. */
  linked: boolean;
}

export interface Move {
  by: Party;
  to: State;
  event?: 'submission.approved' | 'submission.revision_requested' | 'submission.rejected' | 'submission.live';
  /** The move is there only while these hold. */
  when?: Partial<Facts>;
  /** What has to be there once the request is taken in: a note, the post's URL, other work than before. */
  needs?: 'note' | 'url' | 'work';
}

const ANNOTATE = (state: State): Move[] => [{ by: 'brand', to: state }];
const EDIT = (state: State): Move[] => [{ by: 'creator', to: state }];

export const TRANSITIONS: Record<State, Partial<Record<Action, readonly Move[]>>> = {
  review: {
    approve: [{ by: 'brand', to: 'approved', event: 'submission.approved' }],
    reject: [{ by: 'brand', to: 'rejected', event: 'submission.rejected' }],
    revise: [{ by: 'brand', to: 'revision', event: 'submission.revision_requested', needs: 'note' }],
    edit: EDIT('review'),
    annotate: ANNOTATE('review'),
  },
  revision: {
    resubmit: [{ by: 'creator', to: 'review', needs: 'work' }],
    edit: EDIT('revision'),
    annotate: ANNOTATE('revision'),
  },
  approved: {
    publish: [
      { by: 'creator', to: 'live', event: 'submission.live', needs: 'url' },
      { by: 'brand', to: 'live', event: 'submission.live' },
    ],
    reopen: [{ by: 'brand', to: 'review', when: { paid: false } }],
    annotate: ANNOTATE('approved'),
  },
  live: {
    // Views and pay hang on the post: once it is known, only the brand names another one.
    link: [
      { by: 'brand', to: 'live' },
      { by: 'creator', to: 'live', when: { linked: false } },
    ],
    annotate: ANNOTATE('live'),
  },
  rejected: {
    reopen: [{ by: 'brand', to: 'review' }],
    annotate: ANNOTATE('rejected'),
  },
};

export type Verdict = { move: Move } | { refusal: 'forbidden' | 'conflict' };

/** The moves of a state and action that the facts leave. */
export function movesFor(state: State, action: Action, facts: Facts): Move[] {
  return (TRANSITIONS[state][action] ?? []).filter(
    ({ when }) =>
      (when?.paid ?? facts.paid) === facts.paid && (when?.linked ?? facts.linked) === facts.linked,
  );
}

/** What happens when `by` does `action` in `state`. */
export function decide(state: State, action: Action, by: Party, facts: Facts): Verdict {
  const there = movesFor(state, action, facts);
  if (there.length === 0) return { refusal: 'conflict' };
  const move = there.find((one) => one.by === by);
  return move ? { move } : { refusal: 'forbidden' };
}
