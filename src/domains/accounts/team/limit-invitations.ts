// How many invitations an account sends. What one box gets of all accounts together is mails/may-mail.ts.
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, SECOND_MS } from '../../../kit/time.ts';
import { type Allowance, claimAttempt } from '../attempts/interface.ts';

/** One account: an invitation and two more to an address, and all of a day. */
const INVITATIONS = { same: { most: 3, windowMs: 7 * DAY_MS }, all: { most: 200, windowMs: DAY_MS } };

const keyOf = (...parts: string[]) => sha256Hex(JSON.stringify(['mail', 'account', ...parts]));

/** Counts an invitation of an account. Throws rate_limited, the same whether anybody has the address or not. */
export async function limitInvitations(ctx: SystemCtx, accountId: string, address: string): Promise<void> {
  const allowances: Allowance[] = [
    { key: keyOf(accountId, address), ...INVITATIONS.same },
    { key: keyOf(accountId), ...INVITATIONS.all },
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
