// SQL for webhooks that accept nothing.
import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { apiKeys } from '../../../db/keys-table.ts';
import { overtaken } from '../../../db/one-batch.ts';

/** Keys whose webhooks have accepted nothing since before a moment, of which nobody has notice. */
export async function listFailing(
  ctx: SystemCtx,
  before: number,
  limit: number,
): Promise<{ id: string; account: string; since: number }[]> {
  return await mainDb(
    ctx.env,
  ).all(sql`SELECT id, account_id AS account, webhook_failing_since AS since FROM api_keys
    WHERE webhook_failing_told = 0 AND webhook_failing_since IS NOT NULL AND webhook_failing_since <= ${before}
      AND revoked_at IS NULL AND webhook_url IS NOT NULL LIMIT ${limit}`);
}

/** The batch fails when another run told it, or when an event was accepted meanwhile. */
export function saveFailingTold(ctx: SystemCtx, key: string, since: number): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(apiKeys)
      .set({ webhookFailingTold: true })
      .where(
        and(
          eq(apiKeys.id, key),
          eq(apiKeys.webhookFailingSince, since),
          eq(apiKeys.webhookFailingTold, false),
        ),
      ),
    overtaken,
  );
}
