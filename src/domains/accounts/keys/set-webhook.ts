import type { SystemCtx } from '../../../context.ts';
import { type KeyRow, saveKey } from './store.ts';
import { NO_WEBHOOK, withUrl } from './webhook-settings.ts';

/** Sets a key's webhook URL, or takes it away. @returns the changed key, with the secret that signs from now on. */
export async function setWebhook(ctx: SystemCtx, before: KeyRow, url: string | null): Promise<KeyRow> {
  if (url !== null) return saveKey(ctx, before, withUrl(ctx, before, url));
  const after = saveKey(ctx, before, NO_WEBHOOK);
  await endDeliveries(ctx, before.id);
  return after;
}

/** Adds to the batch that what is still on its way to the key fails; a later URL does not revive it. */
export async function endDeliveries(ctx: SystemCtx, keyId: string): Promise<void> {
  const end = await ctx.reactions.receiverEnded();
  end(ctx, keyId);
}
