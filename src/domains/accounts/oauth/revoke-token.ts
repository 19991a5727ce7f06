import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { type AppRow, endGrant, findToken, saveRevokedToken } from '../apps/interface.ts';
import { type Parameters, requireParameter } from './parameters.ts';

/**
 * Revokes a token (RFC 7009). A refresh token ends its whole grant, an access token only itself. An unknown token or
 * another client's is left alone, and the response does not tell.
 */
export async function revokeToken(ctx: SystemCtx, app: AppRow, body: Parameters): Promise<void> {
  const found = await findToken(ctx, sha256Hex(requireParameter(body, 'token')));
  if (found?.grant.appId !== app.id) return;
  const { token, grant } = found;
  if (token.kind === 'refresh') endGrant(ctx, grant.id, 'revoked');
  else saveRevokedToken(ctx, token.hash);
}
