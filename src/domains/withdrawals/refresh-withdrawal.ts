import type { SystemCtx } from '../../context.ts';

/**
 * Reads a payout at the processor again and follows it; one that is no withdrawal of ours is left alone.
 * Throws unavailable or provider_error when the processor can't be asked.
 */
export async function refreshWithdrawal(
  _ctx: SystemCtx,
  _processorAccount: string,
  _payoutId: string,
): Promise<void> {
  throw new Error('not yet');
}
