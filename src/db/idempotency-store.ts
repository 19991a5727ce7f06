import { and, eq, lt, sql } from 'drizzle-orm';
import type { SystemCtx } from '../context.ts';
import { AppError } from '../kit/error.ts';
import { DAY_MS } from '../kit/time.ts';
import { mainDb } from './client.ts';
import { idempotencyKeys } from './idempotency-table.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from './prune.ts';

export interface StoredAnswer {
  requestHash: string;
  status: number;
  body: string;
}

const IDEMPOTENCY_COLUMN = 'idempotency_keys.account_id';

export async function storedAnswer(
  ctx: SystemCtx,
  accountId: string,
  key: string,
): Promise<StoredAnswer | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key)))
    .get();
  return row && (row.kept || row.createdAt >= ctx.now - DAY_MS) ? row : null;
}

/**
 * Adds the answer to the batch of its effect: a second request with the same key makes that whole batch fail.
 * @param kept whether to keep the answer forever instead of for a day.
 */
export function storeAnswer(
  ctx: SystemCtx,
  accountId: string,
  key: string,
  answer: StoredAnswer,
  kept: boolean,
): void {
  const db = mainDb(ctx.env);
  ctx.write.add(
    db
      .delete(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.accountId, accountId),
          eq(idempotencyKeys.key, key),
          eq(idempotencyKeys.kept, false),
          lt(idempotencyKeys.createdAt, ctx.now - DAY_MS),
        ),
      ),
    db.insert(idempotencyKeys).values({ accountId, key, ...answer, createdAt: ctx.now, kept }),
  );
  ctx.write.onDuplicate(
    IDEMPOTENCY_COLUMN,
    () => new AppError('idempotency_in_progress', 'Another request with this Idempotency-Key is under way.'),
  );
}

/** Deletes keys older than a day, oldest first, except those that are kept forever. A job. */
export async function forgetOldAnswers(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(async () => {
    const { meta } = await mainDb(ctx.env).run(sql`DELETE FROM idempotency_keys WHERE rowid IN (
      SELECT rowid FROM idempotency_keys WHERE kept = 0 AND created_at < ${ctx.now - DAY_MS}
      ORDER BY created_at LIMIT ${PRUNED_AT_ONCE})`);
    return meta.changes;
  });
}
