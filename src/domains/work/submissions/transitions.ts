// Every transition of a submission, as data: the verbs follow it, and the tests are generated from it. A
// party that may not make a transition gets 403; one that no party can make from a state is 409.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';

export const STATES = ['review', 'revision', 'approved', 'live', 'rejected'] as const;
export type State = (typeof STATES)[number];

/**
 * `revise` requests changes, `resubmit` submits again, `reopen` takes a decision back, `publish` says that
 * the submission is live. `link` sets or replaces the post of a live submission, `edit` changes the creator's
 * own details, `annotate` the brand's note and tags.
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
/** `service` is the service itself, when it finds the post. */
export type Party = (typeof PARTIES)[number] | 'service';

/** Further facts that a transition can depend on. */
export interface Facts {
  /** Something was paid for the submission. */
  paid: boolean;
  /** The post's URL is known. */
  linked: boolean;
}

export interface Move extends MoveOf<State, Party, Facts> {
  event?:
    | 'submission.approved'
    | 'submission.revision_requested'
    | 'submission.resubmitted'
    | 'submission.rejected'
    | 'submission.live';
  /** What the submission needs after the request: a note, the post's URL, or another video than before. */
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
    resubmit: [{ by: 'creator', to: 'review', event: 'submission.resubmitted', needs: 'work' }],
    edit: EDIT('revision'),
    annotate: ANNOTATE('revision'),
  },
  approved: {
    publish: [
      { by: 'creator', to: 'live', event: 'submission.live', needs: 'url' },
      { by: 'brand', to: 'live', event: 'submission.live' },
      { by: 'service', to: 'live', event: 'submission.live' },
    ],
    reopen: [{ by: 'brand', to: 'review', when: { paid: false } }],
    annotate: ANNOTATE('approved'),
  },
  live: {
    // Views and pay depend on the post, so once it is known, only the brand can name another one.
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

const SAID: Record<Action, string> = {
  approve: 'Approving',
  reject: 'Rejecting',
  revise: 'Sending back',
  resubmit: 'Sending in new work',
  reopen: 'Taking the decision back',
  publish: 'Going live',
  link: "Setting the post's URL",
  edit: 'Changing the details',
  annotate: 'Setting the note or tags',
};

export const submissionMachine = machine<State, Action, Party, Facts, Move>(TRANSITIONS, {
  forbidden: (_, action, by) => `${SAID[action]} is for the ${by === 'brand' ? 'creator' : 'brand'}.`,
  conflict: (state, action, _, facts) => {
    const paid = action === 'reopen' && facts.paid ? ', and was paid' : '';
    return `${SAID[action]} is not possible: the submission is in ${state}${paid}.`;
  },
});
