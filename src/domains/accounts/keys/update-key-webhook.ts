import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { type AccountKey, type KeyWebhook, presentKey } from './account-key.ts';
import { requireOpenKey } from './require-open-key.ts';
import { setWebhook } from './set-webhook.ts';

/**
 * Sets or clears a key's webhook URL. Each URL that is set gets a new signing secret, which only this response shows.
 */
export async function updateKeyWebhook(
  ctx: Ctx,
  id: string,
  { webhookUrl, version }: z.output<typeof KeyWebhook>,
): Promise<AccountKey & { webhookSecret: string | null }> {
  const { row: before, ...more } = await requireOpenKey(ctx, id, version);
  const row = await setWebhook(ctx, before, webhookUrl);
  return { ...presentKey({ row, ...more }, ctx.now), webhookSecret: row.webhookSecret };
}
