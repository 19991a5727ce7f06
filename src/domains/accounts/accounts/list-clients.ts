import type { Ctx } from '../../../context.ts';
import { listClientsNamed } from './store.ts';

/** As many as a person looks through. */
const MOST_CLIENTS_FOUND = 50;

export interface FoundClients {
  /** Those that were chosen, then those that were found, each by name. */
  clients: { id: string; name: string }[];
  more: boolean;
}

/** A partner's active client brands with `name` in theirs, and those of `chosen` that it has. Nothing for a brand. */
export async function listClients(ctx: Ctx, name: string, chosen: readonly string[]): Promise<FoundClients> {
  if (ctx.actor.account?.type !== 'partner') return { clients: [], more: false };
  const limit = MOST_CLIENTS_FOUND + chosen.length;
  const clients = await listClientsNamed(ctx, { name, chosen, limit: limit + 1 });
  return { clients: clients.slice(0, limit), more: clients.length > limit };
}
