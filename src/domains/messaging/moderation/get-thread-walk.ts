import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import type { WalkRow } from './thread-walk.ts';
import { findWalk } from './walk-store.ts';

/** The last walk of a kind. Throws not_found. */
export async function getThreadWalk(ctx: SystemCtx, kind: string): Promise<WalkRow> {
  const found = kind === 'search' || kind === 'database' ? await findWalk(ctx, kind) : null;
  if (!found) throw notFound('walk');
  return found;
}
