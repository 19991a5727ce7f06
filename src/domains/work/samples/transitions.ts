// Every transition of a sample, as data: the verbs follow it, and the tests are generated from it. A party that may
// not make a transition gets 403; one that no party can make from a state is 409.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';

export const STATES = ['pending', 'approved', 'rejected', 'shipped', 'delivered'] as const;
export type State = (typeof STATES)[number];

/** The states in which a sample is still to be sent. A creator has one such sample of a product. */
export const OPEN_STATES = ['pending', 'approved'] as const satisfies State[];

/**
 * `accept`: the creator gives an address for what the brand offered. `readdress` changes an address, `track` the
 * tracking URL, `annotate` the note.
 */
export const ACTIONS = [
  'approve',
  'accept',
  'reject',
  'readdress',
  'ship',
  'deliver',
  'track',
  'annotate',
] as const;
export type Action = (typeof ACTIONS)[number];

/** `service` is the service itself, when it reads the shop. */
export const PARTIES = ['brand', 'creator', 'service'] as const;
export type Party = (typeof PARTIES)[number];

/** Further facts that a transition can depend on. */
export interface Facts {
  /** Whether the brand offered it. Otherwise the creator asked for it. */
  offered: boolean;
  /** Whether both have agreed to work together, and the brand's account is active. */
  together: boolean;
  /** Whether the shop's order may exist already. */
  ordering: boolean;
}

export interface Move extends MoveOf<State, Party, Facts> {
  event?: 'sample.approved' | 'sample.rejected' | 'sample.shipped';
}

const REJECT = (when?: Partial<Facts>): Move[] =>
  (['brand', 'creator'] as const).map((by) => ({
    ...{ by, to: 'rejected' as const, event: 'sample.rejected' as const },
    ...(when && { when }),
  }));
const ANNOTATE = (state: State): Move[] => [{ by: 'brand', to: state }];

export const TRANSITIONS: Record<State, Partial<Record<Action, readonly Move[]>>> = {
  pending: {
    approve: [
      { by: 'brand', to: 'approved', event: 'sample.approved', when: { offered: false, together: true } },
    ],
    accept: [
      { by: 'creator', to: 'approved', event: 'sample.approved', when: { offered: true, together: true } },
    ],
    reject: REJECT(),
    readdress: [{ by: 'creator', to: 'pending', when: { offered: false } }],
    annotate: ANNOTATE('pending'),
  },
  approved: {
    reject: REJECT({ ordering: false }),
    readdress: [{ by: 'creator', to: 'approved', when: { ordering: false } }],
    ship: [
      { by: 'brand', to: 'shipped', event: 'sample.shipped', when: { ordering: false } },
      { by: 'service', to: 'shipped', event: 'sample.shipped', when: { ordering: true } },
    ],
    annotate: ANNOTATE('approved'),
  },
  rejected: {},
  shipped: {
    deliver: [
      { by: 'brand', to: 'delivered' },
      { by: 'service', to: 'delivered' },
    ],
    track: [{ by: 'brand', to: 'shipped' }],
    annotate: ANNOTATE('shipped'),
  },
  delivered: {
    track: [{ by: 'brand', to: 'delivered' }],
    annotate: ANNOTATE('delivered'),
  },
};

const SAID: Record<Action, string> = {
  approve: 'Approving',
  accept: 'Accepting with an address',
  reject: 'Rejecting',
  readdress: 'Changing the address',
  ship: 'Marking as shipped',
  deliver: 'Marking as delivered',
  track: 'Changing the tracking URL',
  annotate: 'Changing the note',
};

export const sampleMachine = machine<State, Action, Party, Facts, Move>(TRANSITIONS, {
  forbidden: (_, action, by) => `${SAID[action]} is for the ${by === 'brand' ? 'creator' : 'brand'}.`,
  conflict: (state, action, _, { ordering, together }) => {
    const apart = together ? '' : ', and the brand and the creator no longer work together';
    const why = ordering && state === 'approved' ? ", and the shop's order is being made" : apart;
    return `${SAID[action]} is not possible: the sample is ${state}${why}.`;
  },
});
