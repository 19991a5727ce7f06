// Every transition of an embed session, as data.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';

/** `created`: its secret waits to be exchanged. `expired`: its secret or its frame's token ran out. */
export const STATES = ['created', 'open', 'ended', 'expired'] as const;
export type State = (typeof STATES)[number];
export const ACTIONS = ['open', 'end'] as const;
export type Action = (typeof ACTIONS)[number];
export const PARTIES = ['frame', 'account'] as const;
export type Party = (typeof PARTIES)[number];
type Move = MoveOf<State, Party, object>;

const END: Move[] = [{ by: 'account', to: 'ended' }];

export const embedMachine = machine<State, Action, Party, object, Move>(
  {
    created: { open: [{ by: 'frame', to: 'open' }], end: END },
    open: { end: END },
    ended: {},
    expired: {},
  },
  {
    forbidden: () => 'The frame opens a session, and the account ends it.',
    conflict: (state) => `Not possible: the embed session is ${state}.`,
  },
);
