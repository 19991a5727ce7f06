import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { listPayDue, settlePay, termsOf } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import { accrueAdSpend, accrueApproval, accrueViews } from './accrue.ts';
import { saveConversionsNew } from './conversion-store.ts';
import { findViews, listUnsharedAdSpend, saveShared } from './report-store.ts';

const AT_ONCE = 200;
/** Days of ads: far more than an ad runs before its work is approved. */
const ADS_AT_ONCE = 1000;

/**
 * Counts approvals, each once, together with the views and ad spend that were reported before them, and has the
 * conversions looked at again that waited for them.
 */
export async function countApprovals(ctx: SystemCtx): Promise<void> {
  for (const row of await listPayDue(ctx, AT_ONCE)) {
    // One that was taken back or counted by another run this moment is left alone.
    await inOneBatch(ctx, (own) => fillApproval(own, row));
  }
}

async function fillApproval(ctx: SystemCtx, row: SubmissionRow): Promise<void> {
  const work = { row, terms: await termsOf(ctx, row) };
  settlePay(ctx, row, null);
  await accrueApproval(ctx, work);
  const views = await findViews(ctx, row.id);
  if (views) await accrueViews(ctx, work, views);
  const ads = await listUnsharedAdSpend(ctx, row.id, ADS_AT_ONCE);
  await accrueAdSpend(ctx, work, ads);
  saveShared(ctx, ads);
  saveConversionsNew(ctx, row.creatorId, row.accountId);
}
