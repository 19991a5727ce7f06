import { and, eq, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import type { SystemCtx } from '../context.ts';
import { type AppError, notFound } from '../kit/error.ts';
import { versionConflict } from '../resource/version.ts';
import { mainDb } from './client.ts';

/** A table of the main database whose rows carry a version that each change raises by one. */
type VersionedTable = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn; updatedAt: SQLiteColumn };

interface Conditions<T extends VersionedTable> {
  /** What else must hold of the row besides its version. */
  where?: SQL | undefined;
  /** Says why the row as it is now refuses, where neither "not found" nor its version tells. Asked before the version is. */
  refusal?: ((now: T['$inferSelect']) => AppError | null | Promise<AppError | null>) | undefined;
}

/**
 * Adds a change to the batch, provided that the row is still the one that was read; else nothing of the batch is written.
 * The commit then throws not_found, what `refusal` says, or version_conflict.
 * @param noun what the record is called in a refusal, such as `payment`.
 */
export function saveVersioned<T extends VersionedTable>(
  ctx: SystemCtx,
  table: T,
  noun: string,
  before: { id: string; version: number },
  changes: SQLiteUpdateSetSource<T>,
  { where, refusal }: Conditions<T> = {},
): void {
  const db = mainDb(ctx.env);
  const values = { ...changes, version: before.version + 1, updatedAt: ctx.now };
  ctx.write.guarded(
    db
      .update(table)
      .set(values as SQLiteUpdateSetSource<T>)
      .where(and(eq(table.id, before.id), eq(table.version, before.version), where)),
    async () => {
      const now: T['$inferSelect'] | undefined = await db
        .select()
        .from(table as SQLiteTable)
        .where(eq(table.id, before.id))
        .get();
      if (!now) return notFound(noun);
      const refused = (await refusal?.(now)) ?? null;
      if (refused) return refused;
      const version = now.version as number;
      return version === before.version ? null : versionConflict(version);
    },
  );
}
