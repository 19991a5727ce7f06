import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { listToRemind, saveExpired, saveReminded, stateAt } from '../plan-record/interface.ts';
import type { PlanRow } from '../plan-record/plan.ts';
import { noticePlan } from './tell-plan.ts';

const AT_ONCE = 50;
/** The most rounds of one run. The next minute's run continues. */
const ROUNDS = 4;
const EXPIRED_AT_ONCE = 500;

/** Notes plans that have expired, and reminds brands of those that end unanswered. Cron. */
export async function endAdsPlans(ctx: SystemCtx): Promise<void> {
  for (let round = 0; round < ROUNDS; round++)
    if ((await saveExpired(ctx, EXPIRED_AT_ONCE)) < EXPIRED_AT_ONCE) break;
  for (let round = 0; round < ROUNDS; round++) {
    const due = await listToRemind(ctx, AT_ONCE);
    for (const row of due) await remind(ctx, row);
    if (due.length < AT_ONCE) break;
  }
}

/** The mark and the notice are in one batch, which an answer at the same moment undoes. */
async function remind(ctx: SystemCtx, row: PlanRow): Promise<void> {
  await inOneBatch(ctx, (own) => {
    saveReminded(own, row);
    if (isUnanswered(row, ctx.now)) noticePlan(own, row, 'ads_plan.ending');
  });
}

function isUnanswered(row: PlanRow, now: number): boolean {
  const state = stateAt(row, now);
  return state === 'draft/planned' || state === 'pending_approval/planned';
}
