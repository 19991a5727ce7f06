import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { postUrl } from './post-url.ts';
import { findByUrl, saveSubmission } from './store.ts';
import type { SubmissionRow } from './submission.ts';
import { submissionMachine } from './transitions.ts';

/**
 * Adds to the batch that a post shows the work: approved work is live from now on, and its URL is the post's unless one was
 * given. The batch fails with a conflict when the work has changed since it was read.
 * @returns the work's URL after the batch.
 */
export async function linkPost(
  ctx: SystemCtx,
  before: SubmissionRow,
  { post, url }: { post: string; url: string },
): Promise<string | null> {
  const move =
    before.status === 'approved'
      ? submissionMachine.require(before.status, 'publish', 'service', {
          paid: before.paymentId !== null,
          linked: before.url !== null,
        })
      : null;
  const named = before.url ?? (await freeUrl(ctx, before, url));
  saveSubmission(ctx, before, { postId: post, url: named, ...(move && { status: move.to }) });
  if (move?.event)
    emit(ctx, {
      type: move.event,
      account: before.accountId,
      creator: before.creatorId,
      data: { program: before.programId, submission: before.id },
    });
  return named;
}

/** The post's URL in its stored form; null where other work of the program names it already. */
async function freeUrl(ctx: SystemCtx, before: SubmissionRow, url: string): Promise<string | null> {
  const kept = postUrl(url, []);
  if (kept === null) return null;
  const other = await findByUrl(ctx, before.programId, kept);
  return other === null || other === before.id ? kept : null;
}
