import type { Ctx } from '../../../context.ts';
import { type AccountKey, presentKey } from './account-key.ts';
import { endDeliveries } from './set-webhook.ts';
import { requireAccountKey, saveKey } from './store.ts';

/** Ends a key for good, with both of its secrets, and what is on its way to it. Revoking it again changes nothing. */
export async function revokeKey(ctx: Ctx, id: string): Promise<AccountKey> {
  const { row, ...more } = await requireAccountKey(ctx, id);
  if (row.revokedAt !== null) return presentKey({ row, ...more }, ctx.now);
  const changes = {
    revokedAt: ctx.now,
    rolledHash: null,
    rolledUntil: null,
    // A secret that nothing is signed with any more is not kept.
    webhookSecret: null,
    previousSecret: null,
    previousSecretUntil: null,
  };
  const after = saveKey(ctx, row, changes);
  await endDeliveries(ctx, id);
  return presentKey({ row: after, ...more }, ctx.now);
}
