import type { SystemCtx } from '../../../context.ts';
import type { PayoutAccountRow } from './payout-account.ts';
import { findAccount } from './store.ts';

/** The payout account of a creator or partner at the processor; null before it is made. */
export async function payoutAccountOf(ctx: SystemCtx, holder: string): Promise<PayoutAccountRow | null> {
  const row = await findAccount(ctx, holder);
  if (!row?.processorAccount) return null;
  return { ...row, processorAccount: row.processorAccount };
}
