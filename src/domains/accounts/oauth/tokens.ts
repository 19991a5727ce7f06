// Issues pairs of tokens, and shapes the token endpoint's response.
import { hashKeySecret, newSecret } from '../../../auth/key-secret.ts';
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import type { GrantRow, TokenRow } from '../apps/interface.ts';
import { accessOf, isOffline } from '../apps/scope.ts';

export const CODE_LIVES_MS = 10 * MINUTE_MS;
const ACCESS_LIVES_MS = HOUR_MS;
const REFRESH_LIVES_MS = 30 * DAY_MS;
const GRANT_LIVES_MS = 365 * DAY_MS;

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  expires_at: number;
  refresh_token?: string;
  scope: string;
}

/** When a grant expires by itself: without a refresh token, together with its only access token. */
export function endOfGrant(ctx: SystemCtx, scope: string): number {
  return ctx.now + (isOffline(scope) ? GRANT_LIVES_MS : ACCESS_LIVES_MS);
}

/**
 * Issues new tokens of a grant. None of them outlives it.
 * @param scope the access token's scope, which may be narrower than the grant's.
 */
export function newTokens(
  ctx: SystemCtx,
  grant: GrantRow,
  scope: string,
): { rows: TokenRow[]; answer: TokenAnswer } {
  const token = (kind: TokenRow['kind'], secret: string, lives: number): TokenRow => ({
    hash: hashKeySecret(secret),
    grantId: grant.id,
    kind,
    access: kind === 'access' ? accessOf(scope) : 'read',
    usedAt: null,
    revokedAt: null,
    createdAt: ctx.now,
    expiresAt: Math.min(ctx.now + lives, grant.expiresAt),
  });
  const secret = newSecret('accessToken');
  const access = token('access', secret, ACCESS_LIVES_MS);
  const answer: TokenAnswer = {
    access_token: secret,
    token_type: 'Bearer',
    expires_in: Math.floor((access.expiresAt - ctx.now) / SECOND_MS),
    expires_at: Math.floor(access.expiresAt / SECOND_MS),
    scope,
  };
  if (!isOffline(grant.scope)) return { rows: [access], answer };
  const refresh = newSecret('refreshToken');
  return {
    rows: [access, token('refresh', refresh, REFRESH_LIVES_MS)],
    answer: { ...answer, refresh_token: refresh },
  };
}

export function invalidGrant(message: string): AppError {
  return new AppError('invalid_grant', message);
}
