import type { Ctx } from '../../../context.ts';
import { listClientsNamed } from './store.ts';

/** Nobody scrolls through more results than this. */
const MOST_CLIENTS_FOUND = 50;

export interface FoundClients {
  /** The chosen clients first, then the other matches, each group by name. */
  clients: { id: string; name: string }[];
  more: boolean;
}

/**
 * A partner's active client brands whose name contains `name`, and the clients in `chosen`. A brand gets an empty list.
 */
export async function listClients(ctx: Ctx, name: string, chosen: readonly string[]): Promise<FoundClients> {
  if (ctx.actor.account?.type !== 'partner') return { clients: [], more: false };
  const limit = MOST_CLIENTS_FOUND + chosen.length;
  const clients = await listClientsNamed(ctx, { name, chosen, limit: limit + 1 });
  return { clients: clients.slice(0, limit), more: clients.length > limit };
}
