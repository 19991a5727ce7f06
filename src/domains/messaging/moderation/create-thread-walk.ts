import type { SystemCtx } from '../../../context.ts';
import type { WalkRow } from './thread-walk.ts';
import { findWalk, insertWalk } from './walk-store.ts';

/**
 * Asks for a walk through all threads, in the caller's batch; a job does it. Throws conflict while one of its kind is under way.
 * @param since in milliseconds: from when on a restored main database may know too little.
 */
export async function createThreadWalk(
  ctx: SystemCtx,
  by: string,
  kind: WalkRow['kind'],
  since: number,
): Promise<{ before: WalkRow | null; after: WalkRow }> {
  const before = await findWalk(ctx, kind);
  const after: WalkRow = {
    kind,
    staff: by,
    status: 'asked',
    since,
    place: '',
    askedAt: ctx.now,
    finishedAt: null,
  };
  insertWalk(ctx, after);
  return { before, after };
}
