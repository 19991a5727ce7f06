import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { findShownTo } from './file-store.ts';

/** Whether a file is attached to a message that the acting account or creator reads, and that is not deleted. */
export async function readsAttachment(ctx: Ctx, file: string): Promise<boolean> {
  return await findShownTo(ctx, actingId(ctx.actor), file);
}
