// What a creator without an account says to a request, by its link.
import type { SystemCtx } from '../../../context.ts';
import { AppError, invalidField, notFound } from '../../../kit/error.ts';
import { type AdAuthorizationRow, AdCode, PERMISSIONS } from './ad-authorization.ts';
import { linkedId } from './request-link.ts';
import { type FoundAuthorization, findAuthorization, requireTogether, saveAuthorization } from './store.ts';
import { takeCode } from './take-code.ts';
import { tell } from './tell.ts';
import { authorizationMachine } from './transitions.ts';

export type AdRequest = FoundAuthorization;

/** The request that a link is about; null for a link that is of no use any more. */
export async function findAdRequest(ctx: SystemCtx, link: string): Promise<AdRequest | null> {
  const id = linkedId(ctx, link);
  return id === null ? null : await findAuthorization(ctx, id);
}

type Answer = { code: string; expiresAt: number | null } | { no: true };

/**
 * Grants, renews or ends an authorization. There is no yes without a code: whoever asks has the link as well, and only
 * the creator has codes. Throws not_found, permission_denied, validation_failed, conflict, rate_limited.
 */
export async function answerAdRequest(ctx: SystemCtx, link: string, answer: Answer): Promise<void> {
  const request = await findAdRequest(ctx, link);
  if (!request) throw notFound('ad request');
  const { row, shown } = request;
  if (!shown.unverified)
    throw new AppError('permission_denied', 'This profile has an owner, who answers after signing in.');
  const move = authorizationMachine.require(row.status, 'no' in answer ? 'revoke' : 'grant', 'creator', {});
  if ('no' in answer) {
    saveAuthorization(ctx, row, { status: move.to, code: null, revokedAt: ctx.now });
    await (await ctx.reactions.permissionEnded())(ctx, row);
  } else {
    saveAuthorization(ctx, row, {
      status: move.to,
      authorizedAt: ctx.now,
      ...(await takeCode(ctx, row, codeOf(row, answer.code), givenIn(ctx, row, answer.expiresAt), shown.url)),
    });
    requireTogether(ctx, row);
  }
  tell(ctx, row, move.event);
}

function codeOf({ platform }: AdAuthorizationRow, given: string): string {
  const field = PERMISSIONS[platform].code;
  const code = AdCode.safeParse(given);
  if (!code.success) throw invalidField(`/${field}`, 'Must be an ad code from the platform.');
  return code.data;
}

function givenIn({ now }: SystemCtx, row: AdAuthorizationRow, expiresAt: number | null) {
  if (expiresAt !== null && expiresAt <= now)
    throw invalidField('/expiresAt', 'Must be in the future.', 'past');
  return { platform: row.platform, handle: row.handle, expiresAt };
}
