import type { SystemCtx } from '../../../context.ts';
import { freeUrl, goLive } from './go-live.ts';
import type { SubmissionRow } from './submission.ts';

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
  const named = before.url ?? (await freeUrl(ctx, before, url, []));
  goLive(ctx, before, { postId: post, url: named });
  return named;
}
