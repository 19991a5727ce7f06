// Pictures on their way from a URL to a profile.
import { and, asc, eq, getTableColumns, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { pictureImports } from './table.ts';

export type PictureImport = typeof pictureImports.$inferSelect;

/** An account's import, with the picture that its profile shows meanwhile. */
export async function findPictureImport(
  ctx: SystemCtx,
  accountId: string,
): Promise<(PictureImport & { shown: string | null }) | null> {
  const row = await mainDb(ctx.env)
    .select({ ...getTableColumns(pictureImports), shown: accounts.profilePicture })
    .from(pictureImports)
    .innerJoin(accounts, eq(accounts.id, pictureImports.accountId))
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

/** @param failedToo whether also one that failed, which says why the picture is not there. */
export function deletePictureImport(ctx: SystemCtx, accountId: string, failedToo: boolean): void {
  const own = eq(pictureImports.accountId, accountId);
  const gone = failedToo ? own : and(own, isNull(pictureImports.problem));
  ctx.write.add(mainDb(ctx.env).delete(pictureImports).where(gone));
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
