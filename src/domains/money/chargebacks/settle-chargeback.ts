import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { ChargebackRow } from './interface.ts';
import { reportDispute } from './report-dispute.ts';
import { findChargeback, saveChargeback } from './store.ts';

/**
 * Notes in the caller's batch that the staff has settled a lost chargeback with the brand: its applications
 * are no longer past due. What the brand owes stays in its ledger. Throws not_found, or conflict when it is
 * not lost.
 */
export async function settleChargeback(
  ctx: SystemCtx,
  id: string,
): Promise<{ before: ChargebackRow; after: ChargebackRow }> {
  const before = await findChargeback(ctx, id);
  if (!before) throw notFound('chargeback');
  if (before.status !== 'lost')
    throw new AppError('conflict', `The chargeback is ${before.status}: there is nothing to settle.`);
  // The cron tells the applications if this process dies first.
  const changes = { status: 'settled' as const, nextAt: ctx.now };
  saveChargeback(ctx, before, changes);
  const after = { ...before, ...changes, updatedAt: ctx.now };
  ctx.write.afterCommit(() => reportDispute(withOwnWrites(ctx), after));
  return { before, after };
}
