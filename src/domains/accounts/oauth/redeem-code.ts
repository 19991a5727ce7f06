import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { equalInConstantTime, sha256Base64Url, sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import {
  type AppRow,
  type CodeRow,
  endGrant,
  findCode,
  type GrantRow,
  insertGrant,
  insertTokens,
  saveRedeemed,
} from '../apps/interface.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import { checkResource } from './resource.ts';
import { endOfGrant, invalidGrant, newTokens, type TokenAnswer } from './tokens.ts';

/** A client that missed the response retries at once. A later retry means that somebody else has the code. */
const ASKED_AGAIN_MS = 10 * SECOND_MS;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Exchanges a code for a grant and its first tokens. An invalid request does not use up the code. If a valid request
 * presents a code that was redeemed before, the grant ends. Throws invalid_grant.
 */
export async function redeemCode(ctx: SystemCtx, app: AppRow, body: Parameters): Promise<TokenAnswer> {
  const secret = requireParameter(body, 'code');
  const redirectUri = requireParameter(body, 'redirect_uri');
  const verifier = requireParameter(body, 'code_verifier');
  if (!VERIFIER.test(verifier)) {
    throw new AppError('invalid_request', 'code_verifier must be 43 to 128 characters (RFC 7636).');
  }
  checkResource(ctx.vars, body.resource);
  const code = await findCode(ctx, sha256Hex(secret));
  if (!code || code.appId !== app.id) throw invalidGrant('The code is unknown.');
  if (code.redirectUri !== redirectUri)
    throw invalidGrant('redirect_uri is not the one of the authorization.');
  if (!equalInConstantTime(sha256Base64Url(verifier), code.challenge)) {
    throw invalidGrant('code_verifier does not fit the code_challenge.');
  }
  if (code.redeemedAt === null) {
    if (code.expiresAt <= ctx.now) throw invalidGrant('The code has expired.');
    const answer = await redeemed(ctx, app, code);
    if (answer) return answer;
  }
  await endReplayed(ctx, code.hash);
  throw invalidGrant('The code was used before, or the app was disconnected.');
}

/** Null when another request redeemed the code first, or the person or the app is gone. */
async function redeemed(ctx: SystemCtx, app: AppRow, code: CodeRow): Promise<TokenAnswer | null> {
  const grant: GrantRow = {
    id: newId('grant', ctx.now),
    appId: app.id,
    accountId: code.accountId,
    personId: code.personId,
    scope: code.scope,
    lastUsedAt: null,
    endedAt: null,
    endedWhy: null,
    createdAt: ctx.now,
    expiresAt: endOfGrant(ctx, code.scope),
  };
  const { rows, answer } = newTokens(ctx, grant, code.scope);
  const first = await inOneBatch(ctx, (own) => {
    saveRedeemed(own, code, app, grant.id);
    insertGrant(own, grant);
    insertTokens(own, rows);
  });
  return first ? answer : null;
}

async function endReplayed(ctx: SystemCtx, hash: string): Promise<void> {
  const code = await findCode(ctx, hash);
  if (!code?.grantId || code.redeemedAt === null) return;
  const { grantId, redeemedAt } = code;
  if (ctx.now - redeemedAt > ASKED_AGAIN_MS) await inOneBatch(ctx, (own) => endGrant(own, grantId, 'reused'));
}
