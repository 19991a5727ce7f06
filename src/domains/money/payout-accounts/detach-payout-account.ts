import type { SystemCtx } from '../../../context.ts';
import { log } from '../../../kit/log.ts';
import type { RecordTakenOver } from '../../work/creator-consent/interface.ts';
import { clearProcessorBalance } from '../processor-balances/interface.ts';
import { findAccount, saveDetached } from './store.ts';

/**
 * A person took the record over: whose identity and bank were set up before is not known to be that person's. The balance
 * stays on the ledger; what the old account holds at the processor is ours again, and a new one is sent what it lacks.
 */
export const detachPayoutAccount: RecordTakenOver = async (ctx: SystemCtx, creatorId: string) => {
  const account = await findAccount(ctx, creatorId);
  if (!account) return;
  const held = await clearProcessorBalance(ctx, creatorId);
  saveDetached(ctx, account, held);
  if (Object.values(held).some((cents) => cents !== 0))
    log('warn', { creator: creatorId, detached: account.processorAccount, held });
};
