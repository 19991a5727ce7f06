import { deadLink, hashLinkToken } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { idRange, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import {
  type FoundInvitation,
  findInvitationTo,
  findOpenInvitation,
  listInvitationsTo,
  saveAccepted,
} from './invitation-store.ts';
import { insertMembership } from './membership-store.ts';
import { tellMember } from './tell-member.ts';

const SHOWN_AT_ONCE = 20;
const ASK_AGAIN = 'Ask whoever invited you for a new one.';

/** The invitation behind a link. Throws gone. */
export async function getInvitation(ctx: SystemCtx, token: string): Promise<FoundInvitation> {
  const found = await findOpenInvitation(ctx, hashLinkToken('invitation', token));
  if (!found) throw deadLink(ASK_AGAIN);
  return found;
}

/**
 * The open invitations to the person's address. The address is verified, so no link is needed. Anybody can invite it,
 * so the list is paginated: no invitation can be pushed out of sight by others.
 */
export async function listInvitations(
  ctx: SystemCtx,
  email: string,
  cursor?: string,
): Promise<ListPage<FoundInvitation>> {
  const list = listOf(ctx, `invitations to ${email}`);
  const query = { limit: SHOWN_AT_ONCE, cursor };
  const { before } = idRange(list, 'invitation', query);
  return toListPage(list, query, await listInvitationsTo(ctx, email, before, SHOWN_AT_ONCE + 1));
}

/** Accepts an invitation by its ID from listInvitations instead of by link. */
export async function acceptShownInvitation(
  ctx: SystemCtx,
  person: { id: string; email: string },
  id: string,
  request: Request,
): Promise<{ accountId: string }> {
  const invitation = await findInvitationTo(ctx, person.email, id);
  if (!invitation) throw deadLink(ASK_AGAIN);
  return await join(ctx, person, invitation, request);
}

/**
 * Makes the person a member if the invitation is for their address. An invitation works once. Throws gone,
 * permission_denied, conflict.
 */
export async function acceptInvitation(
  ctx: SystemCtx,
  person: { id: string; email: string },
  token: string,
  request: Request,
): Promise<{ accountId: string }> {
  const invitation = await getInvitation(ctx, token);
  if (invitation.email !== person.email) {
    throw new AppError('permission_denied', 'This invitation is for another address. Sign in with that one.');
  }
  return await join(ctx, person, invitation, request);
}

async function join(
  ctx: SystemCtx,
  person: { id: string },
  { id, accountId, role }: FoundInvitation,
  request: Request,
): Promise<{ accountId: string }> {
  saveAccepted(ctx, id, person.id, () => deadLink(ASK_AGAIN));
  insertMembership(ctx, { accountId, personId: person.id, role });
  tellMember(ctx, 'member.joined', { accountId, personId: person.id, role });
  const act = await ctx.reactions.acted();
  act(ctx, {
    account: accountId,
    by: 'person',
    caller: person.id,
    home: accountId,
    creator: null,
    operation: 'acceptInvitation',
    choice: null,
    subject: id,
    request,
  });
  return { accountId };
}
