import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { countUnread } from '../thread-record/interface.ts';
import type { UnreadCount } from './thread-input.ts';

/** What is unread in all threads of the acting account or creator, without muted ones. */
export async function getUnreadCount(ctx: Ctx): Promise<UnreadCount> {
  return await countUnread(ctx, actingId(ctx.actor));
}
