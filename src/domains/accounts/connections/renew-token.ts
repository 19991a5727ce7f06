// Renews tokens that expire. Some platforms void a refresh token once it is used, so only one process renews at a time
// (it holds a lease in the row), and fresh tokens are stored before anybody uses them.
import type { SystemCtx } from '../../../context.ts';
import type { Connectable, Tokens } from '../../../integrations/provider/connectable.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import { AppError } from '../../../kit/error.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { connectedShop, siteOf } from './connectable-of.ts';
import type { ConnectionRow } from './connection.ts';
import { findConnection } from './connection-store.ts';
import { claimRenewal, releaseRenewal, saveRenewal } from './renewal-store.ts';
import { openToken, sealToken } from './tokens.ts';

/** A token that expires within this time is renewed before it is used. It is longer than any call takes. */
const EARLY_MS = 5 * MINUTE_MS;
/** After this time a renewal counts as abandoned. Its one call to the platform takes at most half as long. */
const LEASE_MS = MINUTE_MS;
/** How often to check whether another process has finished renewing, and the pause between two checks. */
const LOOKS = 20;
const LOOK_MS = 100;

/**
 * When tokens end, and when to renew them although nobody uses them: at half of the refresh token's life, because it
 * cannot be renewed any more once it has expired.
 */
export function livesOf(
  { refreshToken, expiresAt, refreshExpiresAt }: Omit<Tokens, 'token'>,
  now: number,
): Pick<ConnectionRow, 'tokenExpiresAt' | 'endsAt' | 'renewAt'> {
  if (refreshToken === null) return { tokenExpiresAt: expiresAt, endsAt: expiresAt, renewAt: null };
  if (refreshExpiresAt === undefined) return { tokenExpiresAt: expiresAt, endsAt: null, renewAt: null };
  // Where renewing does not move the end, half of what is left soon is nothing.
  const half = now + Math.max(Math.floor((refreshExpiresAt - now) / 2), HOUR_MS);
  return { tokenExpiresAt: expiresAt, endsAt: refreshExpiresAt, renewAt: half };
}

/**
 * Why a token is renewed: it expires within 5 minutes, the platform refused it, or half of the refresh token's life is
 * over.
 */
type Reason = 'soon' | 'refused' | 'half';

/**
 * The connection with a token that stays valid for a while. It is renewed if the reason applies. Throws the provider's
 * error (after `auth_expired` the person has to consent again), or unavailable while another process renews it.
 */
export async function withGoodToken(
  ctx: SystemCtx,
  row: ConnectionRow,
  platform: Connectable,
  reason: Reason = 'soon',
): Promise<ConnectionRow> {
  if (platform.renew === null || row.refreshToken === null) return row;
  const due = (one: ConnectionRow) =>
    reason === 'soon'
      ? one.tokenExpiresAt !== null && one.tokenExpiresAt - ctx.now < EARLY_MS
      : one.token === row.token;
  let current = row;
  for (let look = 0; due(current); look++) {
    const until = ctx.now + LEASE_MS;
    if (await claimRenewal(ctx, current, until)) return await renew(ctx, current, platform, until);
    // Another process is renewing, and this token is still valid: use it without waiting.
    if (reason !== 'refused' && isGood(current, ctx.now)) return current;
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
  platform: Connectable,
  until: number,
): Promise<ConnectionRow> {
  const refreshToken = await openToken(ctx, row, row.refreshToken!);
  const fresh = await platform.renew!(siteOf(ctx, platform, connectedShop(row)), refreshToken, ctx.now).catch(
    async (error) => {
      await releaseRenewal(ctx, row.id, until);
      // When the platform is only down for the moment, a token that is still valid stays in use.
      const passing = error instanceof ProviderError && error.kind !== 'auth_expired';
      if (passing && isGood(row, ctx.now) && row.tokenExpiresAt !== null) return null;
      throw error;
    },
  );
  if (fresh === null) return row;
  // Some providers keep the refresh token, and then leave it out.
  const successor = fresh.refreshToken ?? refreshToken;
  const kept = {
    token: await sealToken(ctx, row, fresh.token),
    refreshToken: await sealToken(ctx, row, successor),
    ...livesOf({ ...fresh, refreshToken: successor }, ctx.now),
  };
  if (await saveRenewal(ctx, row, kept)) return { ...row, ...kept, renewalUntil: null, renewedAt: ctx.now };
  // The owner reconnected or disconnected while the platform answered, so the stored connection is the right one.
  return (await findConnection(ctx, row.id)) ?? row;
}
