// What an account and a creator have said to each other, as data. The one rule of who may know and do what begins here:
// nothing follows from a relationship before both sides have said yes to it.
import { type Move as MoveOf, machine } from '../../../resource/state-machine.ts';
import type { CreatorStatus, RelationshipRow } from './creator.ts';

/** `invited`: the account asked. `requested`: the creator did. */
export const CONSENTS = ['invited', 'requested', 'agreed', 'ended', 'declined'] as const;
export type Consent = (typeof CONSENTS)[number];

/**
 * The creator's side is the person who verified the address or, while nobody has, the account that added the record. Never the
 * account on the other side: none of its acts is the creator's yes.
 */
export const SIDES = ['account', 'creator'] as const;
export type Side = (typeof SIDES)[number];

/** One side's yes: which key or person said it, when (milliseconds) and by which call (its operationId). */
export interface Yes {
  by: string;
  at: number;
  call: string;
}

/**
 * Who ended it. A creator's end stands until the creator says yes again, whatever the account asked and gave up asking since.
 */
export type End = Yes & { side: Side };

/** What a side's yes makes of each consent; where there was none yet, it is as if one had ended. */
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

/** What a roster shows of it, unless the account has paused somebody that it agreed with. */
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

/** The answers to a relationship: who asked may only end it. */
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

/** The columns of the consent after a side's yes. `keeps`: the account answers for the record, so that it says both. */
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
 * The columns of the consent after an end.
 * @param creatorVersion the account falls back on the relationship's own version, which must be none that it has seen.
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
