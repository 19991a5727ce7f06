import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { onlyBeforeApproval, submissionsById, termsOf } from '../../work/submissions/interface.ts';
import { accrueViews } from './accrue.ts';
import { earnsByRules, waitsForApproval } from './earns-by-rules.ts';
import { findViews, saveViews } from './report-store.ts';

/**
 * Adds to ctx.write the total views of a submission's post, as known at `at` (milliseconds). A lower count or
 * an older report changes nothing. Views of a submission that is not approved are kept until it is.
 * Throws not_found. The batch fails with a conflict when the submission was reported on or approved at the
 * same time: then report again.
 */
export async function recordViews(
  ctx: SystemCtx,
  submission: string,
  views: number,
  at: number,
): Promise<void> {
  if (!Number.isSafeInteger(views) || views < 0) throw new RangeError(`not a number of views: ${views}`);
  const row = (await submissionsById(ctx, [submission])).get(submission);
  if (!row) throw notFound('submission');
  const before = await findViews(ctx, submission);
  if (before && (views <= before.views || at < before.reportedAt)) return;
  saveViews(ctx, { submissionId: submission, views, reportedAt: at });
  if (earnsByRules(row)) {
    await accrueViews(ctx, { row, terms: await termsOf(ctx, row) }, { views, reportedAt: at });
  } else if (waitsForApproval(row)) onlyBeforeApproval(ctx, row);
}
