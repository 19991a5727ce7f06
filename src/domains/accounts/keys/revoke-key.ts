import type { Ctx } from '../../../context.ts';
import { type AccountKey, presentKey } from './account-key.ts';
import { endDeliveries } from './set-webhook.ts';
import { requireAccountKey, saveKey } from './store.ts';

/**
 * Revokes a key for good: both of its secrets stop working, and pending webhook deliveries to it fail. Revoking it
 * again changes nothing.
 */
export async function revokeKey(ctx: Ctx, id: string): Promise<AccountKey> {
  const { row, ...more } = await requireAccountKey(ctx, id);
  if (row.revokedAt !== null) return presentKey({ row, ...more }, ctx.now);
  const changes = {
    revokedAt: ctx.now,
    rolledHash: null,
    rolledUntil: null,
    // A signing secret is not kept once nothing is signed with it.
    webhookSecret: null,
    previousSecret: null,
    previousSecretUntil: null,
  };
  const after = saveKey(ctx, row, changes);
  await endDeliveries(ctx, id);
  return presentKey({ row: after, ...more }, ctx.now);
}
