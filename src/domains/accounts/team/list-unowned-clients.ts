import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { listClientsWithoutPeople } from './membership-store.ts';
import { requireOver } from './team.ts';

/** As many as a person looks through. */
const MOST_FOUND = 50;

export interface UnownedClients {
  /** By name. */
  clients: { id: string; name: string }[];
  more: boolean;
}

/**
 * The active client brands of a partner that have no people of their own yet, with `name` in theirs. Nothing for a brand.
 * Throws permission_denied for everybody but owners, who alone invite a first owner.
 */
export async function listUnownedClients(ctx: Ctx, name: string): Promise<UnownedClients> {
  requireOver(ctx, 'owner');
  const { id, type } = actingAccount(ctx.actor);
  if (type !== 'partner') return { clients: [], more: false };
  const found = await listClientsWithoutPeople(ctx, { partner: id, name, limit: MOST_FOUND + 1 });
  return { clients: found.slice(0, MOST_FOUND), more: found.length > MOST_FOUND };
}
