import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { AppRow } from '../apps/interface.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import { redeemCode } from './redeem-code.ts';
import { refreshGrant } from './refresh-grant.ts';
import type { TokenAnswer } from './tokens.ts';

/** Exchanges a code or a refresh token of an authenticated client. */
export async function issueToken(ctx: SystemCtx, app: AppRow, body: Parameters): Promise<TokenAnswer> {
  const grantType = requireParameter(body, 'grant_type');
  if (grantType === 'authorization_code') return await redeemCode(ctx, app, body);
  if (grantType === 'refresh_token') return await refreshGrant(ctx, app, body);
  throw new AppError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
}
