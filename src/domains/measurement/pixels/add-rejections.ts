import type { SystemCtx } from '../../../context.ts';
import type { RejectionsMessage } from '../../../env.ts';
import { saveRejections } from './rejection-store.ts';

/** Adds refused events to what a pixel's owner is shown. A message that arrives twice is added once. */
export async function addRejections(
  ctx: SystemCtx,
  shard: number,
  messages: RejectionsMessage[],
): Promise<void> {
  await saveRejections(ctx, shard, messages);
}
