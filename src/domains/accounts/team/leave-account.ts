import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { requireMembership } from './membership-store.ts';
import { endMembership } from './remove-member.ts';

/** The person who asks leaves the acting account. An account keeps one owner: throws conflict for the last. */
export async function leaveAccount(ctx: Ctx): Promise<{ id: string }> {
  const person = ctx.actor.callerId;
  await endMembership(ctx, await requireMembership(ctx, actingAccount(ctx.actor).id, person));
  return { id: person };
}
