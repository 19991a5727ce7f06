import { findStanding, type Standing } from '../../../auth/standing.ts';
import type { SystemCtx } from '../../../context.ts';
import type { LiveRights } from '../thread-log/live-socket.ts';
import { isShown, writesIn } from './caller.ts';
import { hearsLive, rightsIn } from './found-thread.ts';
import { findThread } from './store.ts';

/** What callers that were admitted to a thread before may do in it now; null for those that may not even read. */
export async function findLiveRights(
  ctx: SystemCtx,
  thread: string,
  callers: readonly Standing[],
): Promise<(LiveRights | null)[]> {
  return await Promise.all(
    callers.map(async (caller) => {
      const [actor, found] = await Promise.all([
        findStanding(ctx.env, caller, ctx.now),
        findThread(ctx, caller.side, thread),
      ]);
      if (!actor || !found || !hearsLive(found) || !isShown(actor, found)) return null;
      const { reads, sends, marks } = rightsIn(found, writesIn(actor));
      return reads ? { reads, sends, marks } : null;
    }),
  );
}
