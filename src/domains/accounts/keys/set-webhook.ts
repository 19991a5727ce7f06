import type { SystemCtx } from '../../../context.ts';
import { type KeyRow, saveKey } from './store.ts';
import { NO_WEBHOOK, withUrl } from './webhook-settings.ts';

/** Sets or clears a key's webhook URL. @returns the changed key, with the new signing secret. */
export async function setWebhook(ctx: SystemCtx, before: KeyRow, url: string | null): Promise<KeyRow> {
  if (url !== null) return saveKey(ctx, before, withUrl(ctx, before, url));
  const after = saveKey(ctx, before, NO_WEBHOOK);
  await endDeliveries(ctx, before.id);
  return after;
}

/**
 * Fails, in the caller's batch, the deliveries that are still pending for the key. Setting a URL later does not revive
 * them.
 */
export async function endDeliveries(ctx: SystemCtx, keyId: string): Promise<void> {
  const end = await ctx.reactions.receiverEnded();
  end(ctx, keyId);
}
