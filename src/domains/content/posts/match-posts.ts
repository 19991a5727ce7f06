// Finds the posts of work among those of its creator's connected accounts.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { newId } from '../../../kit/ids.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, HOUR_MS, startOfDay } from '../../../kit/time.ts';
import { findAcceptedAt } from '../../work/applications/interface.ts';
import { linkPost, listPublishable, termsOf } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import { listOwnPosts, type OwnPost, savePostMatched } from '../mirrors/interface.ts';
import { matchWork } from './match-work.ts';
import type { PostRow } from './post.ts';
import { postKey } from './post-key.ts';
import {
  deletePostMatch,
  findPostsOf,
  insertPost,
  listPostMatchesDue,
  listTakenPosts,
  savePost,
  savePostMatchPutOff,
} from './store.ts';

const CREATORS_AT_ONCE = 50;
/** How long before the oldest work a post may have been published to be that of a work. */
const BEFORE_WORK_MS = 90 * DAY_MS;

/** Matches the creators whose accounts or work have news. Cron. */
export async function matchPosts(ctx: SystemCtx): Promise<void> {
  for (const due of await listPostMatchesDue(ctx, CREATORS_AT_ONCE)) {
    try {
      await matchCreator(ctx, due.creatorId);
      await deletePostMatch(ctx, due);
    } catch (error) {
      log('error', { creator: due.creatorId, error: describeError(error) });
      await savePostMatchPutOff(ctx, due, ctx.now + HOUR_MS);
    }
  }
}

async function matchCreator(ctx: SystemCtx, creatorId: string): Promise<void> {
  const works = await listPublishable(ctx, creatorId);
  if (works.length === 0) return;
  const known = await findPostsOf(
    ctx,
    works.map(({ id }) => id),
  );
  const open = works.filter((work) => isOpen(work, known.get(work.id)));
  if (open.length === 0) return;
  const since = Math.min(...open.map(({ createdAt }) => createdAt)) - BEFORE_WORK_MS;
  const own = await listOwnPosts(ctx, creatorId, since);
  const ids = own.map(({ id }) => id);
  const takers = new Map<string, string>();
  for (const { accountId, mirroredPostId, submissionId } of await listTakenPosts(ctx, ids))
    takers.set(`${accountId} ${mirroredPostId}`, submissionId);
  const found = matchWork(open, own, ({ accountId, id }, post) => {
    const taker = takers.get(`${accountId} ${post}`);
    return taker !== undefined && taker !== id;
  });
  for (const work of open) {
    const post = found.get(work.id) ?? null;
    const before = known.get(work.id) ?? null;
    if (post !== null || isWithoutNumbers(work, before)) await keepPost(ctx, work, before, post);
  }
}

/** Whether a work still waits for its post, or names another one than before. */
function isOpen(work: SubmissionRow, post: PostRow | undefined): boolean {
  if (!post) return true;
  const undecided = post.state === 'tracking' || post.state === 'ready_for_review';
  return undecided && (post.mirroredPostId === null || post.givenUrl !== work.url);
}

/** Whether live work names a post that is on no connected account, and that was not kept yet. */
function isWithoutNumbers(work: SubmissionRow, before: PostRow | null): boolean {
  if (work.status !== 'live' || work.url === null || postKey(work.url) === null) return false;
  return before === null || before.givenUrl !== work.url;
}

/** Keeps the post of a work and makes the work live, in one batch. Nothing happens where either has changed meanwhile. */
async function keepPost(
  ctx: SystemCtx,
  work: SubmissionRow,
  before: PostRow | null,
  post: OwnPost | null,
): Promise<void> {
  const [terms, acceptedAt] = await Promise.all([
    termsOf(ctx, work),
    findAcceptedAt(ctx, work.applicationId),
  ]);
  const url = post?.url ?? work.url;
  const platform = post?.platform ?? postKey(url ?? '')?.platform;
  if (url === null || platform === undefined) return;
  const publishedAt = post?.publishedAt ?? null;
  const from = publishedAt ?? work.reviewedAt ?? ctx.now;
  await inOneBatch(ctx, async (own) => {
    const id = before?.id ?? newId('post', ctx.now);
    const found = {
      platform,
      url,
      key: postKey(url)?.key ?? null,
      givenUrl: await linkPost(own, work, { post: id, url }),
      mirroredPostId: post?.id ?? null,
      connectionId: post?.connectionId ?? null,
      foundCaption: post?.caption ?? null,
      acceptedAt: acceptedAt ?? work.createdAt,
      publishedAt,
      trackedUntil: startOfDay(from + terms.viewDays * DAY_MS) + DAY_MS,
      state: 'tracking',
      // The service judges it next.
      checkAt: ctx.now,
    } as const;
    if (post) savePostMatched(own, post.id);
    if (before)
      savePost(own, before, { ...found, shown: before.shown === 'archived' ? 'archived' : 'tracking' });
    else insertPost(own, { ...NEW, ...found, ...ofWork(work), ...made(ctx.now), id, judgedAt: ctx.now });
  });
}

const ofWork = ({ id, accountId, programId, creatorId }: SubmissionRow) => ({
  submissionId: id,
  accountId,
  programId,
  creatorId,
});

const made = (now: number) => ({ version: 1, createdAt: now, updatedAt: now });

const NEW = {
  shown: 'tracking',
  note: null,
  confidence: 'not_enough_data',
  reason: 'Its numbers were not looked at yet.',
  evidence: [],
  eligibleViews: null,
  decidedAt: null,
  decidedBy: null,
  tags: [],
} as const satisfies Partial<PostRow>;
