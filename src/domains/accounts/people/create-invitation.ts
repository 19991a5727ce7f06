import type * as z from 'zod';
import { actingAccount, type Role } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { findContact } from '../accounts/interface.ts';
import { insertInvitation } from './invitation-store.ts';
import { limitAttempts } from './limit-attempts.ts';
import { hashLinkToken, newLinkToken } from './link-token.ts';
import { addMail } from './mail.ts';
import { invitationText } from './mail-texts.ts';
import { findMemberByEmail, requireRoom } from './membership-store.ts';
import { findPersonName } from './store.ts';
import { type InvitationCreate, MOST_INVITATIONS, requireOver } from './team.ts';

const LASTS_MS = 7 * DAY_MS;

/** Invites an address into the acting account. Admins invite no owners. Throws conflict, permission_denied. */
export async function createInvitation(
  ctx: Ctx,
  input: z.output<typeof InvitationCreate>,
  network: string | null,
): Promise<{ id: string }> {
  requireOver(ctx, input.role);
  return await invite(ctx, actingAccount(ctx.actor).id, input, network);
}

/** Adds an invitation and its mail to the batch. */
export async function invite(
  ctx: Ctx,
  accountId: string,
  { email, role }: { email: string; role: Role },
  network: string | null,
): Promise<{ id: string }> {
  await limitAttempts(ctx, { what: 'invitation', address: email, network });
  const [account, by, member] = await Promise.all([
    findContact(ctx, accountId),
    findPersonName(ctx, ctx.actor.callerId),
    findMemberByEmail(ctx, accountId, email),
  ]);
  if (member) throw new AppError('conflict', 'This person is in the account already.');
  requireRoom(ctx, accountId);
  const id = newId('invitation', ctx.now);
  const token = newLinkToken();
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
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
    MOST_INVITATIONS,
  );
  await addMail(
    ctx,
    email,
    invitationText(ctx, { account: account?.name ?? '', by: by ?? 'Somebody', role, token }),
  );
  return { id };
}
