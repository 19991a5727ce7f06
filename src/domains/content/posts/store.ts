import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { AppError } from '../../../kit/error.ts';
import { hasSubmissionShownBy } from '../../work/submissions/interface.ts';
import { savePostReleased } from '../mirrors/interface.ts';
import type { PostRow } from './post.ts';
import { postMatches, posts } from './table.ts';
import type { State } from './transitions.ts';

/**
 * Adds to the batch that a creator's accounts and work are to be matched. The moment changes each time, so that a run that began
 * before notices it and leaves the creator due.
 */
export function savePostMatchDue(ctx: SystemCtx, creatorId: string, where = sql`1`): void {
  ctx.write.addSql(sql`INSERT INTO ${postMatches} (creator_id, due_at)
    SELECT ${creatorId}, ${ctx.now} WHERE ${where}
    ON CONFLICT (creator_id) DO UPDATE SET due_at = iif(due_at > excluded.due_at, excluded.due_at, due_at - 1)`);
}

/**
 * The same, if any of these posts may be that of work that waits for one: else a creator whose work is published elsewhere would
 * be matched each hour for nothing.
 */
export function savePostMatchDueFor(
  ctx: SystemCtx,
  creatorId: string,
  page: readonly { key: string | null; tags: readonly string[] }[],
): void {
  const withoutNumbers = sql`SELECT id FROM ${posts}
    WHERE creator_id = ${creatorId} AND state IN ('tracking', 'ready_for_review') AND mirrored_post_id IS NULL`;
  savePostMatchDue(ctx, creatorId, hasSubmissionShownBy(creatorId, page, withoutNumbers));
}

export type PostMatchRow = typeof postMatches.$inferSelect;

/** The creators whose accounts and work are to be matched, longest waiting first. */
export async function listPostMatchesDue(ctx: SystemCtx, limit: number): Promise<PostMatchRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(postMatches)
    .where(lte(postMatches.dueAt, ctx.now))
    .orderBy(asc(postMatches.dueAt))
    .limit(limit)
    .all();
}

/** Notes that a creator was matched, unless somebody has asked for it again since. */
export async function deletePostMatch(ctx: SystemCtx, row: PostMatchRow): Promise<void> {
  await mainDb(ctx.env)
    .delete(postMatches)
    .where(and(eq(postMatches.creatorId, row.creatorId), eq(postMatches.dueAt, row.dueAt)));
}

/** Puts a creator that could not be matched behind the others, unless somebody has asked for it again since. */
export async function savePostMatchPutOff(ctx: SystemCtx, row: PostMatchRow, until: number): Promise<void> {
  await mainDb(ctx.env)
    .update(postMatches)
    .set({ dueAt: until })
    .where(and(eq(postMatches.creatorId, row.creatorId), eq(postMatches.dueAt, row.dueAt)));
}

/** The posts of submissions, by submission. */
export async function findPostsOf(
  ctx: SystemCtx,
  submissionIds: readonly string[],
): Promise<Map<string, PostRow>> {
  const rows = await mainDb(ctx.env)
    .select()
    .from(posts)
    .where(sql`${posts.submissionId} IN (SELECT value FROM json_each(${JSON.stringify(submissionIds)}))`)
    .all();
  return new Map(rows.map((row) => [row.submissionId, row]));
}

/** Those of these posts of accounts that belong to work of the account already. */
export async function listTakenPosts(
  ctx: SystemCtx,
  mirroredPostIds: readonly string[],
): Promise<Pick<PostRow, 'accountId' | 'mirroredPostId' | 'submissionId'>[]> {
  const db = mainDb(ctx.env);
  return await db
    .select({
      accountId: posts.accountId,
      mirroredPostId: posts.mirroredPostId,
      submissionId: posts.submissionId,
    })
    .from(posts)
    .where(sql`${posts.mirroredPostId} IN (SELECT value FROM json_each(${JSON.stringify(mirroredPostIds)}))`)
    .all();
}

/** Adds a post to the batch, which fails with a conflict when the work has one, or the post belongs to other work. */
export function insertPost(ctx: SystemCtx, row: PostRow): void {
  ctx.write.add(mainDb(ctx.env).insert(posts).values(row));
  refuseRepeats(ctx);
}

/** Writes a change that readers see as one, provided that the post has not changed since it was read. */
export function savePost(ctx: SystemCtx, before: PostRow, changes: Partial<PostRow>): void {
  saveVersioned(ctx, posts, 'post', before, changes);
  refuseRepeats(ctx);
}

/** What the service works out of a post by itself, which is no edit. */
export interface JudgedPost {
  row: PostRow;
  changes: Pick<PostRow, 'confidence' | 'reason' | 'evidence' | 'eligibleViews' | 'checkAt'>;
}

/** Writes what was worked out of posts, apart from those that have changed since they were read: these stay due. */
export async function saveJudged(ctx: SystemCtx, judged: readonly JudgedPost[]): Promise<void> {
  const rows = judged.map(({ row: { id, version }, changes }) => {
    const { confidence, reason, evidence, eligibleViews, checkAt } = changes;
    return [id, version, confidence, reason, JSON.stringify(evidence), eligibleViews, checkAt];
  });
  for (const [json] of jsonRows(rows))
    await mainDb(ctx.env).run(sql`UPDATE posts SET confidence = value ->> 2, reason = value ->> 3,
        evidence = value ->> 4, eligible_views = value ->> 5, check_at = value ->> 6, judged_at = ${ctx.now}
      FROM json_each(${json}) WHERE posts.id = value ->> 0 AND posts.version = value ->> 1`);
}

/** A post that is looked at later, since it could not be looked at now. */
export async function savePutOff(ctx: SystemCtx, { id }: PostRow, until: number): Promise<void> {
  await mainDb(ctx.env)
    .update(posts)
    .set({ checkAt: until })
    .where(and(eq(posts.id, id), isNotNull(posts.checkAt)));
}

/** The posts that the service has to look at, longest waiting first. */
export async function listPostsDue(ctx: SystemCtx, limit: number): Promise<PostRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(posts)
    .where(lte(posts.checkAt, ctx.now))
    .orderBy(asc(posts.checkAt))
    .limit(limit)
    .all();
}

/**
 * Those of these posts whose address another creator names to the same account. Where a post was found on its creator's own
 * account, somebody who only names its address says nothing against it.
 */
export async function findClaimedTwice(ctx: SystemCtx, rows: readonly PostRow[]): Promise<Set<string>> {
  const json = JSON.stringify(
    rows.flatMap(({ id, accountId, platform, key, creatorId, mirroredPostId }) =>
      key === null ? [] : [[id, accountId, platform, key, creatorId, mirroredPostId]],
    ),
  );
  const found = await mainDb(ctx.env).all<{
    id: string;
  }>(sql`SELECT j.value ->> 0 AS id FROM json_each(${json}) j
    WHERE EXISTS (SELECT 1 FROM posts o WHERE o.account_id = j.value ->> 1 AND o.platform = j.value ->> 2
      AND o.url_key = j.value ->> 3 AND o.creator_id <> j.value ->> 4
      AND (j.value ->> 5 IS NULL OR o.mirrored_post_id IS NOT NULL))`);
  return new Set(found.map(({ id }) => id));
}

/** Moves the post of a work in the batch, if it is in one of these states. */
export function saveMovedByPayment(
  ctx: SystemCtx,
  submissionId: string,
  from: readonly State[],
  to: State,
): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(posts)
      .set({
        state: to,
        shown: sql`iif(${posts.shown} = 'archived', 'archived', ${to})`,
        version: sql`${posts.version} + 1`,
        updatedAt: ctx.now,
      })
      .where(and(eq(posts.submissionId, submissionId), inArray(posts.state, [...from]))),
  );
}

function refuseRepeats(ctx: SystemCtx): void {
  const taken = () => new AppError('conflict', 'This post belongs to other work.');
  ctx.write.onDuplicate('posts.submission_id', taken).onDuplicate('posts.account_id', taken);
}

/** Adds to the batch that a post on a connected account is no longer that of work, if it is that of no other. */
export const saveReplaced = (ctx: SystemCtx, mirroredPostId: string): void =>
  savePostReleased(
    ctx,
    mirroredPostId,
    sql`EXISTS (SELECT 1 FROM posts WHERE posts.mirrored_post_id = ${mirroredPostId})`,
  );

/** SQL for the mirrored posts of these. */
export const mirroredIdsOf = (rows: readonly PostRow[]): SQL =>
  sql`SELECT value FROM json_each(${JSON.stringify(rows.flatMap(({ mirroredPostId }) => mirroredPostId ?? []))})`;
