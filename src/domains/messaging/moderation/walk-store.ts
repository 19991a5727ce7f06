import { and, eq, ne, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import type { ThreadHead } from '../thread-log/record.ts';
import { threads } from '../thread-record/table.ts';
import type { ErasureRow } from './erasure.ts';
import { messageErasures, threadWalks } from './table.ts';
import type { WalkRow } from './thread-walk.ts';

export async function findWalk(ctx: SystemCtx, kind: WalkRow['kind']): Promise<WalkRow | null> {
  const db = mainDb(ctx.env);
  return (await db.select().from(threadWalks).where(eq(threadWalks.kind, kind)).get()) ?? null;
}

export async function listOpenWalks(ctx: SystemCtx): Promise<WalkRow[]> {
  return await mainDb(ctx.env).select().from(threadWalks).where(ne(threadWalks.status, 'done')).all();
}

/** Adds a walk to the batch: conflict while one of its kind is under way. */
export function insertWalk(ctx: SystemCtx, row: WalkRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .insert(threadWalks)
      .values(row)
      .onConflictDoUpdate({ target: threadWalks.kind, set: row, setWhere: eq(threadWalks.status, 'done') }),
    async () => new AppError('conflict', 'Such a walk is under way.'),
  );
}

/** @returns the row as it is then; null if another run was quicker. */
export async function saveWalkNow(
  ctx: SystemCtx,
  before: WalkRow,
  changes: Partial<WalkRow>,
): Promise<WalkRow | null> {
  const { kind, status, place, askedAt } = threadWalks;
  const row = await mainDb(ctx.env)
    .update(threadWalks)
    .set(changes)
    .where(
      and(
        eq(kind, before.kind),
        eq(status, before.status),
        eq(place, before.place),
        eq(askedAt, before.askedAt),
      ),
    )
    .returning()
    .get();
  return row ?? null;
}

/** Those of `ids` that have no row. */
export async function listWithoutRow(ctx: SystemCtx, ids: readonly string[]): Promise<string[]> {
  const rows = await mainDb(ctx.env).all<{ id: string }>(sql`SELECT e.value AS id
    FROM json_each(${JSON.stringify(ids)}) e LEFT JOIN threads t ON t.id = e.value WHERE t.id IS NULL`);
  return rows.map(({ id }) => id);
}

/** Writes the row of a thread that has an object. @returns false where another thread of the same sides was opened meanwhile. */
export async function insertLostNow(ctx: SystemCtx, head: ThreadHead): Promise<boolean> {
  const row = {
    id: head.id,
    kind: head.kind,
    accountId: head.account,
    creatorId: head.creator,
    programId: head.program,
    supportStatus: head.kind === 'support' ? ('waiting_on_customer' as const) : null,
    activeAt: head.createdAt,
    createdAt: head.createdAt,
    updatedAt: head.createdAt,
  };
  const { meta } = await mainDb(ctx.env).insert(threads).values(row).onConflictDoNothing().run();
  return meta.changes > 0;
}

/** Begins erasures anew that the database does not know any more. */
export async function insertErasuresNow(
  ctx: SystemCtx,
  sides: readonly string[],
  staff: string,
): Promise<void> {
  for (const side of sides) {
    const row: ErasureRow = {
      side,
      staff,
      phase: 'messages',
      thread: '',
      after: 0,
      threads: 0,
      startedAt: ctx.now,
      finishedAt: null,
    };
    await mainDb(ctx.env).insert(messageErasures).values(row).onConflictDoNothing();
  }
}
