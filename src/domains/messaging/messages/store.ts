import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { spendQuota } from '../../../db/quota.ts';
import { quotaUse } from '../../../db/quota-table.ts';
import { startOfDay } from '../../../kit/time.ts';
import { threadMessages } from '../thread-record/table.ts';
import { messageReports } from './table.ts';

/** How many messages the side has sent today, as far as it was told. */
export async function findSentToday(ctx: SystemCtx, side: string): Promise<number> {
  const row = await mainDb(ctx.env)
    .select({ amount: quotaUse.amount })
    .from(quotaUse)
    .where(
      and(eq(quotaUse.day, startOfDay(ctx.now)), eq(quotaUse.accountId, side), eq(quotaUse.what, 'messages')),
    )
    .get();
  return row?.amount ?? 0;
}

/** The first message of a thread with at least this ID; null when none was told. */
export async function findFirstFrom(ctx: SystemCtx, thread: string, id: string): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ id: threadMessages.id })
    .from(threadMessages)
    .where(and(eq(threadMessages.threadId, thread), sql`${threadMessages.id} >= ${id}`))
    .orderBy(threadMessages.id)
    .limit(1)
    .get();
  return row?.id ?? null;
}

/** The last message of a thread with a smaller ID than this; null when none was told. */
export async function findLastBefore(ctx: SystemCtx, thread: string, id: string): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ id: threadMessages.id })
    .from(threadMessages)
    .where(and(eq(threadMessages.threadId, thread), lt(threadMessages.id, id)))
    .orderBy(desc(threadMessages.id))
    .limit(1)
    .get();
  return row?.id ?? null;
}

/** Adds a report to the batch. A second one of the same message by the same side changes nothing. Throws rate_limited. */
export function insertReport(ctx: SystemCtx, row: typeof messageReports.$inferInsert): void {
  const { REPORTS_A_DAY: most } = ctx.vars;
  ctx.write.add(mainDb(ctx.env).insert(messageReports).values(row).onConflictDoNothing());
  spendQuota(ctx, ctx.write, {
    account: row.side,
    what: 'message_reports',
    amount: 1,
    most,
    message: `At most ${most} messages are reported a day.`,
  });
}
