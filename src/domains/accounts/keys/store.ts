import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { apiKeys, keyOrigins } from './table.ts';

export type KeyRow = typeof apiKeys.$inferSelect;
export type NewKey = typeof apiKeys.$inferInsert;

/** The key that the request was made with. */
export async function currentKey(ctx: Ctx): Promise<KeyRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, ctx.actor.keyId), isNull(apiKeys.revokedAt)))
    .get();
  if (!row) throw notFound('key');
  return row;
}

/** Changes a key unless it changed since it was read (its updatedAt moves with every change of its settings). */
export function updateKey(ctx: SystemCtx, before: KeyRow, changes: Partial<KeyRow>): void {
  const updatedAt = Math.max(ctx.now, before.updatedAt + 1);
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(apiKeys)
      .set({ ...changes, updatedAt })
      .where(
        and(eq(apiKeys.id, before.id), eq(apiKeys.updatedAt, before.updatedAt), isNull(apiKeys.revokedAt)),
      ),
    async () => new AppError('conflict', 'The key changed at the same time. Read it again and retry.'),
  );
}

export function insertKey(ctx: SystemCtx, row: NewKey, origins: string[]): void {
  ctx.write.add(mainDb(ctx.env).insert(apiKeys).values(row));
  for (const origin of origins)
    ctx.write.add(mainDb(ctx.env).insert(keyOrigins).values({ origin, keyId: row.id }));
}
