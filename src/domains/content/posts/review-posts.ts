// Judges the posts that are due, ends their tracking, and approves what looks good and nobody has decided on.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, day, HOUR_MS, startOfDay } from '../../../kit/time.ts';
import { briefsOf } from '../../work/program-terms/interface.ts';
import type { Pay } from '../../work/program-terms/pay.ts';
import { submissionsById, termsOf } from '../../work/submissions/interface.ts';
import { findMirroredPosts, findUsualRates, type MirroredPost } from '../mirrors/interface.ts';
import { approvePost } from './approve-post.ts';
import { captionHash } from './caption-hash.ts';
import { viewsBy } from './daily-gains.ts';
import { discloses } from './disclosure.ts';
import { emitPostMove } from './emit-post-move.ts';
import { type EvidenceCode, type Judgement, judgePost } from './judge-post.ts';
import { dailyOf, type PostRow } from './post.ts';
import {
  findClaimedTwice,
  type JudgedPost,
  listPostsDue,
  mirroredIdsOf,
  saveJudged,
  savePost,
  savePutOff,
} from './store.ts';
import { postMachine } from './transitions.ts';
import { DECISION_MS } from './update-post.ts';

/** How many posts are judged in a run, with a few queries for all, and how many of them may end their tracking or be approved. */
const AT_ONCE = 200;
const ENDS_AT_ONCE = 20;
/** Posts are judged some hours after midnight, when the day's counts were read. */
const AFTER_MIDNIGHT_MS = 3 * HOUR_MS;
/** How long the numbers of the tracking's end are waited for: platforms tell them up to two days late. */
const LATEST_MS = 3 * DAY_MS;
/** Posts are read each day: without a reading so close to the tracking's end, the views by then are no more than an estimate. */
const NEAR_END_MS = 30 * HOUR_MS;
const LEAST_OTHERS = 5;
const OTHERS_MS = 90 * DAY_MS;

/** What is read for all posts of a run at once. */
interface Known {
  mirrored: ReadonlyMap<string, MirroredPost>;
  adViews: ReadonlyMap<string, number>;
  /** The usual engagements a view of the creator's other posts, by mirrored post. */
  usualRates: ReadonlyMap<string, number>;
  claimedTwice: ReadonlySet<string>;
  briefs: ReadonlyMap<string, object>;
}

/** Looks at the posts that are due. Those that one run leaves stay due. Cron. */
export async function reviewPosts(ctx: SystemCtx): Promise<void> {
  const due = await listPostsDue(ctx, AT_ONCE);
  if (due.length === 0) return;
  const known = await readAll(ctx, due);
  const judged: JudgedPost[] = [];
  const ends: PostRow[] = [];
  for (const row of due) {
    if (row.state !== 'tracking' || isReadToEnd(ctx, row, mirroredOf(known, row))) {
      ends.push(row);
      continue;
    }
    await orPutOff(ctx, row, () => {
      const checkAt = ctx.now < row.trackedUntil ? nextLook(ctx.now, row) : ctx.now + HOUR_MS;
      judged.push({ row, changes: { ...judge(ctx, row, known, false), checkAt } });
    });
  }
  await saveJudged(ctx, judged);
  for (const row of ends.slice(0, ENDS_AT_ONCE))
    await orPutOff(ctx, row, async () => await endTracking(ctx, row, judge(ctx, row, known, true)));
}

/** A post that fails waits for an hour and keeps no other from its turn. */
async function orPutOff(ctx: SystemCtx, row: PostRow, look: () => void | Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    log('error', { post: row.id, error: describeError(error) });
    await savePutOff(ctx, row, ctx.now + HOUR_MS);
  }
}

async function readAll(ctx: SystemCtx, due: readonly PostRow[]): Promise<Known> {
  const mirrored = await findMirroredPosts(ctx, mirroredIdsOf(due));
  const others = due.flatMap((row) => {
    const post = mirrored.get(row.mirroredPostId ?? '');
    const { publishedAt } = row;
    if (!post || publishedAt === null) return [];
    return [{ ...post, from: publishedAt - OTHERS_MS, until: publishedAt }];
  });
  const [adViews, usualRates, claimedTwice, briefs] = await Promise.all([
    findAdViews(ctx, due),
    findUsualRates(ctx, others, LEAST_OTHERS),
    findClaimedTwice(ctx, due),
    briefsOf(
      ctx,
      due.map(({ programId }) => programId),
    ),
  ]);
  return { mirrored, adViews, usualRates, claimedTwice, briefs };
}

const mirroredOf = ({ mirrored }: Known, row: PostRow): MirroredPost | null =>
  mirrored.get(row.mirroredPostId ?? '') ?? null;

async function findAdViews(ctx: SystemCtx, due: readonly PostRow[]): Promise<ReadonlyMap<string, number>> {
  // Only here ads' views are part of the post's own: elsewhere the platform counts them by themselves.
  const counted = due.filter(({ platform }) => platform === 'tiktok');
  if (counted.length === 0) return new Map();
  const find = await ctx.reactions.adViews();
  return await find(
    ctx,
    counted.map((row) => ({ submissionId: row.submissionId, until: day(row.trackedUntil - 1) })),
  );
}

/** Ends the tracking of a post, or approves one that nobody has decided on in time, if its numbers look good. */
async function endTracking(ctx: SystemCtx, row: PostRow, judged: Judged): Promise<void> {
  const isGood = judged.confidence === 'looks_good';
  if (row.state !== 'tracking' && !(row.state === 'ready_for_review' && isGood)) {
    await saveJudged(ctx, [{ row, changes: { ...judged, checkAt: null } }]);
    return;
  }
  const terms = await findTerms(ctx, row);
  await inOneBatchUnlessEdited(ctx, async (own) => {
    if (row.state === 'ready_for_review') return void (await approvePost(own, row, 'service', judged));
    const { to, event } = postMachine.require(row.state, 'finish', 'service', {});
    if (isGood && terms.approval === 'automatic')
      return void (await approvePost(own, { ...row, state: to }, 'service', judged));
    const shown = row.shown === 'archived' ? 'archived' : to;
    const checkAt = isGood ? ctx.now + DECISION_MS : null;
    savePost(own, row, { ...judged, state: to, shown, checkAt });
    emitPostMove(own, row, event!);
  });
}

async function findTerms(ctx: SystemCtx, { id, submissionId }: PostRow): Promise<Pay> {
  const submission = (await submissionsById(ctx, [submissionId])).get(submissionId);
  if (!submission) throw new Error(`${id} has lost its work`);
  return await termsOf(ctx, submission);
}

/** Whether the platform has told the numbers of the tracking's end, or will not tell them any more. */
function isReadToEnd(ctx: SystemCtx, row: PostRow, mirrored: MirroredPost | null): boolean {
  if (ctx.now < row.trackedUntil) return false;
  if (!mirrored?.isRead || mirrored.goneAt !== null || ctx.now >= row.trackedUntil + LATEST_MS) return true;
  return (mirrored.readings.at(-1)?.at ?? 0) >= row.trackedUntil;
}

/** A while after the next midnight, and right after the tracking's end at the latest. */
function nextLook(now: number, { trackedUntil }: PostRow): number {
  const next = startOfDay(now) + DAY_MS + AFTER_MIDNIGHT_MS;
  return Math.min(next, trackedUntil + AFTER_MIDNIGHT_MS);
}

type Judged = Judgement & Pick<PostRow, 'eligibleViews' | 'judgedAt'>;

/** @param isEnd whether the tracking is over. */
function judge(ctx: SystemCtx, row: PostRow, known: Known, isEnd: boolean): Judged {
  const mirrored = mirroredOf(known, row);
  const adViews = known.adViews.get(row.submissionId) ?? 0;
  const published = row.publishedAt;
  const readings = mirrored?.readings ?? [];
  const isEarlier = published !== null && published < row.acceptedAt;
  // An account that is no longer read tells no caption: what was found of it before stays true.
  const isTold = mirrored?.isRead === true;
  const wasFound = (code: EvidenceCode) => row.evidence.some((one) => one.code === code);
  const until = Math.min(row.trackedUntil, ctx.now);
  const views = published === null ? 0 : viewsBy(readings, published, until);
  const judgement = judgePost({
    isUnresolved: row.key === null,
    isRead: mirrored !== null,
    daily: dailyOf(row, mirrored),
    views,
    adViews: Math.min(adViews, views),
    fallen: fallOf(readings.map((one) => one.views)),
    isGone: mirrored !== null && mirrored.goneAt !== null,
    captionChanged: isTold ? captionHash(mirrored.caption) !== row.captionHash : wasFound('caption_changed'),
    lacksDisclosure:
      asksForDisclosure(known.briefs.get(row.programId) ?? {}) &&
      (isTold ? !discloses(mirrored.caption ?? '') : wasFound('no_disclosure')),
    isEarlier,
    missesEnd: isEnd && !readings.some(({ at }) => Math.abs(at - row.trackedUntil) <= NEAR_END_MS),
    claimedTwice: known.claimedTwice.has(row.id),
    usualRate: known.usualRates.get(row.mirroredPostId ?? '') ?? null,
  });
  const eligible = isEarlier ? 0 : Math.max(views - adViews, 0);
  return { ...judgement, eligibleViews: mirrored === null ? null : eligible, judgedAt: ctx.now };
}

/** How far the last count lies below the highest one before, as a share of that. */
function fallOf(views: readonly number[]): number {
  const most = Math.max(0, ...views);
  const last = views.at(-1) ?? 0;
  return most === 0 ? 0 : (most - last) / most;
}

function asksForDisclosure(brief: object): boolean {
  return Object.values(brief)
    .flat()
    .some((line) => typeof line === 'string' && discloses(line));
}
