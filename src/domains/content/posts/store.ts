import { and, asc, eq, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { AppError } from '../../../kit/error.ts';
import { hasSubmissionWithoutPost } from '../../work/submissions/interface.ts';
import type { PostRow } from './post.ts';
import { postMatches, posts } from './table.ts';
import type { State } from './transitions.ts';

/**
 * Adds to the batch that a creator's accounts and work are to be matched, if any of the work lacks its post. The moment changes
 * each time, so that a run that began before notices it and leaves the creator due.
 */
export function savePostMatchDue(ctx: SystemCtx, creatorId: string, onlyIfWaiting = true): void {
  const waiting = sql`(${hasSubmissionWithoutPost(creatorId)} OR EXISTS (SELECT 1 FROM ${posts}
    WHERE creator_id = ${creatorId} AND state IN ('tracking', 'ready_for_review') AND mirrored_post_id IS NULL))`;
  ctx.write.addSql(sql`INSERT INTO ${postMatches} (creator_id, due_at)
    SELECT ${creatorId}, ${ctx.now} WHERE ${onlyIfWaiting ? waiting : sql`1`}
    ON CONFLICT (creator_id) DO UPDATE SET due_at = iif(due_at > excluded.due_at, excluded.due_at, due_at - 1)`);
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

/** Writes what the service works out by itself, which is no edit. The batch fails once the post has changed. */
export function saveJudged(ctx: SystemCtx, before: PostRow, changes: Partial<PostRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(posts)
      .set(changes)
      .where(and(eq(posts.id, before.id), eq(posts.version, before.version))),
    overtaken,
  );
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

/** Whether a post of another creator of the program has the same address. */
export async function findClaimedTwice(ctx: SystemCtx, row: PostRow): Promise<boolean> {
  if (row.key === null) return false;
  const other = await mainDb(ctx.env)
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        eq(posts.programId, row.programId),
        eq(posts.platform, row.platform),
        eq(posts.key, row.key),
        ne(posts.creatorId, row.creatorId),
      ),
    )
    .limit(1)
    .get();
  return other !== undefined;
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
  const taken = () => new AppError('conflict', 'This post belongs to other submission.');
  ctx.write.onDuplicate('posts.submission_id', taken).onDuplicate('posts.account_id', taken);
}

/** SQL for the mirrored posts of these. */
export const mirroredOf = (rows: readonly PostRow[]): SQL =>
  sql`SELECT value FROM json_each(${JSON.stringify(rows.flatMap(({ mirroredPostId }) => mirroredPostId ?? []))})`;
