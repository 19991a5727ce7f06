import type { Ctx } from '../../../context.ts';
import { type ListPage, toListPage } from '../../../resource/list-page.ts';
import { type Ad, presentAd } from './ad-record.ts';
import { type AdQuery, filterOf } from './get-ad-set.ts';
import { listOwnAds, requireOwnAd } from './store.ts';

export async function getAd(ctx: Ctx, id: string): Promise<Ad> {
  return presentAd(await requireOwnAd(ctx, id));
}

export async function listAds(ctx: Ctx, query: AdQuery): Promise<ListPage<Ad>> {
  const { list, filter } = filterOf(ctx, 'ad', query);
  return toListPage(list, query, (await listOwnAds(ctx, filter)).map(presentAd));
}
