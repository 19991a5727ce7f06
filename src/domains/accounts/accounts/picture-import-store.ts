// Pictures on their way from a URL to a profile.
import { and, asc, eq, isNotNull, lte, type SQL } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { pictureImports } from './table.ts';

export type PictureImport = typeof pictureImports.$inferSelect;

export async function findPictureImport(ctx: SystemCtx, accountId: string): Promise<PictureImport | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(pictureImports)
    .where(eq(pictureImports.accountId, accountId))
    .get();
  return row ?? null;
}

/** Replaces what the account imported before. */
export function insertPictureImport(ctx: SystemCtx, row: PictureImport): void {
  const { accountId: _, ...set } = row;
  ctx.write.add(
    mainDb(ctx.env)
      .insert(pictureImports)
      .values(row)
      .onConflictDoUpdate({ target: pictureImports.accountId, set }),
  );
}

export function deletePictureImport(ctx: SystemCtx, accountId: string): void {
  ctx.write.add(mainDb(ctx.env).delete(pictureImports).where(eq(pictureImports.accountId, accountId)));
}

export async function listPictureImportsDue(ctx: SystemCtx, limit: number): Promise<PictureImport[]> {
  return await mainDb(ctx.env)
    .select()
    .from(pictureImports)
    .where(and(isNotNull(pictureImports.dueAt), lte(pictureImports.dueAt, ctx.now)))
    .orderBy(asc(pictureImports.dueAt))
    .limit(limit)
    .all();
}

/** The import as it was read, and no other that took its place. */
const same = ({ accountId, url, fileId, dueAt }: PictureImport): SQL | undefined =>
  and(
    eq(pictureImports.accountId, accountId),
    eq(pictureImports.url, url),
    fileId === null ? undefined : eq(pictureImports.fileId, fileId),
    dueAt === null ? undefined : eq(pictureImports.dueAt, dueAt),
  );

/** Changes an import unless something else took its place; then nothing of the batch is written. */
export function savePictureImport(
  ctx: SystemCtx,
  before: PictureImport,
  changes: Partial<PictureImport>,
): void {
  ctx.write.guarded(mainDb(ctx.env).update(pictureImports).set(changes).where(same(before)), overtaken);
}

/** Ends an import whose picture is there, in the same way. */
export function deleteImported(ctx: SystemCtx, before: PictureImport): void {
  ctx.write.guarded(mainDb(ctx.env).delete(pictureImports).where(same(before)), overtaken);
}
