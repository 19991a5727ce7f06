import type { Ctx } from '../../../context.ts';
import { type AccountKey, presentKey } from './account-key.ts';
import { requireOpenKey } from './require-open-key.ts';
import { setWebhook } from './set-webhook.ts';

/** Sets or clears a key's webhook URL. Every setting makes a new secret, which only this answer shows. */
export async function updateKeyWebhook(
  ctx: Ctx,
  id: string,
  webhookUrl: string | null,
): Promise<AccountKey & { webhookSecret: string | null }> {
  const { row, ...more } = await requireOpenKey(ctx, id);
  const webhookSecret = await setWebhook(ctx, row, webhookUrl);
  const after = { ...row, webhookUrl, webhookGoneAt: null };
  return { ...presentKey({ row: after, ...more }, ctx.now), webhookSecret };
}
