import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { cancelInvitationsOf } from './invitation-store.ts';
import { requireMembership, saveRole } from './membership-store.ts';
import { type MembershipUpdate, requireOver } from './team.ts';
import { tellMember } from './tell-member.ts';

/** Changes a person's role in the acting account, from the person's next request on. Throws not_found, conflict. */
export async function updateMembership(
  ctx: Ctx,
  personId: string,
  { role, was }: z.output<typeof MembershipUpdate>,
): Promise<{ id: string }> {
  const before = await requireMembership(ctx, actingAccount(ctx.actor).id, personId);
  requireOver(ctx, before.role, role);
  if (was !== undefined && was !== before.role)
    throw new AppError('version_conflict', 'The role was changed meanwhile.');
  if (before.role === role) return { id: personId };
  saveRole(ctx, before, role);
  tellMember(ctx, 'member.changed', { accountId: before.accountId, personId, role });
  // The person may not send these invitations in the new role, so the open ones are cancelled.
  if (role === 'member') cancelInvitationsOf(ctx, before);
  else if (role === 'admin') cancelInvitationsOf(ctx, before, 'owner');
  return { id: personId };
}
