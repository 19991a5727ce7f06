import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { handleEvent } from './handle-event.ts';
import { findEvent, type ProcessorEvent, saveReopened } from './store.ts';

/**
 * Handles an event that failed too often again, once the caller's batch has committed. Throws not_found, or
 * conflict when it has not failed.
 */
export async function retryProcessorEvent(
  ctx: SystemCtx,
  id: string,
): Promise<{ before: ProcessorEvent; after: ProcessorEvent }> {
  const before = await findEvent(ctx, id);
  if (!before) throw notFound('processor event');
  if (before.status !== 'failed') throw new AppError('conflict', `The event is ${before.status}.`);
  const again = { status: 'open', attempts: 0, nextAt: ctx.now } as const;
  saveReopened(ctx, id, again);
  ctx.write.afterCommit(() => handleEvent(withOwnWrites(ctx), id));
  return { before, after: { ...before, ...again } };
}
