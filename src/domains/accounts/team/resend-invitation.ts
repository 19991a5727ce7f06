import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import { hashLinkToken, newLinkToken } from '../../../auth/link-token.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { findContact } from '../accounts/interface.ts';
import { countAttempt } from '../attempts/interface.ts';
import { limitAttempts } from '../attempts/limit-attempts.ts';
import { addMail } from '../mails/add-mail.ts';
import {
  invitationAllowances,
  invitationsOff,
  requireResendable,
  resentMeanwhile,
  resentTooOften,
} from '../mails/interface.ts';
import { LASTS_MS } from './create-invitation.ts';
import { findSentInvitation, saveResent } from './invitation-store.ts';
import { invitationMail } from './mail-texts.ts';
import { sentBefore } from './sent-before.ts';
import { type InvitationResend, requireOver } from './team.ts';

/**
 * Sends an invitation again, with a new link for 7 days. The answer is the same whether or not the address takes mails: the link
 * before keeps working where no other can be sent. Of two at once one is sent. Throws not_found, version_conflict, permission_denied,
 * rate_limited, operation_rejected.
 */
export async function resendInvitation(
  ctx: Ctx,
  id: string,
  input: z.output<typeof InvitationResend>,
  network: string | null,
): Promise<{ email: string }> {
  const account = actingAccount(ctx.actor).id;
  const [found, contact] = await Promise.all([
    findSentInvitation(ctx, account, id),
    findContact(ctx, account),
  ]);
  if (!found) throw notFound('invitation');
  const { email, role, sentCount } = found;
  requireOver(ctx, role);
  if (input.sentCount !== undefined && input.sentCount !== sentCount) throw resentMeanwhile();
  await limitAttempts(ctx, { what: 'invitation', address: email, network });
  const before = await sentBefore(ctx, account, [found]);
  requireResendable(before.of(found), ctx.now);
  const { same, account: all, address } = invitationAllowances(account, email);
  let renewed: { mailId: string; tokenHash: string } | { mailId: null } = { mailId: null };
  if (before.takesMail(email)) {
    const token = newLinkToken();
    const slots = {
      account: contact?.name ?? '',
      role,
      token,
      address: await invitationsOff(ctx.vars, email),
    };
    const mailId = await addMail(ctx, email, invitationMail, slots);
    renewed = { mailId, tokenHash: hashLinkToken('invitation', token) };
  }
  const changes = { expiresAt: ctx.now + LASTS_MS, invitedBy: ctx.actor.callerId, ...renewed };
  saveResent(ctx, found, changes, async () => {
    const now = await findSentInvitation(ctx, account, id);
    if (!now) return notFound('invitation');
    return now.sentCount === sentCount ? null : resentMeanwhile();
  });
  countAttempt(ctx, same, async () => resentTooOften('resent_twice', null, ctx.now));
  countAttempt(ctx, all, async () => resentTooOften('daily_limit', null, ctx.now));
  if (renewed.mailId !== null) countAttempt(ctx, address, async () => notJustNow());
  return { email };
}

/** Others used the address up at the same moment: the next try is sent no mail. */
const notJustNow = (): AppError =>
  new AppError('conflict', 'The invitation could not be sent just now. Resend it.');
