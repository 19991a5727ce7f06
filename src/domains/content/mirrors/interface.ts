// What the domains above may ask of the posts of connected accounts, and what they are told.
import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { SocialPlatformCode } from '../../../integrations/social-platforms.ts';
import { type FindProfilePosts, postAt } from '../../work/creators/interface.ts';
import { type MirroredPostRow, presentMirroredPost } from './mirrored-post.ts';
import { mirroredPosts, mirrors, postDays } from './table.ts';

/** Called in the batch that stores a page of an account's posts. */
export type PostsListed = (
  ctx: SystemCtx,
  creatorId: string,
  page: readonly { url: string | null; caption: string | null }[],
) => void;

/** A public post of one of a creator's accounts. */
export interface OwnPost
  extends Pick<MirroredPostRow, 'id' | 'connectionId' | 'url' | 'caption' | 'publishedAt'> {
  platform: SocialPlatformCode;
}

/** How often a post was viewed, up to a moment of a reading (milliseconds). */
export interface PostReading {
  at: number;
  views: number;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  saves: number | null;
}

/** A post with the readings of its days, in their order. */
export interface MirroredPost
  extends Pick<
    MirroredPostRow,
    'id' | 'connectionId' | 'title' | 'caption' | 'publishedAt' | 'thumbnailUrl' | 'videoUrl' | 'goneAt'
  > {
  /** Whether its account is still read. */
  isRead: boolean;
  readings: PostReading[];
}

const MOST_OWN = 1000;

/** The public posts of a creator's connected accounts that were published since a moment (milliseconds), newest first. */
export async function listOwnPosts(ctx: SystemCtx, creatorId: string, since: number): Promise<OwnPost[]> {
  return await mainDb(ctx.env)
    .select({
      id: mirroredPosts.id,
      connectionId: mirroredPosts.connectionId,
      url: mirroredPosts.url,
      caption: mirroredPosts.caption,
      publishedAt: mirroredPosts.publishedAt,
      platform: mirrors.platform,
    })
    .from(mirrors)
    .innerJoin(mirroredPosts, eq(mirroredPosts.connectionId, mirrors.connectionId))
    .where(
      and(
        eq(mirrors.creatorId, creatorId),
        gte(mirroredPosts.publishedAt, since),
        sql`${mirroredPosts.goneAt} IS NULL`,
      ),
    )
    .orderBy(desc(mirroredPosts.publishedAt))
    .limit(MOST_OWN)
    .all();
}

/** Posts by their IDs; those that are no longer there are left out. @param ids SQL that selects them. */
export async function findMirroredPosts(ctx: SystemCtx, ids: SQL): Promise<Map<string, MirroredPost>> {
  const readings = sql<string>`(SELECT json_group_array(json_object('at', d.at, 'views', d.views, 'likes', d.likes,
      'comments', d.comments, 'shares', d.shares, 'saves', d.saves) ORDER BY d.day) FROM ${postDays} d WHERE d.post_id = mirrored_posts.id)`;
  const rows = await mainDb(ctx.env)
    .select({ post: mirroredPosts, dueAt: mirrors.dueAt, readings })
    .from(mirroredPosts)
    .leftJoin(mirrors, eq(mirrors.connectionId, mirroredPosts.connectionId))
    .where(sql`${mirroredPosts.id} IN (${ids})`)
    .all();
  return new Map(
    rows.map(({ post, dueAt, readings: read }) => {
      const { id, connectionId, title, caption, publishedAt, thumbnailUrl, videoUrl, goneAt } = post;
      const shown = { id, connectionId, title, caption, publishedAt, thumbnailUrl, videoUrl, goneAt };
      return [id, { ...shown, isRead: dueAt !== null, readings: JSON.parse(read) as PostReading[] }];
    }),
  );
}

/** Adds to the batch that a post belongs to work: its counts stay when its account is disconnected. */
export function savePostMatched(ctx: SystemCtx, id: string): void {
  ctx.write.add(mainDb(ctx.env).update(mirroredPosts).set({ matched: true }).where(eq(mirroredPosts.id, id)));
}

/**
 * Adds to the batch that a post may belong to no work any more. If `stillMatched` (SQL) says so, it is like any other of its
 * account again, and forgotten where the account was disconnected.
 */
export function savePostReleased(ctx: SystemCtx, id: string, stillMatched: SQL): void {
  ctx.write.addSql(sql`UPDATE mirrored_posts SET matched = (${stillMatched}) WHERE id = ${id}`);
  const over = sql`SELECT p.id FROM mirrored_posts p WHERE p.id = ${id} AND NOT p.matched
    AND NOT EXISTS (SELECT 1 FROM mirrors m WHERE m.connection_id = p.connection_id)`;
  ctx.write.addSql(sql`DELETE FROM post_days WHERE post_id IN (${over})`);
  ctx.write.addSql(sql`DELETE FROM mirrored_posts WHERE id IN (${over})`);
}

/**
 * The median of engagements a view of an account's other posts that were published between two moments (milliseconds), by the
 * post. Those of accounts with less than `least` such posts are left out.
 */
export async function findUsualRates(
  ctx: SystemCtx,
  posts: readonly (Pick<MirroredPost, 'id' | 'connectionId'> & { from: number; until: number })[],
  least: number,
): Promise<Map<string, number>> {
  if (posts.length === 0) return new Map();
  const asked = posts.map(({ id, connectionId, from, until }) => [id, connectionId, from, until]);
  const rows = await mainDb(ctx.env).all<{ id: string; rate: number }>(sql`
    WITH rates AS (SELECT j.value ->> 0 AS id, r.rate, count(*) OVER of_post AS others,
        row_number() OVER (of_post ORDER BY r.rate) AS place
      FROM json_each(${JSON.stringify(asked)}) j
      JOIN (SELECT id, connection_id, published_at, (coalesce(likes, 0) + coalesce(comments, 0) + coalesce(shares, 0)) * 1.0
          / views AS rate FROM ${mirroredPosts} WHERE views >= 100) r
        ON r.connection_id = j.value ->> 1 AND r.id <> j.value ->> 0
          AND r.published_at BETWEEN j.value ->> 2 AND j.value ->> 3
      WINDOW of_post AS (PARTITION BY j.value ->> 0))
    SELECT id, avg(rate) AS rate FROM rates
    WHERE others >= ${least} AND place IN ((others + 1) / 2, (others + 2) / 2) GROUP BY id`);
  return new Map(rows.map(({ id, rate }) => [id, rate]));
}

const TITLE_LENGTH = 100;

/** The public posts of connected accounts that their creators show on their profiles. */
export const findProfilePosts: FindProfilePosts = async (ctx, asked) => {
  const json = JSON.stringify(asked.map(({ creatorId, platform, post }) => [creatorId, platform, post]));
  const rows = await mainDb(ctx.env)
    .select({ creatorId: mirrors.creatorId, platform: mirrors.platform, row: mirroredPosts })
    .from(sql`json_each(${json}) j`)
    .innerJoin(
      mirrors,
      sql`${mirrors.creatorId} = j.value ->> 0 AND ${mirrors.platform} = j.value ->> 1 AND ${mirrors.dueAt} IS NOT NULL`,
    )
    .innerJoin(
      mirroredPosts,
      sql`${mirroredPosts.connectionId} = ${mirrors.connectionId} AND ${mirroredPosts.platformId} = j.value ->> 2
        AND ${mirroredPosts.goneAt} IS NULL`,
    )
    .all();
  return new Map(
    rows.map(({ creatorId, platform, row }) => {
      const { url, publishedAt, durationLabel, thumbnailUrl, videoUrl } = presentMirroredPost(row, platform);
      const shown = { url, publishedAt, durationLabel, thumbnailUrl, videoUrl };
      return [postAt(creatorId, platform, row.platformId), { ...shown, title: titleOf(row) }];
    }),
  );
};

const titleOf = ({ title, caption }: MirroredPostRow): string | null =>
  (title ?? caption)?.trim().split('\n')[0]?.slice(0, TITLE_LENGTH) || null;
