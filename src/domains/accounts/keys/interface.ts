// What webhooks ask of keys: a key carries at most one webhook URL, and its settings are columns of the key's row.
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { KeyRow } from './store.ts';
import { apiKeys } from './table.ts';

/** The key that the request was made with. Throws not_found for one that was revoked meanwhile. */
export async function requireCurrentKey(ctx: Ctx): Promise<KeyRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, ctx.actor.keyId), isNull(apiKeys.revokedAt)))
    .get();
  if (!row) throw notFound('key');
  return row;
}

export type WebhookSettings = Pick<
  KeyRow,
  | 'webhookUrl'
  | 'webhookSecret'
  | 'webhookSince'
  | 'previousSecret'
  | 'previousSecretUntil'
  | 'webhookGoneAt'
  | 'webhookSlow'
>;

/** Changes a key's webhook unless the key changed since it was read: updatedAt moves with every change of its settings. */
export function saveWebhookSettings(ctx: SystemCtx, before: KeyRow, settings: WebhookSettings): void {
  const updatedAt = Math.max(ctx.now, before.updatedAt + 1);
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(apiKeys)
      .set({ ...settings, updatedAt })
      .where(
        and(eq(apiKeys.id, before.id), eq(apiKeys.updatedAt, before.updatedAt), isNull(apiKeys.revokedAt)),
      ),
    async () => new AppError('conflict', 'The key changed at the same time. Read it again and retry.'),
  );
}
