// What an account can do about a creator on its roster: from which status, to which, and what follows.
import type { CreatorStatus } from '../../../domains/work/creator-consent/creator.ts';

interface Move {
  from: readonly CreatorStatus[];
  to: 'live' | 'paused' | 'removed';
  /** The button on the creator's page. */
  label: string;
  /** What follows, for one creator or several. */
  about: string;
  /** How the button of the question looks that is asked first; what takes nothing away is not asked about. */
  asks?: 'secondary' | 'danger';
}

const ACCEPT: Move = {
  from: ['review'],
  to: 'live',
  label: 'Accept request',
  about: 'You agree to work together. Open applications stay to be decided.',
};
const DECLINE: Move = {
  from: ['review'],
  to: 'removed',
  label: 'Decline request',
  about: 'Nothing comes of the request, and open applications are rejected.',
  asks: 'danger',
};
const PAUSE: Move = {
  from: ['live'],
  to: 'paused',
  label: 'Pause creator',
  about: 'No new videos, invitations or retainers until you resume.',
  asks: 'secondary',
};
const RESUME: Move = {
  from: ['paused'],
  to: 'live',
  label: 'Resume creator',
  about: 'New videos, invitations and retainers are possible again.',
};
const WITHDRAW: Move = {
  from: ['invited'],
  to: 'removed',
  label: 'Withdraw invitation',
  about: 'A withdrawn invitation can no longer be accepted. To ask again, add the creator again.',
  asks: 'danger',
};
const REMOVE: Move = {
  from: ['live', 'paused'],
  to: 'removed',
  label: 'Remove creator',
  about:
    'You no longer work together, and places in your programs end. A running retainer is paid to the end of its period.',
  asks: 'danger',
};

export const MOVES: readonly Move[] = [ACCEPT, DECLINE, PAUSE, RESUME, WITHDRAW, REMOVE];

/** What can be done with several creators at once. All moves of an act lead to the same status. */
export const BULK_MOVES: readonly { name: string; label: string; done: string; moves: readonly Move[] }[] = [
  { name: 'accept', label: 'Accept', done: 'accepted', moves: [ACCEPT] },
  { name: 'decline', label: 'Decline', done: 'declined', moves: [DECLINE] },
  { name: 'pause', label: 'Pause', done: 'paused', moves: [PAUSE] },
  { name: 'resume', label: 'Resume', done: 'resumed', moves: [RESUME] },
  { name: 'remove', label: 'Remove', done: 'removed', moves: [WITHDRAW, REMOVE] },
];

export const isFrom = ({ from }: Move, status: CreatorStatus | null): boolean =>
  status !== null && from.includes(status);
