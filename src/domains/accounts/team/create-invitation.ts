import type * as z from 'zod';
import { actingAccount, type Role } from '../../../auth/actor.ts';
import { hashLinkToken, newLinkToken } from '../../../auth/link-token.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { findContact } from '../accounts/interface.ts';
import { limitAttempts } from '../attempts/limit-attempts.ts';
import { addMail } from '../mails/add-mail.ts';
import { invitationsOff } from '../mails/interface.ts';
import { mayMail } from '../mails/may-mail.ts';
import { findOpenInvitationOf, insertInvitation } from './invitation-store.ts';
import { limitInvitations, tooManyInvitations } from './limit-invitations.ts';
import { invitationMail } from './mail-texts.ts';
import { findMemberByEmail, requireRoom } from './membership-store.ts';
import { type InvitationCreate, MOST_INVITATIONS, requireOver } from './team.ts';

export interface Invited {
  id: string;
  /** Whether a mail was sent. */
  mailed: boolean;
}

export const LASTS_MS = 7 * DAY_MS;

/** Invites an address to the acting account. Admins cannot invite owners. Throws conflict, permission_denied. */
export async function createInvitation(
  ctx: Ctx,
  input: z.output<typeof InvitationCreate>,
  network: string | null,
): Promise<Invited> {
  requireOver(ctx, input.role);
  return await invite(ctx, actingAccount(ctx.actor).id, input, network);
}

/**
 * Adds an invitation to the caller's batch, and its mail unless the address's mail limit is used up: the person still
 * sees the invitation after signing in with the address. Throws conflict, rate_limited.
 */
export async function invite(
  ctx: Ctx,
  accountId: string,
  { email, role }: { email: string; role: Role },
  network: string | null,
): Promise<Invited> {
  await limitAttempts(ctx, { what: 'invitation', address: email, network });
  const [account, member] = await Promise.all([
    findContact(ctx, accountId),
    findMemberByEmail(ctx, accountId, email),
  ]);
  if (member) throw new AppError('conflict', 'This person is in the account already.');
  await limitInvitations(ctx, actingAccount(ctx.actor).id, email);
  const mailed = await mayMail(ctx, 'invitation', email);
  // A new invitation would replace an open one whose link was already mailed.
  if (!mailed && (await findOpenInvitationOf(ctx, accountId, email))) throw tooManyInvitations();
  requireRoom(ctx, accountId);
  const id = newId('invitation', ctx.now);
  const token = newLinkToken();
  const address = await invitationsOff(ctx.vars, email);
  const mailId = mailed
    ? await addMail(ctx, email, invitationMail, { account: account?.name ?? '', role, token, address })
    : null;
  insertInvitation(
    ctx,
    {
      id,
      accountId,
      email,
      role,
      tokenHash: hashLinkToken('invitation', token),
      invitedBy: ctx.actor.callerId,
      expiresAt: ctx.now + LASTS_MS,
      acceptedAt: null,
      acceptedBy: null,
      cancelledAt: null,
      sentCount: 1,
      resentAt: null,
      mailId,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
    MOST_INVITATIONS,
  );
  return { id, mailed };
}
