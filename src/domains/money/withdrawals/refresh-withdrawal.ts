import type { SystemCtx } from '../../../context.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { followPayout } from './follow-payout.ts';
import { railOf } from './rails.ts';
import { findByPayout } from './store.ts';
import type { WithdrawalRow } from './withdrawal.ts';

/**
 * Reads a payout at the processor again and follows it; one that is no withdrawal of ours is left alone.
 * Throws unavailable or provider_error when the processor can't be asked.
 */
export async function refreshWithdrawal(
  ctx: SystemCtx,
  processorAccount: string | null,
  payoutId: string,
): Promise<void> {
  const row = await findByPayout(ctx, payoutId);
  // A recipient's comes from our own account, and is said to be about that.
  if (row?.kind === 'recipient' || (row && row.processorAccount === processorAccount)) {
    await askProcessor(ctx, row);
  }
}

/** Asks where a withdrawal's payout is, and brings the withdrawal there. */
export async function askProcessor(ctx: SystemCtx, row: WithdrawalRow): Promise<void> {
  const stripe = await stripeClient(ctx.vars);
  await followPayout(ctx, row, await railOf(row).read(stripe, row));
}
