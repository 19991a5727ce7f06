import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { listClientsWithoutPeople } from './membership-store.ts';
import { requireOver } from './team.ts';

/** Nobody scrolls through more results than this. */
const MOST_FOUND = 50;

export interface UnownedClients {
  /** Sorted by name. */
  clients: { id: string; name: string }[];
  more: boolean;
}

/**
 * A partner's active client brands that have no people of their own yet and whose name contains `name`. A brand gets an
 * empty list.
 * Throws permission_denied for everybody except owners, since only they invite a first owner.
 */
export async function listUnownedClients(ctx: Ctx, name: string): Promise<UnownedClients> {
  requireOver(ctx, 'owner');
  const { id, type } = actingAccount(ctx.actor);
  if (type !== 'partner') return { clients: [], more: false };
  const found = await listClientsWithoutPeople(ctx, { partner: id, name, limit: MOST_FOUND + 1 });
  return { clients: found.slice(0, MOST_FOUND), more: found.length > MOST_FOUND };
}
