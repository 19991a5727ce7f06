import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { exports } from './table.ts';

export type ExportRow = typeof exports.$inferSelect;

/** An export that the caller made, acting as now. Throws not_found. */
export async function requireExport(ctx: Ctx, id: string): Promise<ExportRow> {
  const row = await findExport(ctx, id);
  const { actor } = ctx;
  if (row?.ownerId !== actingId(actor) || row.by !== actor.by || row.callerId !== actor.callerId)
    throw notFound('export');
  return row;
}

export async function findExport(ctx: SystemCtx, id: string): Promise<ExportRow | null> {
  const row = await mainDb(ctx.env).select().from(exports).where(eq(exports.id, id)).get();
  return row ?? null;
}

/** Adds an export in the caller's batch, unless one of its account or creator is being written. */
export function insertExport(ctx: SystemCtx, row: ExportRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(exports).values(row))
    .onDuplicate(
      'exports.owner_id',
      () => new AppError('conflict', 'Another export is still being written. Wait until it is ready.'),
    );
}

/**
 * Claims the export that waited longest until `until` (milliseconds), or a certain one.
 * @returns null when none is due.
 */
export async function claimExport(ctx: SystemCtx, until: number, id?: string): Promise<ExportRow | null> {
  const due = and(eq(exports.status, 'running'), lte(exports.dueAt, ctx.now));
  const db = mainDb(ctx.env);
  const which = id
    ? eq(exports.id, id)
    : inArray(
        exports.id,
        db.select({ id: exports.id }).from(exports).where(due).orderBy(asc(exports.dueAt)).limit(1),
      );
  const [row] = await db
    .update(exports)
    .set({ dueAt: until, tries: sql`${exports.tries} + 1` })
    .where(and(which, due))
    .returning();
  return row ?? null;
}

/** Records what has become of an export, unless another run recorded the same part before. */
export async function saveExport(
  ctx: SystemCtx,
  before: ExportRow,
  changes: Partial<ExportRow>,
): Promise<void> {
  await mainDb(ctx.env)
    .update(exports)
    .set(changes)
    .where(and(eq(exports.id, before.id), eq(exports.parts, before.parts), eq(exports.status, 'running')));
}

/** Exports that have been kept long enough. */
export async function listExpired(ctx: SystemCtx, limit: number): Promise<ExportRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(exports)
    .where(and(inArray(exports.status, ['ready', 'failed']), lte(exports.dueAt, ctx.now)))
    .limit(limit)
    .all();
}

export async function deleteExport(ctx: SystemCtx, id: string): Promise<void> {
  await mainDb(ctx.env).delete(exports).where(eq(exports.id, id));
}
