// Calls a platform through a connection, and expires the connection when the platform no longer accepts it.
import type { SystemCtx } from '../../../context.ts';
import { AdError } from '../../../integrations/ads/error.ts';
import type { AdPlatform, AdSession } from '../../../integrations/ads/platform.ts';
import type { Connectable } from '../../../integrations/provider/connectable.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import type { ShopPlatform, ShopSession } from '../../../integrations/shops/platform.ts';
import type { SocialPlatform, SocialSession } from '../../../integrations/social/platform.ts';
import { rejected } from '../../../kit/error.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { adPlatformOf, isCreators, siteOf } from './connectable-of.ts';
import { type ConnectionRow, PROVIDER_NAMES } from './connection.ts';
import { findConnection } from './connection-store.ts';
import { expireConnection } from './expire-connection.ts';
import { withGoodToken } from './renew-token.ts';
import { openToken } from './tokens.ts';

/** A token renewed less than this long ago cannot have expired, so a single refusal of it is not believed. */
const YOUNG_MS = 5 * MINUTE_MS;
const AGAIN_MS = SECOND_MS;

/**
 * @param again whether this is the second try after a refusal: it first looks up what the first try already created.
 */
type Use<P, S, T> = (platform: P, session: S, again: boolean) => Promise<T>;

/**
 * Runs `use` at the connection's ad platform. If the platform refuses the connection, it is marked as expired whatever
 * happens to the caller's batch. If the token can be renewed, it is renewed instead and the caller has to retry. A
 * single refusal of a fresh token does not expire the connection: `use` runs once more with the newest token.
 * Throws operation_rejected (`reconnect_required`), an AdError, unavailable, or what `use` throws.
 */
export async function useConnection<T>(
  ctx: SystemCtx,
  row: ConnectionRow,
  use: Use<AdPlatform, AdSession, T>,
): Promise<T> {
  const load = adPlatformOf(ctx, row);
  if (!load) throw new Error(`${row.provider} is no ad platform`);
  const platform = await load();
  // The selection stays the one that the caller has read.
  const { selection, currency, timezone } = row;
  const facts = { selection, currency: currency ?? 'usd', timezone: timezone ?? 'Etc/UTC' };
  const used = withToken(ctx, row, platform, (token, again) =>
    use(platform, { site: siteOf(ctx, platform, null), token, ...facts }, again),
  );
  return await used.catch((error) => {
    throw error instanceof AdError ? error.placed(platform.capabilities.places) : error;
  });
}

/** Runs `use` at the connection's shop, in the same way. Throws a ShopError instead of an AdError. */
export async function useShop<T>(
  ctx: SystemCtx,
  row: ConnectionRow,
  use: Use<ShopPlatform, ShopSession, T>,
): Promise<T> {
  const load = ctx.reactions.shopPlatforms[row.provider];
  if (!load || row.handle === null) throw new Error(`${row.provider} is no shop`);
  const shop = row.handle;
  const platform = await load();
  return await withToken(ctx, row, platform, (token, again) =>
    use(platform, { site: siteOf(ctx, platform, shop), token, shop }, again),
  );
}

/** Runs `use` at a creator's social account, in the same way. Throws a SocialError instead of an AdError. */
export async function useSocial<T>(
  ctx: SystemCtx,
  row: ConnectionRow,
  use: Use<SocialPlatform, SocialSession, T>,
): Promise<T> {
  const load = isCreators(row) ? ctx.reactions.socialPlatforms[row.provider] : undefined;
  if (!load) throw new Error(`${row.provider} is no social platform`);
  const platform = await load();
  return await withToken(ctx, row, platform, (token, again) =>
    use(platform, { site: siteOf(ctx, platform, null), token, user: row.platformUser }, again),
  );
}

/** Runs `use` at the shop of the connection with this ID. Without a connected one it throws `reconnect_required` too. */
export async function useShopOf<T>(
  ctx: SystemCtx,
  connectionId: string | null,
  use: Use<ShopPlatform, ShopSession, T>,
): Promise<T> {
  const row = connectionId === null ? null : await findConnection(ctx, connectionId);
  if (row?.status !== 'connected') throw rejected('reconnect_required', 'The shop is not connected.');
  return await useShop(ctx, row, use);
}

async function withToken<T>(
  ctx: SystemCtx,
  row: ConnectionRow,
  platform: Connectable,
  use: (token: string, again: boolean) => Promise<T>,
): Promise<T> {
  if (!isUsable(row, ctx.now)) throw reconnect(row);
  const good = await orReconnect(ctx, row, withGoodToken(ctx, row, platform));
  if (good.token === null || !isUsable(good, ctx.now)) throw reconnect(row);
  try {
    return await use(await openToken(ctx, good, good.token), false);
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (platform.renew === null || good.refreshToken === null) return await giveUp(ctx, good);
    const newest = await orReconnect(ctx, good, withGoodToken(ctx, good, platform, 'refused'));
    const young = good.renewedAt !== null && ctx.now - good.renewedAt < YOUNG_MS;
    // Try once more only with a newer token: the same token being refused again would prove nothing.
    if (young && newest.token !== good.token) return await onceMore(ctx, row, newest, use);
    // The caller retries from the start, because what it read before may be out of date.
    throw platform.provider.error('transient', { retryAfterMs: AGAIN_MS });
  }
}

async function onceMore<T>(
  ctx: SystemCtx,
  row: ConnectionRow,
  newest: ConnectionRow,
  use: (token: string, again: boolean) => Promise<T>,
): Promise<T> {
  if (newest.token === null || !isUsable(newest, ctx.now)) throw reconnect(row);
  try {
    return await use(await openToken(ctx, newest, newest.token), true);
  } catch (error) {
    if (!isRefused(error)) throw error;
    return await giveUp(ctx, newest);
  }
}

const isRefused = (error: unknown) => error instanceof ProviderError && error.kind === 'auth_expired';

/** The renewed connection. When the platform refuses to renew it, the connection expires. */
async function orReconnect(
  ctx: SystemCtx,
  row: ConnectionRow,
  renewed: Promise<ConnectionRow>,
): Promise<ConnectionRow> {
  try {
    return await renewed;
  } catch (error) {
    if (isRefused(error)) return await giveUp(ctx, row);
    throw error;
  }
}

async function giveUp(ctx: SystemCtx, row: ConnectionRow): Promise<never> {
  await expireConnection(ctx, row);
  throw reconnect(row);
}

function isUsable({ status, token, endsAt }: ConnectionRow, now: number): boolean {
  if (token === null || (status !== 'connected' && status !== 'active')) return false;
  return endsAt === null || endsAt > now;
}

const reconnect = ({ provider }: ConnectionRow) =>
  rejected(
    'reconnect_required',
    `${PROVIDER_NAMES[provider]} no longer accepts this connection. Reconnect it.`,
  );
