import type * as z from 'zod';
import { hashLinkToken, newLinkToken } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { requirePartyName } from '../../../resource/service-name.ts';
import { limitAttempts } from '../attempts/limit-attempts.ts';
import { addMail } from '../mails/add-mail.ts';
import { mayMail } from '../mails/may-mail.ts';
import { hashPassword } from '../people/hash-password.ts';
import { findByEmail, insertVerification } from '../people/interface.ts';
import { knownAddressMail, verifyMail } from './mail-texts.ts';
import { newPendingKey, type PendingSignUp, type SignUpLink } from './pending-sign-up.ts';
import type { SignUpInput } from './sign-up-input.ts';

const WAITS_MS = DAY_MS;

/**
 * Mails a link that creates a person once it is opened. If the address already has a person, another mail goes out, and
 * the caller gets the same response after the same work. If strangers have used up the address's mail limit for today,
 * no mail goes out, and the link of the last mail completes this sign-up too. Throws rate_limited, and
 * validation_failed for a name that could pass for the service's own.
 */
export async function signUp(
  ctx: SystemCtx,
  { password, ...input }: z.output<typeof SignUpInput>,
  network: string | null,
): Promise<void> {
  const { SERVICE_NAME } = ctx.vars;
  requirePartyName(input.name, SERVICE_NAME);
  if (input.company !== undefined) requirePartyName(input.company, SERVICE_NAME, '/company');
  await limitAttempts(ctx, { what: 'sign_up', address: input.email, network });
  const known = await findByEmail(ctx, input.email);
  const passwordHash = await hashPassword(password);
  const mailed = await mayMail(ctx, 'sign_up', input.email);
  const expiresAt = ctx.now + WAITS_MS;
  insertVerification(ctx, {
    id: randomBase62(22),
    identifier: newPendingKey(ctx, input.email, password),
    value: JSON.stringify({ ...input, passwordHash } satisfies PendingSignUp),
    expiresAt,
  });
  if (!mailed) return;
  // The link's token is never sent to an address that is already known.
  const token = newLinkToken();
  insertVerification(ctx, {
    id: randomBase62(22),
    identifier: hashLinkToken('sign_up', token),
    value: JSON.stringify({ email: input.email } satisfies SignUpLink),
    expiresAt,
  });
  if (known) await addMail(ctx, input.email, knownAddressMail, {});
  else await addMail(ctx, input.email, verifyMail, { token });
}
