// How many mails strangers can make us send to an address. A mail that is too much is left out without a word, so that nobody
// learns whether the address is known; whatever the one before opens stays open for as long as no other is sent.
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../kit/time.ts';
import { type Allowance, claimAttempt } from './attempt-store.ts';

/** Together 5 a day for an address that nobody proved; apart, so that none of them uses up another. */
const TO_ADDRESS = {
  sign_up: { most: 2, windowMs: DAY_MS },
  invitation: { most: 2, windowMs: DAY_MS },
  no_account: { most: 1, windowMs: DAY_MS },
  /** To proved addresses alone. A link lasts as long as the window: while no other is sent, the last one works. */
  reset: { most: 10, windowMs: HOUR_MS },
};

/** One account: an invitation and two more to an address, and all of a day. */
const INVITATIONS = { same: { most: 3, windowMs: 7 * DAY_MS }, all: { most: 200, windowMs: DAY_MS } };

const keyOf = (...parts: string[]) => sha256Hex(JSON.stringify(['mail', ...parts]));

/** Counts a mail. False, with nothing counted, when there were enough to this address. */
export async function mayMail(
  ctx: SystemCtx,
  what: keyof typeof TO_ADDRESS,
  address: string,
): Promise<boolean> {
  return await claimAttempt(ctx, [{ key: keyOf(what, address), ...TO_ADDRESS[what] }]);
}

/** Counts an invitation of an account. Throws rate_limited, the same whether anybody has the address or not. */
export async function limitInvitations(ctx: SystemCtx, accountId: string, address: string): Promise<void> {
  const allowances: Allowance[] = [
    { key: keyOf('account', accountId, address), ...INVITATIONS.same },
    { key: keyOf('account', accountId), ...INVITATIONS.all },
  ];
  if (!(await claimAttempt(ctx, allowances))) throw tooManyInvitations();
}

export function tooManyInvitations(): AppError {
  return new AppError(
    'rate_limited',
    'Too many invitations were sent. The last one still works: whoever signs in with the address sees it. Try again in a day.',
    { headers: { 'Retry-After': String(DAY_MS / SECOND_MS) } },
  );
}
