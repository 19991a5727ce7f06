import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { cancelInvitationsOf } from './invitation-store.ts';
import { deleteMembership, type MembershipRow, requireMembership } from './membership-store.ts';
import { requireOver } from './team.ts';

/** Removes a person from the acting account. They lose access with their next request. Throws not_found, conflict. */
export async function removeMember(ctx: Ctx, personId: string): Promise<{ id: string }> {
  const before = await requireMembership(ctx, actingAccount(ctx.actor).id, personId);
  requireOver(ctx, before.role);
  await endMembership(ctx, before);
  return { id: personId };
}

/** Ends, in the caller's batch, a membership and everything that depends on it. */
export async function endMembership(ctx: Ctx, before: MembershipRow): Promise<void> {
  deleteMembership(ctx, before);
  const { accountId, personId } = before;
  // Otherwise the person could invite another address of their own before the removal and come back by it.
  cancelInvitationsOf(ctx, before);
  for (const load of ctx.reactions.membershipEnded) await (await load())(ctx, { accountId, personId });
}
