// What other domains may ask of retainers. Every change is part of the caller's batch.
import { and, eq, lte, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst } from '../../../db/list.ts';
import { retainers } from './table.ts';

export { cancelRetainers } from './cancel-retainers.ts';
export {
  type FoundRetainer,
  findRetainer,
  listDueRetainers,
  saveLatePaid,
  saveRetainer,
} from './store.ts';

/**
 * The creator's running retainer with the account, which pays a new submission to a program in place of the
 * program's rules. Null when there is none, or when it is for another program.
 */
export async function findRunningRetainer(
  ctx: SystemCtx,
  submission: { accountId: string; creatorId: string; programId: string },
): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ id: retainers.id })
    .from(retainers)
    .where(
      and(
        eq(retainers.creatorId, submission.creatorId),
        eq(retainers.accountId, submission.accountId),
        sql`${retainers.status} IN ('accepted', 'active', 'canceling')`,
        sql`(${retainers.programId} IS NULL OR ${retainers.programId} = ${submission.programId})`,
        lte(retainers.startsAt, ctx.now),
        // The cron may be a little late: a retainer that is being cancelled ends when its period does.
        sql`(${retainers.status} <> 'canceling' OR ${retainers.currentPeriodEndAt} > ${ctx.now})`,
      ),
    )
    .orderBy(newestFirst(retainers.id))
    .limit(1)
    .get();
  return row?.id ?? null;
}

/**
 * Call this when a submission under a retainer is approved: a retainer that has ended pays it in the next
 * cron run. The time always grows, so that a step that is under way for an earlier submission fails on its
 * guard and does not clear this one.
 */
export function markSubmissionsDue(ctx: SystemCtx, id: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(retainers)
      .set({ dueAt: sql`MAX(${ctx.now}, COALESCE(${retainers.dueAt} + 1, 0))` })
      .where(and(eq(retainers.id, id), sql`${retainers.status} IN ('canceled', 'ended')`)),
  );
}

/**
 * Makes answers that are based on older terms of an account's open offers fail, by incrementing the offers'
 * versions.
 */
export function moveOfferVersions(ctx: SystemCtx, accountId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(retainers)
      .set({ version: sql`${retainers.version} + 1`, updatedAt: ctx.now })
      .where(and(eq(retainers.accountId, accountId), eq(retainers.status, 'offered'))),
  );
}
