// Support threads and what the staff told threads to do.
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import { threadMessages, threads } from '../thread-record/table.ts';
import type { SupportThreadRow } from './support-thread.ts';
import { threadInstructions } from './table.ts';

export type InstructionRow = typeof threadInstructions.$inferSelect;

const { id, accountId, creatorId, supportStatus, waitingSince, resolvedAt, seq, createdAt, updatedAt } =
  getTableColumns(threads);
const COLUMNS = {
  ...{ id, accountId, creatorId, waitingSince, resolvedAt, seq, createdAt, updatedAt },
  supportStatus: sql<SupportThreadRow['supportStatus']>`${supportStatus}`.as('supportStatus'),
};
/** Word for word that of the partial index. */
const WAITS = sql`support_status = 'waiting_on_lucra'`;

export async function findSupportRow(ctx: SystemCtx, thread: string): Promise<SupportThreadRow | null> {
  const found = await mainDb(ctx.env)
    .select(COLUMNS)
    .from(threads)
    .where(and(eq(threads.id, thread), eq(threads.kind, 'support')))
    .get();
  return found ?? null;
}

/** Support threads that the staff has to answer, longest waiting first. */
export async function listWaiting(
  ctx: SystemCtx,
  { limit, account }: { limit: number; account?: string | undefined },
): Promise<{ count: number; oldest: SupportThreadRow[] }> {
  const own = account === undefined ? undefined : sql`${account} IN (account_id, creator_id)`;
  const db = mainDb(ctx.env);
  const [counted, oldest] = await Promise.all([
    db.select({ count: sql<number>`COUNT(*)` }).from(threads).where(and(WAITS, own)).get(),
    db
      .select(COLUMNS)
      .from(threads)
      .where(and(WAITS, own))
      .orderBy(asc(threads.waitingSince))
      .limit(limit)
      .all(),
  ]);
  return { count: counted?.count ?? 0, oldest };
}

export const somethingNewer = () =>
  new AppError('version_conflict', 'Something was written since. Read the conversation again.');

/** Adds an answer to the batch, unless something was written behind the message that its author read last. */
export function insertAnswer(ctx: SystemCtx, row: InstructionRow, lastRead: string | null): void {
  ctx.write.require(
    sql`NOT EXISTS (SELECT 1 FROM ${threadMessages} WHERE ${threadMessages.threadId} = ${row.threadId}
        AND ${threadMessages.id} > ${lastRead ?? ''})
      AND NOT EXISTS (SELECT 1 FROM ${threadInstructions} WHERE ${threadInstructions.threadId} = ${row.threadId}
        AND ${threadInstructions.id} LIKE 'answer:%')`,
    async () => somethingNewer(),
  );
  insertInstruction(ctx, row);
}

export function insertInstruction(ctx: SystemCtx, row: InstructionRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(threadInstructions).values(row))
    .onDuplicate('thread_instructions.id', () => new AppError('conflict', 'It is being removed already.'));
}

/** Those of a thread, oldest first. */
export async function listInstructions(ctx: SystemCtx, thread: string): Promise<InstructionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(threadInstructions)
    .where(eq(threadInstructions.threadId, thread))
    .orderBy(asc(threadInstructions.createdAt))
    .all();
}

export async function listOldInstructions(ctx: SystemCtx, limit: number): Promise<InstructionRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(threadInstructions)
    .orderBy(asc(threadInstructions.createdAt))
    .limit(limit)
    .all();
}

export async function deleteInstructionNow(ctx: SystemCtx, instruction: string): Promise<void> {
  await mainDb(ctx.env).delete(threadInstructions).where(eq(threadInstructions.id, instruction));
}

/** Adds to the batch that a thread is resolved, provided that it is as it was read. */
export function saveResolved(ctx: SystemCtx, before: SupportThreadRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(threads)
      .set({
        supportStatus: 'resolved',
        resolvedAt: ctx.now,
        supportDueAt: null,
        waitingSince: null,
        updatedAt: sql`MAX(${threads.updatedAt}, ${ctx.now})`,
      })
      .where(
        and(
          eq(threads.id, before.id),
          eq(threads.seq, before.seq),
          eq(threads.supportStatus, before.supportStatus),
        ),
      ),
    async () => somethingNewer(),
  );
}
