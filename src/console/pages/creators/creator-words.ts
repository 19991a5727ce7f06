// What a page says of a creator on a roster: who has agreed, and what is still missing.
import type { CreatorStatus } from '../../../domains/work/creator-consent/creator.ts';
import type { Creator } from '../../../domains/work/creators/creator-record.ts';

const AGREED: Readonly<Record<CreatorStatus, string>> = {
  invited: 'You agreed',
  review: 'The creator agreed',
  live: 'Both agreed',
  paused: 'Both agreed',
  removed: 'Ended',
};

export const agreedWords = ({ status }: Pick<Creator, 'status'>): string =>
  status === null ? 'Not on your roster' : AGREED[status];

/** What has to happen before the creator can work and be paid, as far as the reader may know it. */
export function missing({ status, payouts, claim, programs, agreementsRequired }: Creator): string[] {
  if (status === 'invited') return ['Answer of the creator'];
  if (status === 'review') return ['Your answer'];
  if (status === 'removed' || status === null || payouts === null) return [];
  return [
    ...(programs.length === 0 ? ['Program'] : []),
    ...(agreementsRequired ? ['Acceptance of your agreements'] : []),
    ...(claim?.status === 'invited' ? ['Claim of the profile'] : []),
    ...missingForPayouts(payouts),
  ];
}

function missingForPayouts({ identity, bankAccount }: NonNullable<Creator['payouts']>): string[] {
  if (bankAccount === null) return ['Payout set-up'];
  return [
    ...(identity.status === 'required' ? ['Identity check'] : []),
    ...(identity.status === 'pending' ? ['Result of the identity check'] : []),
    ...(bankAccount.status === 'added' ? [] : ['Bank account']),
  ];
}

/** What a status is called on a roster. */
export const ROSTER_NAMES: Partial<Record<CreatorStatus, string>> = {
  live: 'Active',
  review: 'Asks to work with you',
};

export const WRITES_NONE = 'Owners and admins add and change creators.';
