import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { emit } from '../../../db/outbox.ts';
import type { Side } from '../creators/consent.ts';
import { applications } from './table.ts';

/**
 * Adds to the batch what becomes of a creator's open applications when the relationship behind them ends: an account
 * rejects them (`removed` for those that were approved), a creator withdraws them. Call refreshRoster afterwards.
 * @param accountId of one account, or null for all of them.
 */
export async function closeApplications(
  ctx: Ctx | SystemCtx,
  accountId: string | null,
  creatorId: string,
  side: Side,
): Promise<void> {
  const open = and(
    eq(applications.creatorId, creatorId),
    accountId === null ? undefined : sql`+${applications.accountId} = ${accountId}`,
    inArray(applications.status, ['pending', 'approved']),
  )!;
  const rows = await mainDb(ctx.env).select().from(applications).where(open).all();
  if (rows.length === 0) return;
  // All that are open when the batch is written, not just those that were read: none may outlive the relationship.
  ctx.write.addSql(sql`UPDATE programs SET creator_count = creator_count - 1 WHERE id IN (
    SELECT program_id FROM applications WHERE ${open} AND status = 'approved')`);
  ctx.write.add(mainDb(ctx.env).update(applications).set(closed(ctx, side)).where(open));
  for (const row of rows)
    emit(ctx, {
      type: side === 'account' ? 'application.rejected' : 'application.withdrawn',
      account: row.accountId,
      creator: creatorId,
      data: { program: row.programId, application: row.id },
    });
}

function closed(ctx: SystemCtx, side: Side) {
  const moved = { invited: false, version: sql`${applications.version} + 1`, updatedAt: ctx.now };
  const wasApproved: SQL<boolean> = sql`${applications.status} = 'approved'`;
  return side === 'account'
    ? { ...moved, status: 'rejected' as const, removed: wasApproved, reviewedAt: ctx.now }
    : { ...moved, status: 'withdrawn' as const };
}
