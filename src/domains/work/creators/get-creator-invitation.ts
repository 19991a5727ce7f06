import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { countedAttempts } from '../../accounts/attempts/interface.ts';
import { invitationAllowances } from '../../accounts/mails/interface.ts';
import { findOwnInvitation, type OwnInvitation } from '../creator-consent/interface.ts';
import { type CreatorInvitation, presentInvitation } from './creator-invitation.ts';

/** The acting account's invitation by mail to a creator that it added. Throws not_found once the creator answered. */
export async function getCreatorInvitation(ctx: Ctx, creator: string): Promise<CreatorInvitation> {
  return presentInvitation(creator, await requireInvitation(ctx, creator), ctx.now);
}

export async function requireInvitation(ctx: Ctx, creator: string): Promise<OwnInvitation> {
  const account = actingAccount(ctx.actor).id;
  const today = countedAttempts(ctx, invitationAllowances(account, '').account);
  const found = await findOwnInvitation(ctx, { creator, account }, today);
  if (!found) throw notFound('invitation');
  return found;
}
