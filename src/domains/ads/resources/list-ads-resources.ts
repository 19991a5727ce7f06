import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { type AdsResource, presentAdsResource, type SyncState } from './ads-resource.ts';
import { listOwnResources } from './store.ts';

interface ResourceQuery extends ListInput {
  campaignId?: string | undefined;
  parentResourceId?: string | undefined;
  platform?: string | undefined;
  resourceKind?: string | undefined;
  syncState?: SyncState | undefined;
}

export async function listAdsResources(
  ctx: Ctx,
  { client: _, ...query }: ResourceQuery & { client?: string | undefined },
): Promise<ListPage<AdsResource>> {
  const list = listOf(ctx, `ads resources ${actingAccount(ctx.actor).id}`);
  const rows = await listOwnResources(ctx, { ...query, range: idRange(list, 'adsResource', query) });
  return toListPage(list, query, rows.map(presentAdsResource));
}
