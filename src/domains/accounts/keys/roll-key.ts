import type * as z from 'zod';
import { hashKeySecret, newKeySecret } from '../../../auth/key-secret.ts';
import type { Ctx } from '../../../context.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { type KeyRoll, presentKey, type ShownKey } from './account-key.ts';
import { requireOpenKey } from './require-open-key.ts';
import { saveKey } from './store.ts';

/**
 * Gives a key a new secret. The old one stays valid for `keepHours`; an older one that an earlier roll kept stops
 * working now.
 */
export async function rollKey(
  ctx: Ctx,
  id: string,
  { keepHours, version }: z.output<typeof KeyRoll>,
): Promise<ShownKey> {
  const { row, ...more } = await requireOpenKey(ctx, id, version);
  const secret = newKeySecret();
  const kept = keepHours > 0;
  const changes = {
    secretHash: hashKeySecret(secret),
    rolledHash: kept ? row.secretHash : null,
    rolledUntil: kept ? ctx.now + keepHours * HOUR_MS : null,
  };
  emitInternal(ctx, { type: 'key.rolled', account: row.accountId, creator: null, data: { key: row.id } });
  const shown = presentKey({ row: saveKey(ctx, row, changes), ...more }, ctx.now);
  return { ...shown, secret, webhookSecret: null };
}
