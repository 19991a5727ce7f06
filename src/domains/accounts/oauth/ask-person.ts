import type { SystemCtx } from '../../../context.ts';
import { randomBase62, sha256Hex } from '../../../kit/crypto.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { insertRequest, saveShown } from '../apps/interface.ts';
import type { Authorization } from './check-authorization.ts';

const REQUEST_LIVES_MS = 10 * MINUTE_MS;

/** Stores a consent request for the person's session only. @returns the token that the form sends back once. */
export function askPerson(ctx: SystemCtx, asked: Authorization, sessionId: string): string {
  const request = randomBase62(43);
  insertRequest(ctx, {
    hash: sha256Hex(request),
    sessionId,
    appId: asked.app.id,
    redirectUri: asked.redirectUri,
    scope: asked.scope,
    state: asked.state,
    challenge: asked.challenge,
    createdAt: ctx.now,
    expiresAt: ctx.now + REQUEST_LIVES_MS,
  });
  saveShown(ctx, asked.app);
  return request;
}
