import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { saveCancelled } from './invitation-store.ts';

/** Cancels an invitation, so that its link stops working. Throws not_found. */
export function cancelInvitation(ctx: Ctx, id: string): { id: string } {
  saveCancelled(ctx, actingAccount(ctx.actor).id, id);
  return { id };
}
