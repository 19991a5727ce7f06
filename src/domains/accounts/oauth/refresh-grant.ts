import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { type AppRow, endGrant, findToken, insertTokens, saveUsed } from '../apps/interface.ts';
import { isWithin, scopeFrom } from '../apps/scope.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import { checkResource } from './resource.ts';
import { invalidGrant, newTokens, type TokenAnswer } from './tokens.ts';

/**
 * Exchanges a refresh token for a new pair of tokens. If the token was exchanged before, two parties have it, so the
 * grant ends, even when both sent it at the same moment. Throws invalid_grant.
 */
export async function refreshGrant(ctx: SystemCtx, app: AppRow, body: Parameters): Promise<TokenAnswer> {
  const secret = requireParameter(body, 'refresh_token');
  checkResource(ctx.vars, body.resource);
  const found = await findToken(ctx, sha256Hex(secret));
  if (found?.token.kind !== 'refresh' || found.grant.appId !== app.id) {
    throw invalidGrant('The refresh token is unknown.');
  }
  const { token, grant } = found;
  if (token.usedAt !== null) return await reused(ctx, grant.id);
  if (grant.endedAt !== null) throw invalidGrant('The app was disconnected.');
  if (Math.min(token.expiresAt, grant.expiresAt) <= ctx.now) {
    throw invalidGrant('The refresh token has expired.');
  }
  const scope = body.scope === undefined ? grant.scope : scopeFrom(body.scope);
  if (!isWithin(scope, grant.scope)) throw new AppError('invalid_scope', `Granted is: ${grant.scope}.`);
  const { rows, answer } = newTokens(ctx, grant, scope);
  const first = await inOneBatch(ctx, (own) => {
    saveUsed(own, found, app);
    insertTokens(own, rows);
  });
  return first ? answer : await reused(ctx, grant.id);
}

async function reused(ctx: SystemCtx, grantId: string): Promise<never> {
  await inOneBatch(ctx, (own) => endGrant(own, grantId, 'reused'));
  throw invalidGrant('The refresh token was used before: the app is disconnected.');
}
