// The interface of apps and their grants for the OAuth server.
import { and, eq, isNull } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { AppRow } from './store.ts';
import { oauthApps } from './table.ts';

export {
  type CodeRow,
  deleteRequest,
  endGrant,
  type FoundRequest,
  findCode,
  findRequest,
  findToken,
  type GrantRow,
  insertCode,
  insertGrant,
  insertRequest,
  insertTokens,
  saveRedeemed,
  saveRevokedToken,
  saveUsed,
  type TokenRow,
} from './grant-store.ts';
export { isLoopback, isRegistered } from './redirect-uri.ts';
export type { AppRow } from './store.ts';

/** Finds an app by its OAuth client ID. Revoked apps are not found. */
export async function findClient(ctx: SystemCtx, clientId: string): Promise<AppRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(oauthApps)
    .where(and(eq(oauthApps.clientId, clientId), isNull(oauthApps.revokedAt)))
    .get();
  return row ?? null;
}

/** Records in the caller's batch that a consent page showed a client that registered itself. */
export function saveShown(ctx: SystemCtx, app: AppRow): void {
  if (app.accountId !== null || app.shownAt !== null) return;
  ctx.write.add(
    mainDb(ctx.env)
      .update(oauthApps)
      .set({ shownAt: ctx.now })
      .where(and(eq(oauthApps.id, app.id), isNull(oauthApps.shownAt))),
  );
}
