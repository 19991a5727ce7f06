import { and, asc, eq, gt, isNotNull, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { jsonRows } from '../../../db/json-rows.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { overtaken } from '../../../db/one-batch.ts';
import type { PostCounts, SocialPost } from '../../../integrations/social/platform.ts';
import type { SocialPlatformCode } from '../../../integrations/social-platforms.ts';
import { newId } from '../../../kit/ids.ts';
import { day } from '../../../kit/time.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { MirroredPostRow } from './mirrored-post.ts';
import { COUNTED_MS, nextCount } from './next-count.ts';
import { mirroredPosts, mirrors, postDays } from './table.ts';

export type MirrorRow = typeof mirrors.$inferSelect;

/** Adds a connected account, or makes it due again, in the caller's batch. */
export function insertMirror(
  ctx: SystemCtx,
  row: { connectionId: string; creatorId: string; platform: SocialPlatformCode },
): void {
  const due = { dueAt: ctx.now, listAt: ctx.now, leaseUntil: 0, tries: 0 };
  ctx.write.add(
    mainDb(ctx.env)
      .insert(mirrors)
      .values({ ...row, ...due })
      .onConflictDoUpdate({ target: mirrors.connectionId, set: due }),
  );
  // Posts that were kept without being read since the account was disconnected are counted again.
  ctx.write.add(
    mainDb(ctx.env)
      .update(mirroredPosts)
      .set({ countAt: ctx.now })
      .where(
        and(
          eq(mirroredPosts.connectionId, row.connectionId),
          eq(mirroredPosts.matched, true),
          isNull(mirroredPosts.countAt),
          gt(mirroredPosts.publishedAt, ctx.now - COUNTED_MS),
        ),
      ),
  );
}

/** Ends the mirror of a connection, in the caller's batch, and forgets the posts. */
export function deleteMirror(ctx: SystemCtx, connectionId: string): void {
  deletePosts(ctx, connectionId);
  ctx.write.add(mainDb(ctx.env).delete(mirrors).where(eq(mirrors.connectionId, connectionId)));
}

/**
 * Forgets the posts of a connection, in the caller's batch. Of those that belong to work their ID, address and counts stay.
 */
function deletePosts(ctx: SystemCtx, connectionId: string): void {
  const db = mainDb(ctx.env);
  const own = eq(mirroredPosts.connectionId, connectionId);
  ctx.write.addSql(sql`DELETE FROM ${postDays} WHERE post_id IN
    (SELECT id FROM ${mirroredPosts} WHERE connection_id = ${connectionId} AND NOT matched)`);
  ctx.write.add(db.delete(mirroredPosts).where(and(own, eq(mirroredPosts.matched, false))));
  ctx.write.add(db.update(mirroredPosts).set(STRIPPED).where(own));
}

const STRIPPED = {
  ...{ title: null, caption: null, thumbnailUrl: null, videoUrl: null, durationSeconds: null },
  countAt: null,
};

export async function findMirror(ctx: SystemCtx, connectionId: string): Promise<MirrorRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(mirrors)
    .where(eq(mirrors.connectionId, connectionId))
    .get();
  return row ?? null;
}

/** Makes a mirror due, in the caller's batch, because somebody asked for it. */
export function saveAsked(ctx: SystemCtx, { connectionId }: MirrorRow): void {
  const asked = { askedAt: ctx.now, askedEndedAt: null };
  ctx.write.add(
    mainDb(ctx.env)
      .update(mirrors)
      .set({ ...asked, listAt: ctx.now, dueAt: ctx.now, tries: 0 })
      .where(eq(mirrors.connectionId, connectionId)),
  );
}

/** Makes mirrors due whose person is said to have taken our access away. */
export async function saveRemovalHeard(ctx: SystemCtx, connectionIds: readonly string[]): Promise<void> {
  await mainDb(ctx.env)
    .update(mirrors)
    .set({ removedAt: ctx.now, listAt: ctx.now, dueAt: ctx.now })
    .where(sql`${mirrors.connectionId} IN (SELECT value FROM json_each(${JSON.stringify(connectionIds)}))`);
}

/** Adds to the batch that a claimed account's access is gone: its posts are forgotten, and it is not due again. */
export function saveRemoved(ctx: SystemCtx, row: MirrorRow): void {
  saveListed(ctx, row, { removedAt: null, dueAt: null, leaseUntil: 0, tries: 0, listedTo: 0 });
  deletePosts(ctx, row.connectionId);
}

/** The accounts that are due, those that wait longest first. */
export async function listDueMirrors(
  ctx: SystemCtx,
  limit: number,
): Promise<Pick<MirrorRow, 'connectionId' | 'platform'>[]> {
  return await mainDb(ctx.env)
    .select({ connectionId: mirrors.connectionId, platform: mirrors.platform })
    .from(mirrors)
    .where(and(lte(mirrors.dueAt, ctx.now), lte(mirrors.leaseUntil, ctx.now)))
    .orderBy(asc(mirrors.dueAt))
    .limit(limit)
    .all();
}

/** Claims an account that is due until `until` (milliseconds); null when it is not due, or another run has it. */
export async function claimMirror(
  ctx: SystemCtx,
  connectionId: string,
  until: number,
): Promise<MirrorRow | null> {
  const rows = await mainDb(ctx.env)
    .update(mirrors)
    .set({ leaseUntil: until })
    .where(
      and(
        eq(mirrors.connectionId, connectionId),
        lte(mirrors.dueAt, ctx.now),
        lte(mirrors.leaseUntil, ctx.now),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

const held = ({ connectionId, leaseUntil }: MirrorRow) =>
  and(eq(mirrors.connectionId, connectionId), eq(mirrors.leaseUntil, leaseUntil));

/** Adds how far a claimed account was read to the batch, which fails once another run has taken it over. */
export function saveListed(ctx: SystemCtx, row: MirrorRow, changes: Partial<MirrorRow>): void {
  ctx.write.guarded(mainDb(ctx.env).update(mirrors).set(changes).where(held(row)), overtaken);
}

/**
 * Ends the list of a claimed account in the batch. The next one begins at `next` (milliseconds), unless somebody has asked for
 * one, or told that our access is gone, since this account was claimed: that is for the next run.
 */
export function saveListEnd(ctx: SystemCtx, row: MirrorRow, next: number, listedTo: number): void {
  const unlessAsked = (then: SQL | number | null, kept: SQLWrapper) =>
    sql`iif(${mirrors.listAt} <= ${row.listAt}, ${then}, ${kept})` as never;
  saveListed(ctx, row, {
    ...{ listCursor: null, listPages: 0, listNewest: 0, listedTo },
    listAt: unlessAsked(next, mirrors.listAt),
    removedAt: unlessAsked(null, mirrors.removedAt),
  });
}

/**
 * Gives a claimed account back. It is due when its list or the first of its posts is, and not before `notBefore`
 * (milliseconds); never when that is null.
 */
export async function saveReleased(
  ctx: SystemCtx,
  row: MirrorRow,
  { tries, notBefore }: { tries: number; notBefore: number | null },
): Promise<void> {
  const first = sql`min(${mirrors.listAt}, coalesce((SELECT min(${mirroredPosts.countAt}) FROM ${mirroredPosts}
    WHERE ${mirroredPosts.connectionId} = ${mirrors.connectionId}), ${mirrors.listAt}))`;
  const dueAt = notBefore === null ? null : sql`max(${notBefore}, ${first})`;
  await mainDb(ctx.env)
    .update(mirrors)
    .set({ leaseUntil: 0, tries, dueAt: dueAt as never })
    .where(held(row));
}

/** Notes that a reading has ended which somebody had asked for before it began. */
export async function saveAskedEnd(ctx: SystemCtx, row: MirrorRow): Promise<void> {
  await mainDb(ctx.env)
    .update(mirrors)
    .set({ askedEndedAt: ctx.now })
    .where(
      and(
        eq(mirrors.connectionId, row.connectionId),
        sql`${mirrors.askedAt} IS ${row.askedAt}`,
        isNotNull(mirrors.askedAt),
      ),
    );
}

/**
 * Adds a page of a list to the batch: new posts, and what has changed of known ones.
 * @param counted whether the list's counts are whole, and so are a reading.
 */
export function saveListPage(
  ctx: SystemCtx,
  { connectionId }: MirrorRow,
  posts: readonly SocialPost[],
  counted: boolean,
): void {
  const rows = posts.map((post) => [
    newId('mirroredPost', post.publishedAt),
    post.id,
    post.url,
    post.title,
    post.caption,
    post.publishedAt,
    post.durationSeconds,
    post.thumbnailUrl,
    post.videoUrl,
    ...[post.views, post.likes, post.comments, post.shares, post.saves],
    counted
      ? nextCount(post.publishedAt, ctx.now)
      : nextCount(post.publishedAt, ctx.now) === null
        ? null
        : ctx.now,
  ]);
  const fresh = sql.raw(counted ? '1' : 'mirrored_posts.counted_at IS NULL');
  const count = (name: string) =>
    sql
      .raw(`${name} = CASE WHEN `)
      .append(fresh)
      .append(
        sql.raw(` THEN coalesce(excluded.${name}, mirrored_posts.${name}) ELSE mirrored_posts.${name} END`),
      );
  for (const [json] of jsonRows(rows))
    ctx.write.addSql(sql`INSERT INTO mirrored_posts (connection_id, id, platform_id, url, title, caption, published_at,
        duration_seconds, thumbnail_url, video_url, views, likes, comments, shares, saves, count_at, counted_at)
      SELECT ${connectionId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
        value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14,
        ${counted ? ctx.now : null}
      FROM json_each(${json}) WHERE true
      ON CONFLICT (connection_id, platform_id) DO UPDATE SET url = excluded.url, title = excluded.title,
        caption = excluded.caption, duration_seconds = excluded.duration_seconds,
        thumbnail_url = excluded.thumbnail_url, video_url = excluded.video_url, gone_at = NULL,
        ${count('views')}, ${count('likes')}, ${count('comments')}, ${count('shares')}, ${count('saves')},
        count_at = CASE WHEN ${sql.raw(counted ? '1' : 'mirrored_posts.gone_at IS NOT NULL')}
          THEN excluded.count_at ELSE mirrored_posts.count_at END,
        counted_at = coalesce(excluded.counted_at, mirrored_posts.counted_at)`);
  if (counted) addDays(ctx, connectionId, posts);
}

/** Adds counts that were read now to the batch. `gone` posts are looked for again with the next reading. */
export function saveCounts(
  ctx: SystemCtx,
  { connectionId }: MirrorRow,
  read: readonly (Pick<MirroredPostRow, 'platformId' | 'publishedAt'> & {
    counts: PostCounts | 'gone' | null;
  })[],
): void {
  const rows = read.map(({ platformId, publishedAt, counts }) => {
    const { views, likes, comments, shares, saves } =
      counts === null || counts === 'gone' ? NO_COUNTS : counts;
    const isGone = counts === 'gone';
    const next = nextCount(publishedAt, ctx.now);
    return [platformId, next, isGone ? 1 : counts === null ? null : 0, views, likes, comments, shares, saves];
  });
  const kept = (name: string, place: number) =>
    sql.raw(`${name} = coalesce(value ->> ${place}, mirrored_posts.${name})`);
  for (const [json] of jsonRows(rows))
    ctx.write.addSql(sql`UPDATE mirrored_posts SET count_at = value ->> 1,
        counted_at = CASE WHEN value ->> 2 = 0 THEN ${ctx.now} ELSE mirrored_posts.counted_at END,
        gone_at = CASE value ->> 2 WHEN 0 THEN NULL WHEN 1 THEN coalesce(mirrored_posts.gone_at, ${ctx.now})
          ELSE mirrored_posts.gone_at END,
        ${kept('views', 3)}, ${kept('likes', 4)}, ${kept('comments', 5)}, ${kept('shares', 6)}, ${kept('saves', 7)}
      FROM json_each(${json}) WHERE connection_id = ${connectionId} AND platform_id = value ->> 0`);
  addDays(
    ctx,
    connectionId,
    read.flatMap(({ platformId, counts }) =>
      counts === null || counts === 'gone' ? [] : [{ ...counts, id: platformId }],
    ),
  );
}

const NO_COUNTS: PostCounts = { views: null, likes: null, comments: null, shares: null, saves: null };

/** Adds the counts to the posts' days. A reading without views is none. */
function addDays(
  ctx: SystemCtx,
  connectionId: string,
  posts: readonly (PostCounts & { id: string })[],
): void {
  const rows = posts.flatMap(({ id, views, likes, comments, shares, saves }) =>
    views === null ? [] : [[id, views, likes, comments, shares, saves]],
  );
  for (const [json] of jsonRows(rows))
    ctx.write.addSql(sql`INSERT INTO post_days (post_id, day, at, views, likes, comments, shares, saves)
      SELECT p.id, ${day(ctx.now)}, ${ctx.now}, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
      FROM json_each(${json}) JOIN mirrored_posts p ON p.connection_id = ${connectionId} AND p.platform_id = value ->> 0
      WHERE true
      ON CONFLICT (post_id, day) DO UPDATE SET at = excluded.at, views = excluded.views, likes = excluded.likes,
        comments = excluded.comments, shares = excluded.shares, saves = excluded.saves
        WHERE excluded.at >= post_days.at`);
}

/** The posts whose counts are due, those that wait longest first. */
export async function listDueCounts(
  ctx: SystemCtx,
  { connectionId }: MirrorRow,
  limit: number,
): Promise<Pick<MirroredPostRow, 'platformId' | 'publishedAt'>[]> {
  return await mainDb(ctx.env)
    .select({ platformId: mirroredPosts.platformId, publishedAt: mirroredPosts.publishedAt })
    .from(mirroredPosts)
    .where(and(eq(mirroredPosts.connectionId, connectionId), lte(mirroredPosts.countAt, ctx.now)))
    .orderBy(asc(mirroredPosts.countAt))
    .limit(limit)
    .all();
}

/** The posts of a connection that are public now, newest first. */
export async function listMirroredPosts(
  ctx: SystemCtx,
  connectionId: string,
  limit: number,
  range: IdRange,
): Promise<MirroredPostRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(mirroredPosts)
    .where(
      and(
        eq(mirroredPosts.connectionId, connectionId),
        sql`${mirroredPosts.goneAt} IS NULL`,
        withinRange(mirroredPosts.id, range),
      ),
    )
    .orderBy(newestFirst(mirroredPosts.id))
    .limit(limit + 1)
    .all();
}
