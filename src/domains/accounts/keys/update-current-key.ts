import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { requireKey } from './interface.ts';
import type { Key, KeyUpdate } from './key.ts';
import { setWebhook } from './set-webhook.ts';

/**
 * Sets or clears the calling key's webhook URL. Each URL that is set gets a new signing secret, which only this
 * response shows.
 */
export async function updateCurrentKey(ctx: Ctx, { webhookUrl }: z.output<typeof KeyUpdate>): Promise<Key> {
  const before = await requireKey(ctx, ctx.actor.callerId);
  const { webhookSecret } = await setWebhook(ctx, before, webhookUrl);
  return { key: before.id, webhookUrl, webhookSecret, webhookGoneAt: null };
}
