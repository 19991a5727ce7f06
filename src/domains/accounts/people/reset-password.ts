import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { forgiveAttempt, limitAttempts } from './limit-attempts.ts';
import { deadLink, hashLinkToken } from './link-token.ts';
import { hashPassword } from './password.ts';
import type { PendingReset } from './request-password-reset.ts';
import { deleteSessions, deleteVerification, findPassword, findVerification, savePassword } from './store.ts';

/**
 * Sets a new password by a link, once, and ends all sessions of its person: in the caller's batch, so that nobody who knew the
 * old one stays. Throws gone, rate_limited.
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
  const found = await findVerification(ctx, identifier);
  if (!found) throw used();
  const { person, replaces } = JSON.parse(found.value) as PendingReset;
  const before = await findPassword(ctx, person);
  if (before === null || sha256Hex(before) !== replaces) throw used();
  await forgiveAttempt(ctx, attempt);
  const password = await hashPassword(input.password);
  deleteVerification(ctx, found.id, used);
  savePassword(ctx, person, before, password, async () => used());
  deleteSessions(ctx, person);
}
