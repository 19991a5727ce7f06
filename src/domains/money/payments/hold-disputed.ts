import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { driveInstructions } from '../ledger-instructions/drive-instructions.ts';
import { planMove } from './plan-earnings.ts';
import { listDisputed, requireDisputed } from './store.ts';

/**
 * Makes sure that none of a holder's disputed earnings is available before a payout takes the available ones.
 * The ledgers may lag behind the dispute, and an earning that was in a payout when its dispute began is
 * available again if that payout failed. Throws unavailable while the ledgers cannot be reached.
 */
export async function holdDisputed(ctx: SystemCtx, holder: string): Promise<void> {
  for (const row of await listDisputed(ctx, holder)) {
    await drive(ctx, row.id);
    const earning = holder === row.creatorId ? row.creatorEarningId : row.partnerEarningId;
    if (earning === null) continue;
    if ((await ledgerOf(ctx.env, holder).earning(earning))?.status !== 'available') continue;
    await inOneBatch(ctx, (own) => {
      // This guard orders the instructions after the dispute's own and before those that end it.
      requireDisputed(own, row);
      planMove(own, row, `hold:${ctx.now}`, 'held', { mayBePaid: true });
    });
    await drive(ctx, row.id);
  }
}

async function drive(ctx: SystemCtx, id: string): Promise<void> {
  if (!(await driveInstructions(ctx, id)))
    throw new AppError('unavailable', `The ledgers are behind what was decided about ${id}.`);
}
