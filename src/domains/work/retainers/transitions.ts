// Every transition of a retainer, as data: the verbs and the cron follow it, and the tests are generated from
// it. A party that may not make a transition gets 403; one that no party can make from a state is 409.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';

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

/** The states of retainers that are running or still to come. */
export const OPEN_STATES = ['offered', 'accepted', 'active', 'canceling'] as const satisfies State[];

/**
 * `edit` changes deliverables and notes. `start` and `turn` are made by time: the first period begins, a
 * period ends.
 */
export const ACTIONS = ['accept', 'reject', 'cancel', 'edit', 'start', 'turn'] as const;
export type Action = (typeof ACTIONS)[number];

/** `service` is the service itself, when a step in time is due. */
export const PARTIES = ['brand', 'creator', 'service'] as const;
export type Party = (typeof PARTIES)[number];

/** Further facts that a transition can depend on. */
export interface Facts {
  /**
   * Whether the creator is on the brand's roster and the brand's account is active: a brand that has ended
   * cannot even cancel.
   */
  together: boolean;
  /** Whether cancellation was requested after the period had ended, before the cron closed it. */
  cancelledLater: boolean;
}

export interface Move extends MoveOf<State, Party, Facts> {
  event?: 'retainer.accepted' | 'retainer.rejected' | 'retainer.canceled' | 'retainer.ended';
}

const EDIT = (state: State): Move[] => [{ by: 'brand', to: state }];
const EITHER = (to: State): Move[] => [
  { by: 'brand', to, event: 'retainer.canceled' },
  { by: 'creator', to, event: 'retainer.canceled' },
];
/** A retainer ends with the relationship that it belongs to. */
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

const SAID: Record<Action, string> = {
  accept: 'Accepting',
  reject: 'Rejecting',
  cancel: 'Canceling',
  edit: 'Changing deliverables or notes',
  start: 'Starting',
  turn: 'Ending a period',
};

export const retainerMachine = machine<State, Action, Party, Facts, Move>(TRANSITIONS, {
  forbidden: (_, action, by) => `${SAID[action]} is for the ${by === 'brand' ? 'creator' : 'brand'}.`,
  conflict: (state, action, _, { together }) => {
    const apart = together ? '' : ', and the creator is off the roster or the brand has ended';
    return `${SAID[action]} is not possible: the retainer is ${state}${apart}.`;
  },
});
