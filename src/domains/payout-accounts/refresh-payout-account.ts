import type { SystemCtx } from '../../context.ts';
import type { PayoutAccountRow } from './payout-account.ts';

/**
 * Looks at what the processor says of one of its accounts, and keeps it. Null for one that is not ours. Commits by
 * itself. Throws unavailable or provider_error.
 */
export async function refreshPayoutAccount(
  _ctx: SystemCtx,
  _processorAccount: string,
): Promise<PayoutAccountRow | null> {
  throw new Error('not built yet');
}
