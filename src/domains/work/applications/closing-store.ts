// What the end of a relationship makes of the applications behind it.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { Side } from '../creator-consent/consent.ts';
import type { ApplicationRow } from './application.ts';
import { applications } from './table.ts';

/** Pending and approved ones. `accountId` null: with any account. */
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

/** Closes all that are open when the batch is written, not just those that were read: none outlives the relationship. */
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
