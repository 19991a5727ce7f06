// What other domains may ask of retainers. What changes one rides in the caller's batch.
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
  saveLateStep,
  saveRetainer,
} from './store.ts';

/**
 * The retainer that a creator's new work for a program is under, and that pays it instead of the program's rules: the one
 * that runs with the account, if it names no other program. Null when there is none.
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
        // The cron may come a little late: one that is being cancelled ends when its period does.
        sql`(${retainers.status} <> 'canceling' OR ${retainers.currentPeriodEndAt} > ${ctx.now})`,
      ),
    )
    .orderBy(newestFirst(retainers.id))
    .limit(1)
    .get();
  return row?.id ?? null;
}

/**
 * To be called when work under a retainer is approved: one that is over already pays it with the next cron run. The time always grows, so that a step that is under way for an earlier
 * one fails on its guard instead of taking this one away.
 */
export function markSubmissionsDue(ctx: SystemCtx, id: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(retainers)
      .set({ dueAt: sql`MAX(${ctx.now}, COALESCE(${retainers.dueAt} + 1, 0))` })
      .where(and(eq(retainers.id, id), sql`${retainers.status} IN ('canceled', 'ended')`)),
  );
}

/** Makes answers fail that are based on what an account's open offers asked before: their versions move. */
export function moveOfferVersions(ctx: SystemCtx, accountId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(retainers)
      .set({ version: sql`${retainers.version} + 1`, updatedAt: ctx.now })
      .where(and(eq(retainers.accountId, accountId), eq(retainers.status, 'offered'))),
  );
}
