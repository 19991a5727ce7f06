import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { planMove } from './plan-earnings.ts';
import { listToRelease, saveReleased } from './store.ts';
import type { PaymentRow } from './table.ts';

const RELEASED_AT_ONCE = 200;
const IN_ONE_BATCH = 20;

/** The cron's part: makes earnings available once their hold has ended. */
export async function releasePayments(ctx: SystemCtx): Promise<void> {
  const due = await listToRelease(ctx, RELEASED_AT_ONCE);
  for (let i = 0; i < due.length; i += IN_ONE_BATCH) {
    const portion = due.slice(i, i + IN_ONE_BATCH);
    // A payment that was just disputed makes the batch fail. Then each is released alone, and only that one
    // stays held.
    if (await release(ctx, portion)) continue;
    for (const row of portion) await release(ctx, [row]);
  }
}

async function release(ctx: SystemCtx, rows: PaymentRow[]): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    for (const row of rows) {
      saveReleased(own, row);
      planMove(own, row, 'release', 'available', { holdUntilAt: null, mayBePaid: false });
    }
  });
}
