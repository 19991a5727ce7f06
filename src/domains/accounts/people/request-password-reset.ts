import { hashLinkToken, newLinkToken } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62, sha256Hex } from '../../../kit/crypto.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { limitAttempts } from '../attempts/limit-attempts.ts';
import { addMail } from '../mails/add-mail.ts';
import { mayMail } from '../mails/may-mail.ts';
import { noAccountMail, resetMail } from './mail-texts.ts';
import { findByEmail, findPassword, insertVerification } from './store.ts';

const RESET_MS = HOUR_MS;

/** A password reset that waits for the click on its link. */
export interface PendingReset {
  person: string;
  /** The address that the link was mailed to; missing in links of before it was kept. */
  email?: string;
  /** A hash of the current stored password. The link stops working once the password changes in any way. */
  replaces: string;
}

/**
 * Adds a password reset link and its mail to the caller's batch. An unknown address gets a mail that says so, and a
 * dummy link is stored, so that the caller learns nothing and the work is the same. Throws rate_limited.
 */
export async function requestPasswordReset(
  ctx: SystemCtx,
  address: string,
  network: string | null,
): Promise<void> {
  const email = address.trim().toLowerCase();
  await limitAttempts(ctx, { what: 'reset', address: email, network });
  const person = await findByEmail(ctx, email);
  const password = await findPassword(ctx, person?.id ?? '');
  const mailed = await mayMail(ctx, person ? 'reset' : 'no_account', email);
  const token = newLinkToken();
  insertVerification(ctx, {
    id: randomBase62(22),
    identifier: hashLinkToken('new_password', token),
    value: JSON.stringify({
      person: person?.id ?? '',
      email,
      replaces: sha256Hex(password ?? ''),
    } satisfies PendingReset),
    expiresAt: ctx.now + RESET_MS,
  });
  if (!mailed) return;
  if (person) await addMail(ctx, email, resetMail, { token });
  else await addMail(ctx, email, noAccountMail, {});
}
