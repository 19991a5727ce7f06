import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { cancelInvitationsOf } from './invitation-store.ts';
import { requireMembership, saveRole } from './membership-store.ts';
import { type MembershipUpdate, requireOver } from './team.ts';

/** Changes what a person is in the acting account. It counts at their next request. Throws not_found, conflict. */
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
  // Invitations that the person sent in a role that it no longer has.
  if (role === 'member') cancelInvitationsOf(ctx, before);
  else if (role === 'admin') cancelInvitationsOf(ctx, before, 'owner');
  return { id: personId };
}
