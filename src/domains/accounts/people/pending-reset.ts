import { hashLinkToken } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import type { PendingReset } from './request-password-reset.ts';
import { findPassword, findVerification } from './store.ts';

/** The person whose password a link resets, and the stored password that it replaces. Null when the link is invalid. */
export async function findPendingReset(
  ctx: SystemCtx,
  token: string,
): Promise<{ id: string; personId: string; email: string; before: string } | null> {
  const found = await findVerification(ctx, hashLinkToken('new_password', token));
  if (!found) return null;
  const { person, email = '', replaces } = JSON.parse(found.value) as PendingReset;
  const before = await findPassword(ctx, person);
  if (before === null || sha256Hex(before) !== replaces) return null;
  return { id: found.id, personId: person, email, before };
}
