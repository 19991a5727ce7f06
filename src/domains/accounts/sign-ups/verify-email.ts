import { deadLink, hashLinkToken } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { openAccount } from '../accounts/open-account.ts';
import { forgiveAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import { endBounces, endRefusal } from '../mails/interface.ts';
import { deleteVerification, findVerification, insertPerson } from '../people/interface.ts';
import { insertMembership } from '../team/interface.ts';
import { findPendingSignUp, type SignUpLink } from './pending-sign-up.ts';

/**
 * Turns a sign-up into a person whose link was opened, as the owner of the account that was asked for. Domains that
 * hold something for the address are told through reactions.addressVerified.
 * Throws gone, rate_limited, and validation_failed without the sign-up's password. Without that check a stranger could
 * sign up with somebody's address, wait for the click, and know the new person's password.
 * @returns the new account, the address, and the page to continue to.
 */
export async function verifyEmail(
  ctx: SystemCtx,
  { token, password }: { token: string; password: string },
  network: string | null,
): Promise<{ personId: string; accountId: string | null; email: string; to: string | undefined }> {
  const identifier = hashLinkToken('sign_up', token);
  const attempt = { what: 'link', address: identifier, network } as const;
  await limitAttempts(ctx, attempt);
  const found = await findVerification(ctx, identifier);
  if (!found) throw deadLink('Sign up again.');
  const { email } = JSON.parse(found.value) as SignUpLink;
  const pending = await findPendingSignUp(ctx, email, password);
  if (!pending) {
    throw invalidField(
      '/password',
      'This is not the password of a sign-up with this address. If somebody else signed up with your address, sign up yourself.',
      'wrong',
    );
  }
  const { name, passwordHash, profile, company, to } = pending;
  await forgiveAttempt(ctx, attempt);
  const personId = newId('person', ctx.now);
  deleteVerification(ctx, found.id, () => deadLink('Sign in.'));
  deleteVerification(ctx, pending.id, () => deadLink('Sign in.'));
  endBounces(ctx, email);
  endRefusal(ctx, email);
  insertPerson(
    ctx,
    { id: personId, name, email, password: passwordHash, credentialId: randomBase62(22) },
    () => new AppError('conflict', 'This address was confirmed already, by another link. Sign in.'),
  );
  let accountId: string | null = null;
  if ((profile === 'brand' || profile === 'partner') && company) {
    accountId = await openAccount(ctx, { type: profile, name: company, email });
    insertMembership(ctx, { accountId, personId, role: 'owner' });
  }
  const person = { id: personId, name, isCreator: profile === 'creator' };
  for (const load of ctx.reactions.addressVerified) await (await load())(ctx, person, email);
  return { personId, accountId, email, to };
}
