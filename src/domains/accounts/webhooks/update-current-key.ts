import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { invalidField } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { requireCurrentKey, saveWebhookSettings } from '../keys/interface.ts';
import type { Key, KeyUpdate } from '../keys/key.ts';
import { failPending } from './store.ts';
import { webhookUrlProblem } from './webhook-url.ts';

/** How long the secret before a rotation still signs. */
export const ROTATION_MS = DAY_MS;

/** Sets or clears the key's webhook URL. Every setting makes a new secret, which only this answer shows. */
export async function updateCurrentKey(
  ctx: Ctx,
  { webhookUrl: url }: z.output<typeof KeyUpdate>,
): Promise<Key> {
  const problem = url === null ? null : webhookUrlProblem(url, ctx.vars.ALLOW_LOCAL_URLS);
  if (problem) throw invalidField('/webhookUrl', problem, 'invalid_url');
  const before = await requireCurrentKey(ctx);
  if (url === null) {
    saveWebhookSettings(ctx, before, {
      webhookUrl: null,
      webhookSecret: null,
      webhookSince: null,
      previousSecret: null,
      previousSecretUntil: null,
      webhookGoneAt: null,
      webhookSlow: false,
    });
    // They fail, and a later URL does not revive them.
    failPending(ctx, before.id);
    return { key: before.id, webhookUrl: null, webhookSecret: null, webhookGoneAt: null };
  }
  const secret = `whsec_${randomBase62(32)}`;
  // Only at the same address may the old secret go on signing: a new one must never see it at work.
  const rotates = before.webhookUrl === url && before.webhookSecret !== null;
  saveWebhookSettings(ctx, before, {
    webhookUrl: url,
    webhookSecret: secret,
    webhookSince: before.webhookSince ?? ctx.now,
    previousSecret: rotates ? before.webhookSecret : null,
    previousSecretUntil: rotates ? ctx.now + ROTATION_MS : null,
    webhookGoneAt: null,
    webhookSlow: false,
  });
  return { key: before.id, webhookUrl: url, webhookSecret: secret, webhookGoneAt: null };
}
