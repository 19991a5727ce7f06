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

/** What waits for the click on the link. */
export interface PendingReset {
  person: string;
  /** A hash of the stored password that there was: a link opens nothing once another one is set, by whatever way. */
  replaces: string;
}

/**
 * Adds to the batch a link that sets a new password, and the mail with it. An address that nobody has gets a mail that says
 * so, and a link that is sent to nobody and opens nothing: the caller learns nothing, and the work is the same. Throws
 * rate_limited.
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
      replaces: sha256Hex(password ?? ''),
    } satisfies PendingReset),
    expiresAt: ctx.now + RESET_MS,
  });
  if (!mailed) return;
  if (person) await addMail(ctx, email, resetMail, { token });
  else await addMail(ctx, email, noAccountMail, {});
}
