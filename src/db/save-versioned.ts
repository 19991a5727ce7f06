import { and, eq, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import type { SystemCtx } from '../context.ts';
import { type AppError, notFound } from '../kit/error.ts';
import { versionConflict } from '../resource/version.ts';
import { mainDb } from './client.ts';

/** A table of the main database whose rows have a version that each change increments. */
type VersionedTable = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn; updatedAt: SQLiteColumn };

interface Conditions<T extends VersionedTable> {
  /** A further condition on the row besides its version. */
  where?: SQL | undefined;
  /**
   * Says why the row in its current state refuses the change, if neither "not found" nor its version is the
   * reason. Called before the version is compared.
   */
  refusal?: ((now: T['$inferSelect']) => AppError | null | Promise<AppError | null>) | undefined;
}

/**
 * Adds a change to the batch, provided that the row has not changed since it was read; otherwise nothing of
 * the batch is written. The commit then throws not_found, the error of `refusal`, or version_conflict.
 * @param noun the record's name in error messages, such as `payment`.
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
