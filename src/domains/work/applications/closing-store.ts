// Closes the applications of a relationship that ends.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { Side } from '../creator-consent/consent.ts';
import type { ApplicationRow } from './application.ts';
import { applications } from './table.ts';

/** Pending and approved applications; with any account when `accountId` is null. */
function openOnes(accountId: string | null, creatorId: string): SQL {
  return and(
    eq(applications.creatorId, creatorId),
    accountId === null ? undefined : sql`+${applications.accountId} = ${accountId}`,
    inArray(applications.status, ['pending', 'approved']),
  )!;
}

export async function listOpen(
  ctx: SystemCtx,
  accountId: string | null,
  creatorId: string,
): Promise<ApplicationRow[]> {
  return await mainDb(ctx.env).select().from(applications).where(openOnes(accountId, creatorId)).all();
}

/**
 * Closes all applications that are open when the batch is written, even new ones, so that none outlives the
 * relationship.
 */
export function saveClosed(ctx: SystemCtx, accountId: string | null, creatorId: string, side: Side): void {
  const open = openOnes(accountId, creatorId);
  ctx.write.addSql(sql`UPDATE programs SET creator_count = creator_count - 1 WHERE id IN (
    SELECT program_id FROM applications WHERE ${open} AND status = 'approved')`);
  const moved = { invited: false, version: sql`${applications.version} + 1`, updatedAt: ctx.now };
  const wasApproved: SQL<boolean> = sql`${applications.status} = 'approved'`;
  ctx.write.add(
    mainDb(ctx.env)
      .update(applications)
      .set(
        side === 'account'
          ? { ...moved, status: 'rejected' as const, removed: wasApproved, reviewedAt: ctx.now }
          : { ...moved, status: 'withdrawn' as const },
      )
      .where(open),
  );
}
