import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import * as store from './found-store.ts';
import { type POST_STATUSES, POST_STATUSES_SHOWN, type Post, presentPost } from './post.ts';

/** A post of the caller's, for an account with what speaks for or against its numbers. Throws not_found. */
export async function getPost(ctx: Ctx, id: string): Promise<Post> {
  return presentPost(await store.requirePost(ctx, id), ctx.actor, 'evidence');
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
  return mapListPage(toListPage(list, query, found), (one) => presentPost(one, ctx.actor));
}
