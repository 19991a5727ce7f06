import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import type { ConnectionUse } from './connection.ts';

/** How the acting account's connections are used, by connection ID, as the domains that use them report. */
export async function usesOf(ctx: Ctx): Promise<ReadonlyMap<string, ConnectionUse>> {
  const found = await Promise.all(
    ctx.reactions.connectionUses.map(async (load) => await (await load()).usesOf(ctx, actingId(ctx.actor))),
  );
  const sum = new Map<string, ConnectionUse>();
  for (const [id, use] of found.flatMap((uses) => [...uses])) {
    const before = sum.get(id);
    sum.set(id, {
      activeCampaigns: use.activeCampaigns + (before?.activeCampaigns ?? 0),
      inUse: use.inUse || before?.inUse === true,
    });
  }
  return sum;
}

/**
 * Makes the caller's batch fail if anything uses the connection at the moment of writing, even if it began after the
 * check before.
 */
export async function requireUnused(ctx: Ctx, connectionId: string): Promise<void> {
  for (const load of ctx.reactions.connectionUses) (await load()).requireUnused(ctx, connectionId);
}
