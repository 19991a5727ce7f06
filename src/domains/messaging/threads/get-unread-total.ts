import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { countUnreadUpToMost } from '../thread-record/interface.ts';

/** How many messages the navigation says are unread, where a thousand and more look the same: each page asks it. */
export async function getUnreadTotal(ctx: Ctx): Promise<number> {
  return await countUnreadUpToMost(ctx, actingId(ctx.actor));
}
