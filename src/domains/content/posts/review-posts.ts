// Judges the posts that are due, ends their tracking, and approves what looks good and nobody has decided on.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, day, HOUR_MS, startOfDay } from '../../../kit/time.ts';
import { findProgram } from '../../work/program-terms/interface.ts';
import type { Pay } from '../../work/program-terms/pay.ts';
import { submissionsById, termsOf } from '../../work/submissions/interface.ts';
import { findMirroredPosts, listUsualRates, type MirroredPost } from '../mirrors/interface.ts';
import { approvePost } from './approve-post.ts';
import { captionHash } from './caption-hash.ts';
import { viewsBy } from './daily-gains.ts';
import { discloses } from './disclosure.ts';
import { emitPostMove } from './emit-post-move.ts';
import { type EvidenceCode, type Judgement, judgePost, median } from './judge-post.ts';
import { dailyOf, type PostRow } from './post.ts';
import { findClaimedTwice, listPostsDue, mirroredOf, saveJudged, savePost, savePutOff } from './store.ts';
import { postMachine } from './transitions.ts';
import { DECISION_MS } from './update-post.ts';

const AT_ONCE = 50;
/** Posts are judged some hours after midnight, when the day's counts were read. */
const AFTER_MIDNIGHT_MS = 3 * HOUR_MS;
/** How long the numbers of the tracking's end are waited for: platforms tell them up to two days late. */
const LATEST_MS = 3 * DAY_MS;
/** Posts are read each day: without a reading so close to the tracking's end, the views by then are no more than an estimate. */
const NEAR_END_MS = 30 * HOUR_MS;
const LEAST_OTHERS = 5;
const OTHERS_MS = 90 * DAY_MS;

/** Looks at the posts that are due. Cron. */
export async function reviewPosts(ctx: SystemCtx): Promise<void> {
  const due = await listPostsDue(ctx, AT_ONCE);
  if (due.length === 0) return;
  const [mirrored, adViews] = await Promise.all([
    findMirroredPosts(ctx, mirroredOf(due)),
    findAdViews(ctx, due),
  ]);
  for (const row of due) {
    try {
      const post = mirrored.get(row.mirroredPostId ?? '') ?? null;
      await reviewPost(ctx, row, post, adViews.get(row.submissionId) ?? 0);
    } catch (error) {
      log('error', { post: row.id, error: describeError(error) });
      await savePutOff(ctx, row, ctx.now + HOUR_MS);
    }
  }
}

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

async function reviewPost(
  ctx: SystemCtx,
  row: PostRow,
  mirrored: MirroredPost | null,
  adViews: number,
): Promise<void> {
  if (row.state === 'tracking' && !isReadToEnd(ctx, row, mirrored)) {
    const judged = await judge(ctx, row, mirrored, adViews, false);
    const checkAt = ctx.now < row.trackedUntil ? nextLook(ctx.now, row) : ctx.now + HOUR_MS;
    await inOneBatch(ctx, (own) => saveJudged(own, row, { ...judged, checkAt }));
    return;
  }
  const { judged, pay } = await finalJudgement(ctx, row, mirrored, adViews);
  await inOneBatch(ctx, async (own) => {
    const isGood = judged.confidence === 'looks_good';
    if (row.state === 'tracking') {
      const move = postMachine.require(row.state, 'finish', 'service', {});
      const finished = { ...judged, state: move.to, checkAt: isGood ? ctx.now + DECISION_MS : null };
      if (isGood && pay.approval === 'automatic') {
        await approvePost(own, { ...row, state: move.to }, 'service', judged);
        return;
      }
      savePost(own, row, { ...finished, shown: row.shown === 'archived' ? 'archived' : move.to });
      emitPostMove(own, row, move.event!);
      return;
    }
    if (row.state === 'ready_for_review' && isGood) await approvePost(own, row, 'service', judged);
    else saveJudged(own, row, { ...judged, checkAt: null });
  });
}

async function finalJudgement(
  ctx: SystemCtx,
  row: PostRow,
  mirrored: MirroredPost | null,
  adViews: number,
): Promise<{ judged: Judged; pay: Pay }> {
  const submission = (await submissionsById(ctx, [row.submissionId])).get(row.submissionId);
  if (!submission) throw new Error(`${row.id} has lost its work`);
  const [judged, pay] = await Promise.all([
    judge(ctx, row, mirrored, adViews, true),
    termsOf(ctx, submission),
  ]);
  return { judged, pay };
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

async function judge(
  ctx: SystemCtx,
  row: PostRow,
  mirrored: MirroredPost | null,
  adViews: number,
  isEnd: boolean,
): Promise<Judged> {
  const [usualRate, claimedTwice, program] = await Promise.all([
    usualRateOf(ctx, row, mirrored),
    findClaimedTwice(ctx, row),
    findProgram(ctx, row.programId),
  ]);
  const published = row.publishedAt;
  const readings = mirrored?.readings ?? [];
  const isEarlier = published !== null && published < row.acceptedAt;
  // An account that is no longer read tells no caption: what was found of it before stays true.
  const isTold = mirrored?.isRead === true;
  const wasFound = (code: EvidenceCode) => row.evidence.some((one) => one.code === code);
  const until = Math.min(row.trackedUntil, ctx.now);
  const views = published === null ? 0 : viewsBy(readings, published, until);
  const judgement = judgePost({
    isRead: mirrored !== null,
    daily: dailyOf(row, mirrored),
    views,
    adViews: Math.min(adViews, views),
    fallen: fallOf(readings.map((one) => one.views)),
    isGone: mirrored !== null && mirrored.goneAt !== null,
    captionChanged: isTold ? captionHash(mirrored.caption) !== row.captionHash : wasFound('caption_changed'),
    lacksDisclosure:
      asksForDisclosure(program?.brief ?? {}) &&
      (isTold ? !discloses(mirrored.caption ?? '') : wasFound('no_disclosure')),
    isEarlier,
    missesEnd: isEnd && !readings.some(({ at }) => Math.abs(at - row.trackedUntil) <= NEAR_END_MS),
    claimedTwice,
    usualRate,
  });
  const eligible = isEarlier ? 0 : Math.max(views - adViews, 0);
  return { ...judgement, eligibleViews: mirrored === null ? null : eligible, judgedAt: ctx.now };
}

/** The median of the creator's other posts around the same time; null with fewer than five. */
async function usualRateOf(
  ctx: SystemCtx,
  { publishedAt }: PostRow,
  mirrored: MirroredPost | null,
): Promise<number | null> {
  if (mirrored === null || publishedAt === null) return null;
  const rates = await listUsualRates(ctx, mirrored, publishedAt - OTHERS_MS, publishedAt);
  return rates.length < LEAST_OTHERS ? null : median(rates);
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
