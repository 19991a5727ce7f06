// The consent between an account and a creator, as data. Who may know and do what begins here: a relationship
// gives no rights before both sides have agreed to it.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';
import type { CreatorStatus, RelationshipRow } from './creator.ts';

/** `invited`: the account asked. `requested`: the creator asked. */
export const CONSENTS = ['invited', 'requested', 'agreed', 'ended', 'declined'] as const;
export type Consent = (typeof CONSENTS)[number];

/**
 * The creator's side is the person who verified the address or, while nobody has, the account that added the
 * record. The account on the other side can never consent for the creator.
 */
export const SIDES = ['account', 'creator'] as const;
export type Side = (typeof SIDES)[number];

/**
 * One side's consent: the key or person that gave it, when (milliseconds), and by which call (its
 * operationId).
 */
export interface Yes {
  by: string;
  at: number;
  call: string;
}

/**
 * Who ended it. If the creator did, that stays until the creator consents again, even if the account asks
 * again and gives up.
 */
export type End = Yes & { side: Side };

/** The consent after one side's yes; a relationship without any consent counts as ended. */
export const AFTER_YES: Readonly<Record<Side, Readonly<Record<Consent, Consent>>>> = {
  account: {
    invited: 'invited',
    requested: 'agreed',
    agreed: 'agreed',
    ended: 'invited',
    declined: 'invited',
  },
  creator: {
    invited: 'agreed',
    requested: 'requested',
    agreed: 'agreed',
    ended: 'requested',
    declined: 'requested',
  },
};

/** The roster status for each consent, unless the account has paused the creator after they agreed. */
export const ROSTER_STATUS: Readonly<Record<Consent, CreatorStatus>> = {
  invited: 'invited',
  requested: 'review',
  agreed: 'live',
  ended: 'removed',
  declined: 'removed',
};

const ANSWERS = ['agree', 'decline', 'end'] as const;
export type Answer = (typeof ANSWERS)[number];
type Move = MoveOf<Consent, Side, object>;

const EITHER: Move[] = SIDES.map((by) => ({ by, to: 'ended' }));

/** The possible answers in a relationship: the side that asked may only end it. */
export const consentMachine = machine<Consent, Answer, Side, object, Move>(
  {
    invited: {
      agree: [{ by: 'creator', to: 'agreed' }],
      decline: [{ by: 'creator', to: 'declined' }],
      end: [{ by: 'account', to: 'ended' }],
    },
    requested: {
      agree: [{ by: 'account', to: 'agreed' }],
      decline: [{ by: 'account', to: 'declined' }],
      end: [{ by: 'creator', to: 'ended' }],
    },
    agreed: { end: EITHER },
    ended: {},
    declined: {},
  },
  {
    forbidden: (state, _, by) =>
      state === 'agreed'
        ? 'This relationship is agreed: it can only be ended.'
        : `The ${by} asked, or was asked, the other way round: who asked may end it, the other side agrees or declines.`,
    conflict: (state) => `Not possible: the relationship is ${state}.`,
  },
);

type Changes = Partial<RelationshipRow>;

/**
 * The consent columns after one side's yes. `keeps`: the account manages the record, so it consents for both.
 */
export function withYes(before: RelationshipRow, side: Side, yes: Yes, keeps: boolean): Changes {
  const consent = keeps ? 'agreed' : AFTER_YES[side][before.consent];
  if (consent === before.consent) return {};
  const agreed = consent === 'agreed';
  const theirs = (old: Yes | null) => (keeps ? yes : agreed ? old : null);
  return {
    consent,
    status: ROSTER_STATUS[consent],
    accountYes: side === 'account' ? yes : theirs(before.accountYes),
    creatorYes: side === 'creator' ? yes : theirs(before.creatorYes),
    agreedAt: agreed ? yes.at : before.agreedAt,
    ended: agreed || side === 'creator' ? null : before.ended,
    consentVersion: before.consentVersion + 1,
    consentAt: yes.at,
  };
}

/**
 * The consent columns after an end.
 * @param creatorVersion is added, because the account now sees the relationship's own version, and that must
 * be a new one.
 */
export function withEnd(
  before: RelationshipRow,
  to: 'ended' | 'declined',
  end: End,
  creatorVersion: number,
): Changes {
  return {
    consent: to,
    status: ROSTER_STATUS[to],
    ended: before.ended?.side === 'creator' ? before.ended : end,
    version: before.version + (before.consent === 'agreed' ? creatorVersion : 0),
    consentVersion: before.consentVersion + 1,
    consentAt: end.at,
  };
}
