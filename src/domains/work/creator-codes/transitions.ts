// Every transition of a creator's code, as data.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';

export const STATUSES = ['active', 'paused', 'flagged', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/** How an account answers a flag. */
export const ANSWERS = ['keep', 'stop'] as const;
export type Answer = (typeof ANSWERS)[number];

/** `flag` is made by the job that looks at a code's orders. */
export type Action = 'resume' | 'pause' | 'archive' | 'flag' | Answer;

export type Party = 'account' | 'service';
type Move = MoveOf<Status, Party, object>;

const byAccount = (to: Status): Move[] => [{ by: 'account', to }];
const ARCHIVE = byAccount('archived');

export const TRANSITIONS: Record<Status, Partial<Record<Action, readonly Move[]>>> = {
  active: { pause: byAccount('paused'), archive: ARCHIVE, flag: [{ by: 'service', to: 'flagged' }] },
  paused: { resume: byAccount('active'), archive: ARCHIVE },
  flagged: {
    // Without an answer in time the service keeps it.
    keep: [...byAccount('active'), { by: 'service', to: 'active' }],
    stop: byAccount('paused'),
  },
  archived: { resume: byAccount('active') },
};

const SAID: Record<Action, string> = {
  resume: 'Activating',
  pause: 'Pausing',
  archive: 'Archiving',
  flag: 'Flagging',
  keep: 'Answering `keep`',
  stop: 'Answering `stop`',
};

export const codeMachine = machine<Status, Action, Party, object, Move>(TRANSITIONS, {
  forbidden: (_, action) => `${SAID[action]} is not for the account.`,
  conflict: (status, action) =>
    status === 'flagged'
      ? 'The code is flagged: answer `keep` or `stop` first.'
      : `${SAID[action]} is not possible: the code is ${status}.`,
});
