import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type List,
  type ListInput,
  type ListPage,
  listOf,
  toListPage,
} from '../../../resource/list-page.ts';
import { AD_STATUSES } from '../campaign-record/campaign-row.ts';
import { type AdSet, presentAdSet } from './ad-record.ts';
import { type AdFilter, listOwnAdSets, requireOwnAdSet } from './store.ts';

export async function getAdSet(ctx: Ctx, id: string): Promise<AdSet> {
  return presentAdSet(await requireOwnAdSet(ctx, id));
}

export interface AdQuery extends ListInput {
  campaign?: string | undefined;
  adSet?: string | undefined;
  platform?: string | undefined;
  status?: AdFilter['statuses'] | undefined;
  source: AdFilter['source'];
}

/** Archived and deleted ones are listed only on request. */
const SHOWN = AD_STATUSES.filter((one) => one !== 'archived' && one !== 'deleted');

/** Converts a query to the store's filter, and names its list. */
export function filterOf(ctx: Ctx, kind: 'adSet' | 'ad', query: AdQuery): { list: List; filter: AdFilter } {
  const { campaign, adSet, platform, source, status, limit } = query;
  const named = [campaign, adSet, platform, source, status?.toSorted()].map((one) => one ?? '').join(' ');
  const list = listOf(ctx, `${kind} ${actingAccount(ctx.actor).id} ${named}`);
  const statuses = status ? [...new Set(status)] : SHOWN;
  return {
    list,
    filter: { campaign, adSet, platform, source, statuses, limit, range: idRange(list, kind, query) },
  };
}

export async function listAdSets(ctx: Ctx, query: AdQuery): Promise<ListPage<AdSet>> {
  const { list, filter } = filterOf(ctx, 'adSet', query);
  return toListPage(list, query, (await listOwnAdSets(ctx, filter)).map(presentAdSet));
}
