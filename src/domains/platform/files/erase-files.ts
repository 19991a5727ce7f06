import type { SystemCtx } from '../../../context.ts';
import type { Purpose } from './purposes.ts';
import { deleteOwnedNow } from './store.ts';

/**
 * Deletes files of an owner that were uploaded for one purpose, a portion at a time, whatever relies on them; and their stills
 * that nothing else shows. The job removes the bytes. What is still being uploaded is no record's yet, and stays.
 * @returns whether that were all.
 */
export async function eraseFiles(
  ctx: SystemCtx,
  ownerId: string,
  purpose: Purpose,
  limit: number,
): Promise<boolean> {
  return (await deleteOwnedNow(ctx, ownerId, purpose, limit)) < limit;
}
