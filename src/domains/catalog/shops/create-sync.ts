import type { Ctx } from '../../../context.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { isCreators } from '../../accounts/connections/connectable-of.ts';
import { isShop } from '../../accounts/connections/connection.ts';
import { requireOwnConnection } from '../../accounts/connections/interface.ts';
import { findCatalogueOf, isListing, saveAsked } from '../catalogues/interface.ts';
import { presentSync, type Sync } from './shop.ts';
import { findShop, saveSyncStart } from './store.ts';
import { wakeShop } from './wake-shop.ts';

const ONCE_IN_MS = 10 * MINUTE_MS;

/**
 * Reads a shop or a creator's posts now. While a sync is running, this answers with it. Throws not_found, operation_rejected, and
 * rate_limited within 10 minutes of the last one.
 */
export async function createSync(ctx: Ctx, id: string): Promise<Sync> {
  const connection = await requireOwnConnection(ctx, id);
  const { provider, status } = connection;
  if (isCreators(connection)) return await (await ctx.reactions.postsAsked())(ctx, connection);
  if (!isShop(provider))
    throw rejected('nothing_to_sync', 'Only shops can be synced. Ad accounts are read by themselves.');
  const [shop, catalogue] = await Promise.all([findShop(ctx, id), findCatalogueOf(ctx, id)]);
  if (status !== 'connected' || !shop) throw rejected('reconnect_required', 'Reconnect the shop first.');
  const { syncStartedAt, syncFinishedAt } = shop;
  if (syncStartedAt !== null && (syncFinishedAt === null || isListing(catalogue)))
    return presentSync(shop, catalogue);
  if (syncStartedAt !== null && syncStartedAt > ctx.now - ONCE_IN_MS)
    throw tooSoon(syncStartedAt + ONCE_IN_MS - ctx.now);
  saveSyncStart(ctx, shop);
  saveAsked(ctx, id);
  ctx.write.afterCommit(() => wakeShop(ctx, id));
  return presentSync({ ...shop, syncStartedAt: ctx.now, syncFinishedAt: null, syncError: null }, null);
}

const tooSoon = (waitMs: number) =>
  new AppError('rate_limited', 'A shop can be synced once in 10 minutes.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / SECOND_MS)) },
  });
