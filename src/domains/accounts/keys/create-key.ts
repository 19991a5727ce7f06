import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import { hashKeySecret, newKeySecret } from '../../../auth/key-secret.ts';
import type { Ctx } from '../../../context.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { newId } from '../../../kit/ids.ts';
import { type KeyCreate, MOST_KEYS, presentKey, type ShownKey } from './account-key.ts';
import { requireClients, requireOrigins, requireScopes } from './key-rules.ts';
import { insertKey, type KeyRow, requireRoom } from './store.ts';
import { NO_WEBHOOK, withUrl } from './webhook-settings.ts';

/**
 * Creates an API key of the account. This response is the only place where its secret and its webhook's signing secret
 * are shown.
 */
export async function createKey(ctx: Ctx, input: z.output<typeof KeyCreate>): Promise<ShownKey> {
  const { id: accountId } = actingAccount(ctx.actor);
  const { name, access, scopes, webhookUrl } = input;
  requireScopes(ctx, access, scopes);
  const origins = requireOrigins(ctx, input.origins);
  const webhook = webhookUrl === null ? NO_WEBHOOK : withUrl(ctx, NO_WEBHOOK, webhookUrl);
  const clients = await requireClients(ctx, input.clients);
  const secret = newKeySecret();
  const row: KeyRow = {
    id: newId('key', ctx.now),
    accountId,
    name,
    secretHash: hashKeySecret(secret),
    rolledHash: null,
    rolledUntil: null,
    access,
    scopes,
    ...webhook,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  const clientIds = clients.map(({ id }) => id);
  insertKey(ctx, row, origins, clientIds);
  requireRoom(ctx, accountId, MOST_KEYS);
  emitInternal(ctx, { type: 'key.created', account: accountId, creator: null, data: { key: row.id } });
  return {
    ...presentKey({ row, origins, clients }, ctx.now),
    secret,
    webhookSecret: webhook.webhookSecret,
  };
}
