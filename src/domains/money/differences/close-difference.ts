import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { DifferenceRow } from './difference.ts';
import { findDifference, saveClosed } from './store.ts';

/**
 * Adds to the caller's batch that a person has closed a difference. If it is found again it stays closed,
 * unless its details have changed. Throws not_found, and conflict when it is closed already.
 */
export async function closeDifference(
  ctx: SystemCtx,
  id: string,
): Promise<{ before: DifferenceRow; after: DifferenceRow }> {
  const before = await findDifference(ctx, id);
  if (!before) throw notFound('difference');
  if (before.closedAt !== null) throw new AppError('conflict', 'The difference is closed.');
  saveClosed(ctx, before);
  return { before, after: { ...before, closedAt: ctx.now } };
}
