import type * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { requirePartyName } from '../../../resource/service-name.ts';
import { limitAttempts } from './limit-attempts.ts';
import { hashLinkToken, newLinkToken } from './link-token.ts';
import { addMail } from './mail.ts';
import { knownAddressText, verifyText } from './mail-texts.ts';
import { hashPassword } from './password.ts';
import type { SignUpInput } from './person-input.ts';
import { findByEmail, insertVerification } from './store.ts';

/** What waits for the click on the link. The person and the account are made then, with this sign-up's password. */
export interface PendingSignUp extends Omit<z.output<typeof SignUpInput>, 'password'> {
  passwordHash: string;
}

const WAITS_MS = DAY_MS;

/**
 * Sends a link to an address, which makes a person of whoever has it. One that is signed up already gets another mail, and
 * the caller the same answer, for the same work. Throws rate_limited.
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
  if (known) {
    await addMail(ctx, input.email, knownAddressText(ctx));
    return;
  }
  const token = newLinkToken();
  insertVerification(ctx, {
    id: randomBase62(22),
    identifier: hashLinkToken('sign_up', token),
    value: JSON.stringify({ ...input, passwordHash } satisfies PendingSignUp),
    expiresAt: ctx.now + WAITS_MS,
  });
  await addMail(ctx, input.email, verifyText(ctx, input.name, token));
}
