// Finds the posts of work among those of its creator's connected accounts.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { newId } from '../../../kit/ids.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../kit/time.ts';
import { findAcceptedAt } from '../../work/applications/interface.ts';
import { linkPost, listPublishable, termsOf } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import { listOwnPosts, type OwnPost, savePostMatched } from '../mirrors/interface.ts';
import { captionHash } from './caption-hash.ts';
import { matchSubmissions } from './match-submissions.ts';
import { isUndecided, type PostRow } from './post.ts';
import { postKey } from './post-key.ts';
import {
  deletePostMatch,
  findPostsOf,
  insertPost,
  listPostMatchesDue,
  listTakenPosts,
  savePost,
  savePostMatchPutOff,
  saveReplaced,
} from './store.ts';

const CREATORS_AT_ONCE = 30;
/** How long before the oldest work a post may have been published to be that of a work. */
const BEFORE_SUBMISSION_MS = 90 * DAY_MS;

/** Matches the creators whose accounts or work have news. Cron. */
export async function matchPosts(ctx: SystemCtx): Promise<void> {
  for (const due of await listPostMatchesDue(ctx, CREATORS_AT_ONCE)) {
    try {
      const isWhole = await matchCreator(ctx, due.creatorId);
      if (isWhole) await deletePostMatch(ctx, due);
      else await savePostMatchPutOff(ctx, due, ctx.now + MINUTE_MS);
    } catch (error) {
      log('error', { creator: due.creatorId, error: describeError(error) });
      await savePostMatchPutOff(ctx, due, ctx.now + HOUR_MS);
    }
  }
}

/** @returns false when work or a post was changed meanwhile, which the next run looks at again. */
async function matchCreator(ctx: SystemCtx, creatorId: string): Promise<boolean> {
  const submissions = await listPublishable(ctx, creatorId);
  if (submissions.length === 0) return true;
  const known = await findPostsOf(
    ctx,
    submissions.map(({ id }) => id),
  );
  const open = submissions.filter((submission) => isOpen(submission, known.get(submission.id)));
  if (open.length === 0) return true;
  const since = Math.min(...open.map(({ createdAt }) => createdAt)) - BEFORE_SUBMISSION_MS;
  const own = await listOwnPosts(ctx, creatorId, since);
  const ids = own.map(({ id }) => id);
  const takers = new Map<string, string>();
  for (const { accountId, mirroredPostId, submissionId } of await listTakenPosts(ctx, ids))
    takers.set(`${accountId} ${mirroredPostId}`, submissionId);
  const found = matchSubmissions(open, own, ({ accountId, id }, post) => {
    const taker = takers.get(`${accountId} ${post}`);
    return taker !== undefined && taker !== id;
  });
  let isWhole = true;
  for (const submission of open) {
    const post = found.get(submission.id) ?? null;
    const before = known.get(submission.id) ?? null;
    if (post === null && !isWithoutNumbers(submission, before)) continue;
    if (!(await keepPost(ctx, submission, before, post))) isWhole = false;
  }
  return isWhole;
}

/** Whether a work still waits for its post, or names another one than before. */
function isOpen(submission: SubmissionRow, post: PostRow | undefined): boolean {
  if (!post) return true;
  return isUndecided(post) && (post.mirroredPostId === null || post.givenUrl !== submission.url);
}

/** Whether live work names a post that is on no connected account, and that was not kept yet. */
function isWithoutNumbers(submission: SubmissionRow, before: PostRow | null): boolean {
  if (submission.status !== 'live' || submission.url === null || postKey(submission.url) === null)
    return false;
  return before === null || before.givenUrl !== submission.url;
}

/**
 * Keeps the post of a work and makes the work live, in one batch.
 * @returns false where either has changed meanwhile: then nothing happens.
 */
async function keepPost(
  ctx: SystemCtx,
  submission: SubmissionRow,
  before: PostRow | null,
  post: OwnPost | null,
): Promise<boolean> {
  const [terms, acceptedAt] = await Promise.all([
    termsOf(ctx, submission),
    findAcceptedAt(ctx, submission.applicationId),
  ]);
  const url = post?.url ?? submission.url;
  const platform = post?.platform ?? postKey(url ?? '')?.platform;
  if (url === null || platform === undefined) return true;
  const publishedAt = post?.publishedAt ?? null;
  const from = publishedAt ?? submission.reviewedAt ?? ctx.now;
  return await inOneBatchUnlessEdited(ctx, async (own) => {
    const id = before?.id ?? newId('post', ctx.now);
    const found = {
      // What was found of another post before does not hold for this one.
      ...NOT_JUDGED,
      platform,
      url,
      key: postKey(url)?.key ?? null,
      givenUrl: await linkPost(own, submission, { post: id, url }),
      mirroredPostId: post?.id ?? null,
      connectionId: post?.connectionId ?? null,
      captionHash: post ? captionHash(post.caption) : null,
      acceptedAt: acceptedAt ?? submission.createdAt,
      publishedAt,
      trackedUntil: startOfDay(from + terms.viewDays * DAY_MS) + DAY_MS,
      state: 'tracking',
      // The service judges it next.
      checkAt: ctx.now,
    } as const;
    if (post) savePostMatched(own, post.id);
    if (before) {
      savePost(own, before, { ...found, shown: before.shown === 'archived' ? 'archived' : 'tracking' });
      const replaced = before.mirroredPostId;
      if (replaced !== null && replaced !== post?.id) saveReplaced(own, replaced);
    } else
      insertPost(own, {
        ...NEW,
        ...found,
        ...ofSubmission(submission),
        ...made(ctx.now),
        id,
        judgedAt: ctx.now,
      });
  });
}

const ofSubmission = ({ id, accountId, programId, creatorId }: SubmissionRow) => ({
  submissionId: id,
  accountId,
  programId,
  creatorId,
});

const made = (now: number) => ({ version: 1, createdAt: now, updatedAt: now });

const NOT_JUDGED = {
  confidence: 'not_enough_data',
  reason: 'Its numbers have not been looked at yet.',
  evidence: [] as PostRow['evidence'],
  eligibleViews: null,
} as const;

const NEW = {
  shown: 'tracking',
  note: null,
  decidedAt: null,
  decidedBy: null,
  tags: [],
} as const satisfies Partial<PostRow>;
