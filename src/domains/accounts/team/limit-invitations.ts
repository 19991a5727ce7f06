// Limits how many invitations an account sends. The limit on one inbox over all accounts is in mails/may-mail.ts.
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, SECOND_MS } from '../../../kit/time.ts';
import { type Allowance, claimAttempt } from '../attempts/interface.ts';

/** Limits for one account: invitations to the same address, and to all addresses. */
const INVITATIONS = { same: { most: 3, windowMs: 7 * DAY_MS }, all: { most: 200, windowMs: DAY_MS } };

const keyOf = (...parts: string[]) => sha256Hex(JSON.stringify(['mail', 'account', ...parts]));

/** Counts an account's invitation. Throws rate_limited, whether or not the address belongs to a person. */
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
