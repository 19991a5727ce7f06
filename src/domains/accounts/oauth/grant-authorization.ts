import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { randomBase62, sha256Hex } from '../../../kit/crypto.ts';
import { deleteRequest, insertCode } from '../apps/interface.ts';
import { accessOf, withoutWrites } from '../apps/scope.ts';
import { backTo } from './check-authorization.ts';
import { requirePending } from './pending-request.ts';
import { CODE_LIVES_MS } from './tokens.ts';

/**
 * A person allows an app what it asks for, in the account that the person acts as. A member can allow only reads.
 * @returns the app, and the URL that takes the person back with the code.
 */
export async function grantAuthorization(
  ctx: Ctx,
  answered: { request: string; sessionId: string },
): Promise<{ id: string; location: string }> {
  const { request, app } = await requirePending(ctx, answered.request, answered.sessionId);
  const code = randomBase62(43);
  const account = actingAccount(ctx.actor).id;
  const scope = ctx.actor.role === 'member' ? withoutWrites(request.scope) : request.scope;
  deleteRequest(ctx, request);
  insertCode(ctx, {
    hash: sha256Hex(code),
    appId: app.id,
    accountId: account,
    personId: ctx.actor.callerId,
    scope,
    redirectUri: request.redirectUri,
    challenge: request.challenge,
    redeemedAt: null,
    grantId: null,
    createdAt: ctx.now,
    expiresAt: ctx.now + CODE_LIVES_MS,
  });
  if (accessOf(scope) === 'write')
    emitInternal(ctx, {
      type: 'app.allowed',
      account,
      creator: null,
      data: { person: ctx.actor.callerId, app: app.name },
    });
  return { id: app.id, location: backTo(ctx, request, { code }) };
}
