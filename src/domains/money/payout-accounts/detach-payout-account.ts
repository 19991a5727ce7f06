import type { SystemCtx } from '../../../context.ts';
import { log } from '../../../kit/log.ts';
import type { RecordTakenOver } from '../../work/creator-consent/interface.ts';
import { clearProcessorBalance } from '../processor-balances/interface.ts';
import { findAccount, saveDetached } from './store.ts';

/**
 * When a person takes a creator record over, the old payout account is detached, because its identity and
 * bank may be somebody else's. The balance stays on the ledger. The money in the old account belongs to the
 * service again, and a new account is sent what it lacks.
 */
export const detachPayoutAccount: RecordTakenOver = async (ctx: SystemCtx, creatorId: string) => {
  const account = await findAccount(ctx, creatorId);
  if (!account) return;
  const held = await clearProcessorBalance(ctx, creatorId);
  saveDetached(ctx, account, held);
  if (Object.values(held).some((cents) => cents !== 0))
    log('warn', { creator: creatorId, detached: account.processorAccount, held });
};
