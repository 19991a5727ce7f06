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
 * Sends a link to an address, which makes a person of whoever has it. One that is signed up already gets another mail, and
 * the caller the same answer, for the same work. Where strangers have had enough sent to the address today, no mail goes out:
 * the link of the last one opens this sign-up too. Throws rate_limited, and validation_failed for a name that looks like ours.
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
  // An address that is known gets no mail.
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
