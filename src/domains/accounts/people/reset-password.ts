import { deadLink, hashLinkToken } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { forgiveAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import { endBounces } from '../mails/interface.ts';
import { hashPassword } from './hash-password.ts';
import { findPendingReset } from './pending-reset.ts';
import { deleteSessions, deleteVerification, savePassword } from './store.ts';

/**
 * Sets a new password by a link that works once, and ends all of the person's sessions in the same batch, so that
 * nobody who knew the old password stays signed in. Throws gone, rate_limited.
 */
export async function resetPassword(
  ctx: SystemCtx,
  input: { token: string; password: string },
  network: string | null,
): Promise<void> {
  const identifier = hashLinkToken('new_password', input.token);
  const attempt = { what: 'link', address: identifier, network } as const;
  await limitAttempts(ctx, attempt);
  const used = () => deadLink('Ask for a new one.');
  const found = await findPendingReset(ctx, input.token);
  if (!found) throw used();
  await forgiveAttempt(ctx, attempt);
  const password = await hashPassword(input.password);
  deleteVerification(ctx, found.id, used);
  savePassword(ctx, found.personId, found.before, password, async () => used());
  deleteSessions(ctx, found.personId);
  endBounces(ctx, found.email);
}
