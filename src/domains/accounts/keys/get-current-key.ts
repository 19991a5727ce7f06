import type { Ctx } from '../../../context.ts';
import { isoOrNull } from '../../../kit/time.ts';
import { requireKey } from './interface.ts';
import type { Key } from './key.ts';

/** The key that the request was made with. Its signing secret was shown only once, when it was created. */
export async function getCurrentKey(ctx: Ctx): Promise<Key> {
  const { id, webhookUrl, webhookGoneAt } = await requireKey(ctx, ctx.actor.callerId);
  return { key: id, webhookUrl, webhookSecret: null, webhookGoneAt: isoOrNull(webhookGoneAt) };
}
