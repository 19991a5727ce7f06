// Reads posts with all that is shown of them, in as few trips to the database as one takes.
import { and, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds, isCallers } from '../../../db/involved-list.ts';
import { newestFirst } from '../../../db/list.ts';
import { notFound } from '../../../kit/error.ts';
import { connections } from '../../accounts/connections/table.ts';
import { findViewsPay, type ViewsPay } from '../../money/accruals/views-pay.ts';
import { creators } from '../../work/creator-consent/table.ts';
import { programs } from '../../work/program-terms/table.ts';
import { submissions } from '../../work/submissions/table.ts';
import { findMirroredPosts, type MirroredPost } from '../mirrors/interface.ts';
import type { PostRow } from './post.ts';
import { posts } from './table.ts';

/** A post with what is shown of other records. */
export interface FoundPost {
  id: string;
  row: PostRow;
  creatorName: string;
  programName: string;
  productId: string | null;
  /** Whether the brand named the URL of the work, and its creator has not confirmed it. */
  urlByBrand: boolean;
  /** The handle of the account that it was found on; null once that is disconnected. */
  handle: string | null;
  mirrored: MirroredPost | null;
  /** What the creator earns by so many views. */
  payOf: (views: number) => ViewsPay;
}

/** Reads the posts that `where` allows; `ids` selects theirs, or more than theirs. */
async function listWhere(ctx: SystemCtx, ids: SQL, where: SQL | undefined): Promise<FoundPost[]> {
  const ofThese = (column: 'mirroredPostId' | 'submissionId') =>
    sql`SELECT ${posts[column]} FROM ${posts} WHERE ${posts.id} IN (${ids}) AND ${posts[column]} IS NOT NULL`;
  const [rows, mirrored, payOf] = await Promise.all([
    mainDb(ctx.env)
      .select({
        row: getTableColumns(posts),
        creatorName: creators.name,
        programName: programs.name,
        productId: submissions.productId,
        urlByBrand: submissions.urlByBrand,
        handle: connections.handle,
      })
      .from(posts)
      .innerJoin(submissions, eq(submissions.id, posts.submissionId))
      .innerJoin(programs, eq(programs.id, posts.programId))
      .innerJoin(creators, eq(creators.id, posts.creatorId))
      // Who has disconnected an account shows no more of it than the post's address and counts.
      .leftJoin(
        connections,
        and(eq(connections.id, posts.connectionId), ne(connections.status, 'disconnected')),
      )
      .where(and(sql`${posts.id} IN (${ids})`, where))
      .orderBy(newestFirst(posts.id))
      .all(),
    findMirroredPosts(ctx, ofThese('mirroredPostId')),
    findViewsPay(ctx, ofThese('submissionId')),
  ]);
  return rows.map((one) => ({
    ...one,
    id: one.row.id,
    mirrored: mirrored.get(one.row.mirroredPostId ?? '') ?? null,
    payOf: (views) => payOf(one.row.submissionId, views),
  }));
}

/** A post of the acting account or creator. Throws not_found. */
export async function requirePost(ctx: Ctx, id: string): Promise<FoundPost> {
  const [found] = await listWhere(ctx, sql`SELECT ${id}`, isCallers(ctx, posts));
  if (!found) throw notFound('post');
  return found;
}

export interface PostFilter extends InvolvedFilter<string> {
  platform: string | undefined;
}

/** The query of a list, apart from its columns. Creators do not see what the account has archived as such. */
export function postListIds(ctx: Ctx, filter: PostFilter): SQL {
  const { platform, ...shared } = filter;
  const status = ctx.actor.account ? posts.shown : posts.state;
  return involvedIds(
    ctx,
    sql`${posts}`,
    { ...posts, status, kind: posts.platform },
    { ...shared, kind: platform },
  );
}

export async function listPosts(ctx: Ctx, filter: PostFilter): Promise<FoundPost[]> {
  return await listWhere(ctx, postListIds(ctx, filter), undefined);
}
