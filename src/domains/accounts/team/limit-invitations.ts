// Limits how many invitations an account sends. The limit on one inbox over all accounts is counted with the mail.
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, SECOND_MS } from '../../../kit/time.ts';
import { claimAttempt } from '../attempts/interface.ts';
import { invitationAllowances } from '../mails/interface.ts';

/** Counts an account's invitation. Throws rate_limited, whether or not the address belongs to a person. */
export async function limitInvitations(ctx: SystemCtx, accountId: string, address: string): Promise<void> {
  const { same, account } = invitationAllowances(accountId, address);
  if (!(await claimAttempt(ctx, [same, account]))) throw tooManyInvitations();
}

export function tooManyInvitations(): AppError {
  return new AppError(
    'rate_limited',
    'Too many invitations were sent. The last one still works: whoever signs in with the address sees it. Try again in a day.',
    { headers: { 'Retry-After': String(DAY_MS / SECOND_MS) } },
  );
}
