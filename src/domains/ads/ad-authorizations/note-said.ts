// Writes down what a platform says of a permission that is in force here.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { publishPost } from '../../work/submissions/publish-post.ts';
import { type AdAuthorizationRow, PERMISSIONS } from './ad-authorization.ts';
import { isInForce, type Said } from './ask-about-code.ts';
import { isOtherPost } from './same-post.ts';
import { type FoundAuthorization, saveAuthorization, saveRead } from './store.ts';
import { tell } from './tell.ts';
import { type Action, authorizationMachine } from './transitions.ts';

/** What became of a permission: `other_post` and `unknown_code` gave it back to the creator. */
export type Outcome = 'kept' | 'other_post' | 'unknown_code' | 'revoked' | 'expired';

/** The columns that a platform's word fills. */
export function saidColumns(
  { platform, handle, expiresAt }: Pick<AdAuthorizationRow, 'platform' | 'handle' | 'expiresAt'>,
  said: Exclude<Said, string>,
): Pick<AdAuthorizationRow, 'post' | 'handle' | 'expiresAt'> {
  return {
    post: said.post,
    handle: said.post.handle ?? handle,
    // An answer without an end takes none away that was told before.
    expiresAt: PERMISSIONS[platform].tellsEnd ? (said.endsAt ?? expiresAt) : expiresAt,
  };
}

/**
 * Keeps, gives back or ends a permission, in a batch of its own. When somebody changed it meanwhile, what was said is of
 * no use any more, and the next reading decides.
 */
export async function noteSaid(
  ctx: SystemCtx,
  { row, shown }: FoundAuthorization,
  said: Exclude<Said, 'unasked'>,
): Promise<Outcome> {
  const outcome = outcomeOf(ctx, row, shown.url, said);
  await inOneBatchUnlessEdited(ctx, async (own) => {
    if (outcome !== 'kept') return await end(own, row, outcome);
    if (typeof said === 'string') return;
    const changes = saidColumns(row, said);
    const isNews =
      row.readAt === null || Object.entries(changes).some(([name, value]) => !isSame(row, name, value));
    if (isNews)
      saveAuthorization(own, row, { ...changes, readAt: ctx.now, lookAt: row.lookAt ?? ctx.now + DAY_MS });
    else saveRead(own, row);
    if (row.readAt === null && shown.url === null && said.post.url !== null)
      await publishPost(own, row.submissionId, said.post.url);
  });
  return outcome;
}

const isSame = (row: AdAuthorizationRow, name: string, value: unknown) =>
  JSON.stringify(row[name as keyof AdAuthorizationRow]) === JSON.stringify(value);

function outcomeOf(
  ctx: SystemCtx,
  { readAt, post }: AdAuthorizationRow,
  publishedUrl: string | null,
  said: Exclude<Said, 'unasked'>,
): Outcome {
  // A code that was good once and is not known any more was withdrawn.
  if (said === 'unknown_code') return readAt === null ? 'unknown_code' : 'revoked';
  if (readAt === null && isOtherPost(publishedUrl, post, said.post)) return 'other_post';
  if (isInForce(said, ctx.now)) return 'kept';
  return said.endsAt !== null && said.endsAt <= ctx.now ? 'expired' : 'revoked';
}

const ACTIONS: Readonly<Record<Exclude<Outcome, 'kept'>, Action>> = {
  other_post: 'give_back',
  unknown_code: 'give_back',
  revoked: 'revoke',
  expired: 'expire',
};

/** Ends a permission, with its event; its ads are paused in the same batch. */
export async function end(
  own: SystemCtx,
  row: AdAuthorizationRow,
  why: Exclude<Outcome, 'kept'>,
): Promise<void> {
  const move = authorizationMachine.require(row.status, ACTIONS[why], 'service', {});
  saveAuthorization(own, row, {
    status: move.to,
    code: null,
    ...(move.to === 'requested' ? { readAt: null, lookAt: null, authorizedAt: null, expiresAt: null } : {}),
    ...(move.to === 'revoked' ? { revokedAt: own.now } : {}),
  });
  await (await own.reactions.permissionEnded())(own, row);
  tell(own, row, move.event);
}
