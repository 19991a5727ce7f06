import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { PostRow } from './post.ts';
import type { Move } from './transitions.ts';

/** Tells in the batch that a post has moved. */
export function emitPostMove(
  ctx: SystemCtx,
  row: Pick<PostRow, 'id' | 'accountId' | 'creatorId' | 'submissionId' | 'programId'>,
  type: NonNullable<Move['event']>,
): void {
  emit(ctx, {
    type,
    account: row.accountId,
    creator: row.creatorId,
    data: { program: row.programId, submission: row.submissionId, post: row.id },
  });
}
