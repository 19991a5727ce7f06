import type { SystemCtx } from '../../../context.ts';
import { recordViews } from '../../money/accruals/record-views.ts';
import { emitPostMove } from './emit-post-move.ts';
import type { PostRow } from './post.ts';
import { savePost } from './store.ts';
import { type Party, postMachine } from './transitions.ts';

/**
 * Approves a post and tells money its views, once, in the caller's batch. The batch fails with a conflict when the work
 * was reported on at the same time. Throws conflict from a state that can't be approved.
 * @param more what else changes with it.
 * @returns the post as it is after the batch.
 */
export async function approvePost(
  ctx: SystemCtx,
  before: PostRow,
  by: Party,
  more: Partial<PostRow> = {},
): Promise<PostRow> {
  const move = postMachine.require(before.state, 'approve', by, {});
  const changes: Partial<PostRow> = {
    shown: before.shown === 'archived' ? 'archived' : move.to,
    decidedAt: ctx.now,
    decidedBy: by,
    checkAt: null,
    ...more,
    state: move.to,
  };
  savePost(ctx, before, changes);
  const views = changes.eligibleViews ?? before.eligibleViews ?? 0;
  if (views > 0) await recordViews(ctx, before.submissionId, views, ctx.now);
  emitPostMove(ctx, before, move.event!);
  return { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
}
