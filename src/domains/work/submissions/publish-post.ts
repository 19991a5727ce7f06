import type { SystemCtx } from '../../../context.ts';
import { findProgram } from '../program-terms/interface.ts';
import { freeUrl, goLive } from './go-live.ts';
import { findSubmission } from './store.ts';

/**
 * Gives approved work without a URL the post that a platform names as its creator's, in the caller's batch. Nothing
 * happens to other work, when the post is not of the work's platform, or when it is that of other work.
 */
export async function publishPost(ctx: SystemCtx, id: string, url: string): Promise<void> {
  const row = await findSubmission(ctx, id);
  if (!row || row.url !== null || (row.status !== 'approved' && row.status !== 'live')) return;
  const platforms =
    row.platform === null ? (await findProgram(ctx, row.programId))?.platforms : [row.platform];
  const kept = await freeUrl(ctx, row, url, platforms ?? []);
  if (kept === null) return;
  goLive(ctx, row, { url: kept });
  (await ctx.reactions.submissionPublished())(ctx, row.creatorId);
}
