import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { cancelInvitationsOf } from './invitation-store.ts';
import { deleteMembership, type MembershipRow, requireMembership } from './membership-store.ts';
import { requireOver } from './team.ts';

/** Takes a person out of the acting account: at its next request it is not there any more. Throws not_found, conflict. */
export async function removeMember(ctx: Ctx, personId: string): Promise<{ id: string }> {
  const before = await requireMembership(ctx, actingAccount(ctx.actor).id, personId);
  requireOver(ctx, before.role);
  await endMembership(ctx, before);
  return { id: personId };
}

/** Adds to the batch the end of a membership, and of what hangs on it. */
export async function endMembership(ctx: Ctx, before: MembershipRow): Promise<void> {
  deleteMembership(ctx, before);
  const { accountId, personId } = before;
  // Or somebody who is about to be removed comes back by an address that was invited in time.
  cancelInvitationsOf(ctx, before);
  for (const load of ctx.reactions.membershipEnded) await (await load())(ctx, { accountId, personId });
}
