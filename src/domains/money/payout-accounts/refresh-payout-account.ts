import type { SystemCtx } from '../../../context.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { readPayoutAccount } from '../../../integrations/stripe/connect.ts';
import { readRecipient } from '../../../integrations/stripe/recipients.ts';
import { AppError } from '../../../kit/error.ts';
import { payoutAccountOf } from './interface.ts';
import type { PayoutAccountRow } from './payout-account.ts';
import { saveSnapshot } from './save-snapshot.ts';
import { findByProcessorAccount } from './store.ts';

const TRIES = 4;

/**
 * Reads an account at the processor and stores its state. Null for an account that is not ours. Commits by
 * itself. Throws unavailable or provider_error.
 */
export async function refreshPayoutAccount(
  ctx: SystemCtx,
  processorAccount: string,
): Promise<PayoutAccountRow | null> {
  const stripe = await stripeClient(ctx.vars);
  for (let tries = 1; tries <= TRIES; tries++) {
    // Read before asking the processor: a state that is stored meanwhile may be newer than ours.
    const before = await findByProcessorAccount(ctx, processorAccount);
    if (!before) return null;
    const look = before.kind === 'recipient' ? readRecipient : readPayoutAccount;
    const found = await look(stripe, processorAccount);
    try {
      await saveSnapshot(ctx, before, found);
      return await payoutAccountOf(ctx, before.holder);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    }
  }
  throw new AppError('unavailable', 'The payout account keeps changing. Try again.');
}
