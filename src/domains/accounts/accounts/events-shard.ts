import type { SystemCtx } from '../../../context.ts';
import { shards } from '../../../db/client.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { assignShard, findEventsShard } from './store.ts';

/** The number of the EVENTS_<n> database that holds an account's events; null before its first pixel. */
export async function eventsShardOf(ctx: SystemCtx, accountId: string): Promise<number | null> {
  const known = memory.get(accountId);
  if (known !== undefined) return known;
  const shard = await findEventsShard(ctx, accountId);
  if (shard !== null) {
    if (memory.size >= MEMORY_LIMIT) memory.clear();
    memory.set(accountId, shard);
  }
  return shard;
}

// A shard is never taken away from an account, so what was read once stays true.
const memory = new Map<string, number>();
const MEMORY_LIMIT = 20_000;

/** Gives an account its shard unless it has one. Spreads accounts evenly; adding a shard moves nobody. */
export function ensureEventsShard(ctx: SystemCtx, accountId: string): void {
  const all = shards(ctx.env);
  assignShard(ctx, accountId, all[Number.parseInt(sha256Hex(accountId).slice(0, 8), 16) % all.length]!);
}
