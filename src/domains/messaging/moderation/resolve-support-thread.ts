import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { findSupportRow, saveResolved } from './support-store.ts';
import type { SupportThreadRow } from './support-thread.ts';

/**
 * Resolves a support thread in the caller's batch. A message opens it again. Throws not_found; version_conflict and
 * conflict when something was written since it was read, or when it is resolved.
 */
export async function resolveSupportThread(
  ctx: SystemCtx,
  thread: string,
  version: number,
): Promise<{ before: SupportThreadRow; after: SupportThreadRow }> {
  const before = await findSupportRow(ctx, thread);
  if (!before) throw notFound('support thread');
  checkVersion({ version: before.seq + 1 }, version);
  if (before.supportStatus === 'resolved') throw new AppError('conflict', 'The thread is resolved.');
  saveResolved(ctx, before);
  const after = { ...before, supportStatus: 'resolved' as const, resolvedAt: ctx.now, waitingSince: null };
  return { before, after };
}
