import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import type { Account } from './account.ts';
import { listReachedBrands, requireBrand } from './store.ts';
import { withPicture, withPictures } from './with-pictures.ts';

export async function getBrand(ctx: Ctx, id: string): Promise<Account> {
  return await withPicture(ctx, await requireBrand(ctx, id));
}

/**
 * Lists the brands that the key can reach, newest first: for a partner the brands it manages, including ended ones; for
 * a brand only itself.
 */
export async function listBrands(
  ctx: Ctx,
  query: ListInput & { status?: ('active' | 'ended')[] | undefined },
): Promise<ListPage<Account>> {
  const list = listOf(ctx, `brands ${actingId(ctx.actor)}`);
  const range = idRange(list, 'account', query);
  const rows = await listReachedBrands(ctx, { status: query.status, limit: query.limit, range });
  const page = toListPage(list, query, rows);
  return { ...page, items: await withPictures(ctx, page.items) };
}
