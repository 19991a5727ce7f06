import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { requireOwnConnection } from '../../accounts/connections/interface.ts';
import { type ConnectionPost, presentMirroredPost } from './mirrored-post.ts';
import { listMirroredPosts } from './store.ts';

/** The posts of a connected account, for its creator alone, as of the last reading. */
export async function listConnectionPosts(
  ctx: Ctx,
  id: string,
  query: ListInput,
): Promise<ListPage<ConnectionPost>> {
  const list = listOf(ctx, `posts of ${id}`);
  const range = idRange(list, 'mirroredPost', query);
  // Asked at once; the rows go to nobody if the connection is not the caller's.
  const [{ provider }, rows] = await Promise.all([
    requireOwnConnection(ctx, id),
    listMirroredPosts(ctx, id, query.limit, range),
  ]);
  return mapListPage(toListPage(list, query, rows), (row) =>
    presentMirroredPost(row, provider as ConnectionPost['platform']),
  );
}
