// Renews tokens that expire. Some platforms void a refresh token once it is used, so only one process renews at a time
// (it holds a lease in the row), and fresh tokens are stored before anybody uses them.
import type { SystemCtx } from '../../../context.ts';
import { AdError } from '../../../integrations/ads/error.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { AppError } from '../../../kit/error.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import type { ConnectionRow } from './connection.ts';
import { claimRenewal, findConnection, releaseRenewal, saveRenewal } from './connection-store.ts';
import { openToken, sealToken } from './tokens.ts';

/** A token that expires within this time is renewed before it is used. It is longer than any call takes. */
const EARLY_MS = 5 * MINUTE_MS;
/** After this time a renewal counts as abandoned. Its one call to the platform takes at most half as long. */
const LEASE_MS = MINUTE_MS;
/** How often to check whether another process has finished renewing, and the pause between two checks. */
const LOOKS = 20;
const LOOK_MS = 100;

/**
 * The connection with a token that stays valid for a while. It is renewed when it expires soon or the platform
 * `refused` it. Throws the platform's AdError (after `auth_expired` the person has to consent again), or unavailable
 * while another process renews it.
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
    // Another process is renewing, and this token is still valid: use it without waiting.
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
    // When the platform is only down for the moment, a token that is still valid stays in use.
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
  // The owner reconnected or disconnected while the platform answered, so the stored connection is the right one.
  return (await findConnection(ctx, row.id)) ?? row;
}
