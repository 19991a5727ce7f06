import { and, asc, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import { threads } from '../thread-record/table.ts';
import type { ErasureRow } from './erasure.ts';
import { messageErasures } from './table.ts';

export async function findErasure(ctx: SystemCtx, side: string): Promise<ErasureRow | null> {
  const db = mainDb(ctx.env);
  return (await db.select().from(messageErasures).where(eq(messageErasures.side, side)).get()) ?? null;
}

/** Adds an erasure to the batch. One that is done begins anew; conflict while one is under way. */
export function insertErasure(ctx: SystemCtx, row: ErasureRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .insert(messageErasures)
      .values(row)
      .onConflictDoUpdate({
        target: messageErasures.side,
        set: row,
        setWhere: eq(messageErasures.phase, 'done'),
      }),
    async () => new AppError('conflict', 'An erasure is under way.'),
  );
}

export async function listErasures(ctx: SystemCtx, limit: number): Promise<ErasureRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(messageErasures)
    .where(ne(messageErasures.phase, 'done'))
    .orderBy(asc(messageErasures.startedAt))
    .limit(limit)
    .all();
}

/** @returns the row as it is then; null if another run was quicker. */
export async function saveErasureNow(
  ctx: SystemCtx,
  before: ErasureRow,
  changes: Partial<ErasureRow>,
): Promise<ErasureRow | null> {
  const { side, phase, thread, after, startedAt } = messageErasures;
  const row = await mainDb(ctx.env)
    .update(messageErasures)
    .set(changes)
    .where(
      and(
        eq(side, before.side),
        eq(phase, before.phase),
        eq(thread, before.thread),
        eq(after, before.after),
        eq(startedAt, before.startedAt),
      ),
    )
    .returning()
    .get();
  return row ?? null;
}

/** Threads of a side by their IDs, behind one. */
export async function listThreadsOf(
  ctx: SystemCtx,
  side: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: threads.id })
    .from(threads)
    .where(and(or(eq(threads.accountId, side), eq(threads.creatorId, side)), gt(threads.id, after)))
    .orderBy(asc(threads.id))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** Takes a creator's notes out of reports in programs' threads, in which it is no side. */
export async function deleteNotesInProgramsNow(ctx: SystemCtx, side: string): Promise<void> {
  await mainDb(
    ctx.env,
  ).run(sql`UPDATE message_reports SET note = NULL WHERE side = ${side} AND note IS NOT NULL
    AND thread_id IN (SELECT t.id FROM applications k JOIN threads t ON t.program_id = k.program_id
      WHERE k.creator_id = ${side})`);
}

/** Takes what a side wrote in a thread out of the reports there, and its own notes. */
export async function deleteReportedNow(ctx: SystemCtx, side: string, thread: string): Promise<void> {
  await mainDb(
    ctx.env,
  ).run(sql`UPDATE message_reports SET note = CASE side WHEN ${side} THEN NULL ELSE note END,
      shown = (SELECT json_group_array(CASE WHEN m.value ->> 'sender' = ${side}
        THEN json_set(m.value, '$.body', '', '$.files', json('[]')) ELSE json(m.value) END)
      FROM json_each(message_reports.shown) m)
    WHERE thread_id = ${thread}`);
}
