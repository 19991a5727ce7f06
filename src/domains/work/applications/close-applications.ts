import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { Side } from '../creator-consent/consent.ts';
import { listOpen, saveClosed } from './closing-store.ts';

/**
 * Closes a creator's open applications in the batch, when the relationship behind them ends: an account
 * rejects them (`removed` if they were approved), a creator withdraws them. Call refreshRoster afterwards.
 * @param accountId one account, or null for all of them.
 */
export async function closeApplications(
  ctx: SystemCtx,
  accountId: string | null,
  creatorId: string,
  side: Side,
): Promise<void> {
  const rows = await listOpen(ctx, accountId, creatorId);
  saveClosed(ctx, accountId, creatorId, side);
  for (const row of rows)
    emit(ctx, {
      type: side === 'account' ? 'application.rejected' : 'application.withdrawn',
      account: row.accountId,
      creator: creatorId,
      data: { program: row.programId, application: row.id },
    });
}
