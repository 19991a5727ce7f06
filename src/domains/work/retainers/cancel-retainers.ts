import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { RetainerRow } from './retainer.ts';
import { listOpenOf, saveRetainer } from './store.ts';

/**
 * Cancels all of a creator's retainers in the batch; one that is running continues to the end of its period.
 */
export async function cancelRetainers(ctx: SystemCtx, creatorId: string): Promise<void> {
  for (const row of await listOpenOf(ctx, creatorId)) {
    const changes = cancelled(ctx, row);
    if (!changes) continue;
    saveRetainer(ctx, row, changes);
    const about = { account: row.accountId, creator: creatorId };
    emit(ctx, { ...about, type: 'retainer.canceled', data: { retainer: row.id } });
  }
}

function cancelled(ctx: SystemCtx, { status }: RetainerRow): Partial<RetainerRow> | null {
  if (status === 'canceling') return null;
  if (status === 'active') return { status: 'canceling', canceledAt: ctx.now };
  // One whose start has passed may have submissions, so the cron looks at it once more.
  return { status: 'canceled', canceledAt: ctx.now, ...(status === 'accepted' ? { dueAt: ctx.now } : {}) };
}
