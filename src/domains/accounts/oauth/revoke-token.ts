import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { type AppRow, endGrant, findToken, saveRevokedToken } from '../apps/interface.ts';
import { type Parameters, requireParameter } from './parameters.ts';

/**
 * Takes a token back (RFC 7009): with a refresh token the grant, of an access token that one alone. A token that is unknown
 * or another client's is left as it is, and the answer tells nobody.
 */
export async function revokeToken(ctx: SystemCtx, app: AppRow, body: Parameters): Promise<void> {
  const found = await findToken(ctx, sha256Hex(requireParameter(body, 'token')));
  if (found?.grant.appId !== app.id) return;
  const { token, grant } = found;
  if (token.kind === 'refresh') endGrant(ctx, grant.id, 'revoked');
  else saveRevokedToken(ctx, token.hash);
}
