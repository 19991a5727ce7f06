import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { type AccountKey, type KeyChanges, presentKey } from './account-key.ts';
import { requireClients, requireOrigins, requireScopes } from './key-rules.ts';
import { requireOpenKey } from './require-open-key.ts';
import { saveClients, saveKey, saveOrigins } from './store.ts';

/**
 * Changes a key's name and permissions. Fields that are left out stay as they are. The change applies to
 * write requests at once, and to reads within a few seconds (KEY_MEMORY_MS in src/auth).
 */
export async function updateKey(
  ctx: Ctx,
  id: string,
  changes: z.output<typeof KeyChanges>,
): Promise<AccountKey> {
  const before = await requireOpenKey(ctx, id, changes.version);
  const { name = before.row.name, access = before.row.access, scopes = before.row.scopes } = changes;
  requireScopes(ctx, access, scopes);
  const origins = changes.origins ? requireOrigins(ctx, changes.origins) : before.origins;
  const clients = changes.clients ? await requireClients(ctx, changes.clients) : before.clients;
  const row = saveKey(ctx, before.row, { name, access, scopes });
  if (changes.origins) saveOrigins(ctx, id, origins);
  if (changes.clients)
    saveClients(
      ctx,
      id,
      clients.map((client) => client.id),
    );
  return presentKey({ row, origins, clients }, ctx.now);
}
