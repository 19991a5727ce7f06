import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { findNameAndStatus } from '../../accounts/accounts/interface.ts';
import { requireVisibleCreator } from '../../work/creator-consent/interface.ts';
import { findOwnSubmission } from '../../work/submissions/interface.ts';
import {
  type AdAuthorization,
  type AdAuthorizationCreate,
  type AdAuthorizationRow,
  PERMISSIONS,
  presentAuthorization,
} from './ad-authorization.ts';
import { insertAuthorization } from './store.ts';
import { tell } from './tell.ts';

/**
 * An account asks a creator to authorize ads with a submission that the account approved. Throws operation_rejected.
 */
export async function createAdAuthorization(
  ctx: Ctx,
  input: z.output<typeof AdAuthorizationCreate>,
): Promise<AdAuthorization> {
  const account = actingAccount(ctx.actor);
  const submission = await findOwnSubmission(ctx, input.submission);
  if (!submission) throw rejected('submission_not_found', 'No such submission.');
  if (submission.status !== 'approved' && submission.status !== 'live') throw notApproved(submission.status);
  const { found } = await requireVisibleCreator(ctx, submission.creatorId).catch((error) => {
    throw error instanceof AppError && error.code === 'not_found' ? apart() : error;
  });
  if (found.relationship?.consent !== 'agreed') throw apart();
  const row: AdAuthorizationRow = {
    id: newId('adAuthorization', ctx.now),
    accountId: account.id,
    creatorId: submission.creatorId,
    submissionId: submission.id,
    programId: submission.programId,
    platform: input.platform,
    status: 'requested',
    handle: found.creator.platformHandles[PERMISSIONS[input.platform].handle] ?? null,
    code: null,
    post: null,
    readAt: null,
    lookAt: null,
    tellAt: null,
    authorizedAt: null,
    expiresAt: null,
    revokedAt: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  insertAuthorization(ctx, row, async () => {
    const now = await findOwnSubmission(ctx, submission.id);
    return now && now.status !== 'approved' && now.status !== 'live' ? notApproved(now.status) : apart();
  });
  tell(ctx, row, 'ad_authorization.requested');
  const brand = await findNameAndStatus(ctx, account.id);
  return presentAuthorization(ctx, row, {
    brandName: brand?.name ?? '',
    url: submission.url,
    caption: submission.caption,
    together: true,
    unverified: found.creator.claimedAt === null && !found.verified,
  });
}

const notApproved = (status: string) =>
  rejected(
    'submission_not_approved',
    `The submission is not approved. Its status is ${status}. Approve it first.`,
  );

/** A creator who left the roster cannot be asked any more. */
const apart = () => rejected('creator_not_on_roster', 'The creator does not work with this account.');
