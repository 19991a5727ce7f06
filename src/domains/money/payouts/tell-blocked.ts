import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emit } from '../../../db/outbox.ts';
import type { PayoutDueRow } from '../payables/interface.ts';
import type { PayoutProblem } from '../payout-accounts/payout-account.ts';
import { listUntoldBlocked, saveBlocked } from './store.ts';

const TOLD_AT_ONCE = 50;

/**
 * Tells both sides of a creator's payments that these cannot be paid out, once for each payment. Payments
 * that were made while the problem was known told them at once.
 */
export async function tellBlocked(ctx: SystemCtx, due: PayoutDueRow, problem: PayoutProblem): Promise<void> {
  for (;;) {
    const untold = await listUntoldBlocked(ctx, due.holder, due.currency, TOLD_AT_ONCE);
    if (untold.length === 0) return;
    const told = await inOneBatch(ctx, (own) => {
      for (const { id, accountId: account, creatorId: creator } of untold) {
        saveBlocked(own, id, problem);
        emit(own, { type: 'payment.payout_blocked', account, creator, data: { payment: id, creator } });
      }
    });
    // Another run tells them.
    if (!told) return;
  }
}
