import type { SystemCtx } from '../../../context.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { followPayout } from './follow-payout.ts';
import { railOf } from './rails.ts';
import { findByPayout } from './store.ts';
import type { WithdrawalRow } from './withdrawal.ts';

/**
 * Reads a payout at the processor again and follows it; ignores a payout that is not a withdrawal of ours.
 * Throws unavailable or provider_error when the processor cannot be asked.
 */
export async function refreshWithdrawal(
  ctx: SystemCtx,
  processorAccount: string | null,
  payoutId: string,
): Promise<void> {
  const row = await findByPayout(ctx, payoutId);
  // A recipient's payout comes from our own account, so its event names no connected account.
  if (row?.kind === 'recipient' || (row && row.processorAccount === processorAccount)) {
    await askProcessor(ctx, row);
  }
}

/** Reads a withdrawal's payout, and moves the withdrawal to its state. */
export async function askProcessor(ctx: SystemCtx, row: WithdrawalRow): Promise<void> {
  const stripe = await stripeClient(ctx.vars);
  await followPayout(ctx, row, await railOf(row).read(stripe, row));
}
