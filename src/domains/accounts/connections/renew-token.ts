// Tokens that end and can be renewed. Some platforms void a refresh token once it is used, so one process renews at a time,
// by a lease in the row, and nobody works with fresh tokens that are not stored.
import type { SystemCtx } from '../../../context.ts';
import { AdError } from '../../../integrations/ads/error.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { AppError } from '../../../kit/error.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import type { ConnectionRow } from './connection.ts';
import { claimRenewal, findConnection, releaseRenewal, saveRenewal } from './connection-store.ts';
import { openToken, sealToken } from './tokens.ts';

/** A token that ends sooner is renewed before it is used: longer than any call takes. */
const EARLY_MS = 5 * MINUTE_MS;
/** After that the renewing run is taken for dead. A renewal is one call of at most half of it. */
const LEASE_MS = MINUTE_MS;
/** How often somebody looks whether another has renewed it, and how long between. */
const LOOKS = 20;
const LOOK_MS = 100;

/**
 * The connection with a token that is good for a while, renewed when its time is near or the platform `refused` it. Throws
 * the platform's AdError (`auth_expired`: only the person's consent helps), or unavailable while another renews it.
 */
export async function withGoodToken(
  ctx: SystemCtx,
  row: ConnectionRow,
  platform: AdPlatform,
  refused = false,
): Promise<ConnectionRow> {
  if (platform.renew === null || row.refreshToken === null) return row;
  const due = (one: ConnectionRow) =>
    refused
      ? one.token === row.token
      : one.tokenExpiresAt !== null && one.tokenExpiresAt - ctx.now < EARLY_MS;
  let current = row;
  for (let look = 0; due(current); look++) {
    const until = ctx.now + LEASE_MS;
    if (await claimRenewal(ctx, current, until)) return await renew(ctx, current, platform, until);
    // Another is at it: what is still good need not wait for it.
    if (!refused && isGood(current, ctx.now)) return current;
    if (look === LOOKS) throw beingRenewed();
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = await findConnection(ctx, row.id);
    if (!now || now.refreshToken === null) return now ?? row;
    current = now;
  }
  return current;
}

const isGood = ({ tokenExpiresAt }: ConnectionRow, now: number) =>
  tokenExpiresAt === null || tokenExpiresAt > now;

const beingRenewed = () =>
  new AppError('unavailable', 'This connection is being renewed. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  });

async function renew(
  ctx: SystemCtx,
  row: ConnectionRow,
  platform: AdPlatform,
  until: number,
): Promise<ConnectionRow> {
  const refreshToken = await openToken(ctx, row, row.refreshToken!);
  const fresh = await platform.renew!(platform.site(ctx.vars), refreshToken, ctx.now).catch(async (error) => {
    await releaseRenewal(ctx, row.id, until);
    // A platform that is down for the moment ends nothing that is still good.
    const passing = error instanceof AdError && error.kind !== 'auth_expired';
    if (passing && isGood(row, ctx.now) && row.tokenExpiresAt !== null) return null;
    throw error;
  });
  if (fresh === null) return row;
  const kept = {
    token: await sealToken(ctx, row, fresh.token),
    refreshToken:
      fresh.refreshToken === null ? row.refreshToken : await sealToken(ctx, row, fresh.refreshToken),
    tokenExpiresAt: fresh.expiresAt,
  };
  if (await saveRenewal(ctx, row, kept)) return { ...row, ...kept, renewalUntil: null, renewedAt: ctx.now };
  // The owner connected again, or disconnected, while the platform answered: that counts.
  return (await findConnection(ctx, row.id)) ?? row;
}
