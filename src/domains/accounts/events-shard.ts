import type { SystemCtx } from '../../context.ts';
import { shards } from '../../db/client.ts';
import { sha256Hex } from '../../kit/crypto.ts';
import { assignShard, findEventsShard } from './store.ts';

/** The number of the EVENTS_<n> database that holds an account's events; null before its first pixel. */
export async function eventsShardOf(ctx: SystemCtx, accountId: string): Promise<number | null> {
  return await findEventsShard(ctx, accountId);
}

/** Gives an account its shard unless it has one. Spreads accounts evenly; adding a shard moves nobody. */
export function ensureEventsShard(ctx: SystemCtx, accountId: string): void {
  const all = shards(ctx.env);
  assignShard(ctx, accountId, all[Number.parseInt(sha256Hex(accountId).slice(0, 8), 16) % all.length]!);
}
