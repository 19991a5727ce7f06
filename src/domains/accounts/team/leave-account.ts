import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { requireMembership } from './membership-store.ts';
import { endMembership } from './remove-member.ts';

/**
 * Removes the calling person from the acting account. Throws conflict for the last owner, since an account always keeps
 * one.
 */
export async function leaveAccount(ctx: Ctx): Promise<{ id: string }> {
  const person = ctx.actor.callerId;
  await endMembership(ctx, await requireMembership(ctx, actingAccount(ctx.actor).id, person));
  return { id: person };
}
