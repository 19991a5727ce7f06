import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { findViewsPay } from '../../money/accruals/views-pay.ts';
import { findMirroredPosts } from '../mirrors/interface.ts';
import { type POST_STATUSES, POST_STATUSES_SHOWN, type Post, presentPost } from './post.ts';
import * as store from './store.ts';

/** A post of the caller's, for an account with what speaks for or against its numbers. Throws not_found. */
export async function getPost(ctx: Ctx, id: string): Promise<Post> {
  return await presentFound(ctx, await store.requirePost(ctx, id));
}

/** One post as its reader sees it. */
export async function presentFound(ctx: Ctx, found: store.FoundPost): Promise<Post> {
  const [post] = await shown(ctx, [found], 'evidence');
  return post!;
}

async function shown(ctx: Ctx, found: readonly store.FoundPost[], expand?: 'evidence'): Promise<Post[]> {
  const rows = found.map(({ row }) => row);
  const [mirrored, pay] = await Promise.all([
    findMirroredPosts(
      ctx,
      rows.flatMap(({ mirroredPostId }) => mirroredPostId ?? []),
    ),
    findViewsPay(
      ctx,
      rows.map(({ submissionId, eligibleViews }) => ({ submissionId, views: eligibleViews ?? 0 })),
    ),
  ]);
  return found.map(({ row, ...names }) =>
    presentPost(
      row,
      ctx.actor,
      {
        ...names,
        mirrored: mirrored.get(row.mirroredPostId ?? '') ?? null,
        pay: pay.get(row.submissionId)!,
      },
      expand,
    ),
  );
}

export interface PostQuery extends ListInput {
  program?: string | undefined;
  creator?: string | undefined;
  platform?: string | undefined;
  status?: (typeof POST_STATUSES)[number][] | undefined;
}

/** The posts of work that was sent to the acting account, or of the acting creator's work. */
export async function listPosts(ctx: Ctx, query: PostQuery): Promise<ListPage<Post>> {
  const list = listOf(ctx, `tracked posts ${actingId(ctx.actor)}`);
  const found = await store.listPosts(ctx, {
    program: query.program,
    creator: query.creator,
    platform: query.platform,
    statuses: query.status ? [...new Set(query.status)] : POST_STATUSES_SHOWN,
    limit: query.limit,
    range: idRange(list, 'post', query),
  });
  const page = toListPage(list, query, found);
  return { ...page, items: await shown(ctx, page.items) };
}
