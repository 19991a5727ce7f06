import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { holderSides } from '../../../kit/holder.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { type PayoutDueRow, savePayoutsNeeded } from '../payables/interface.ts';

/** Tells a holder of available earnings, once, that they cannot be paid out before payouts are set up. */
export async function tellNeeded(ctx: SystemCtx, due: PayoutDueRow): Promise<void> {
  const { holder, currency } = due;
  if (due.neededAt !== null) return;
  const { [currency]: balance } = await ledgerOf(ctx.env, holder).balances();
  if ((balance?.available ?? 0) <= 0) return;
  await inOneBatch(ctx, (own) => {
    savePayoutsNeeded(own, due);
    emitInternal(own, { type: 'payouts.needed', ...holderSides(holder), data: {} });
  });
}
