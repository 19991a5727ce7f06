import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { driveInstructions } from '../ledger/instructions.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { planMove } from './plan-earnings.ts';
import { listDisputed, requireDisputed } from './store.ts';

/**
 * Sees to it that none of a holder's disputed earnings is available, before a payout takes up what is: the ledgers may
 * be behind the dispute, and what was in a payout when its dispute began has come back if that payout failed.
 * Throws unavailable while the ledgers can't be reached.
 */
export async function holdDisputed(ctx: SystemCtx, holder: string): Promise<void> {
  for (const row of await listDisputed(ctx, holder)) {
    await drive(ctx, row.id);
    const earning = holder === row.creatorId ? row.creatorEarningId : row.partnerEarningId;
    if (earning === null) continue;
    if ((await ledgerOf(ctx.env, holder).earning(earning))?.status !== 'available') continue;
    await inOneBatch(ctx, (own) => {
      // Behind this guard the steps come after the dispute's and before those of its end.
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
