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
import { documentsForRetainer } from '../agreement-rules/interface.ts';
import { presentRetainer, RETAINER_STATUSES, type Retainer, type RetainerRow } from './retainer.ts';
import * as store from './store.ts';
import type { State } from './transitions.ts';

/** One retainer; for the creator, an offer includes the agreements that it accepts with it. */
export async function presentWithAgreements(ctx: Ctx, row: RetainerRow): Promise<Retainer> {
  if (ctx.actor.account || row.status !== 'offered') return presentRetainer(row);
  return presentRetainer(row, await documentsForRetainer(ctx, row));
}

export async function getRetainer(ctx: Ctx, id: string): Promise<Retainer> {
  return await presentWithAgreements(ctx, (await store.requireRetainer(ctx, id)).retainer);
}

export interface RetainerQuery extends ListInput {
  program?: string | undefined;
  creator?: string | undefined;
  status?: State[] | undefined;
}

/** The retainers that the acting account offered, or that were offered to the acting creator. */
export async function listRetainers(ctx: Ctx, query: RetainerQuery): Promise<ListPage<Retainer>> {
  const list = listOf(ctx, `retainers ${actingId(ctx.actor)}`);
  const rows = await store.listRetainers(ctx, {
    program: query.program,
    creator: query.creator,
    statuses: query.status ? [...new Set(query.status)] : RETAINER_STATUSES,
    limit: query.limit,
    range: idRange(list, 'retainer', query),
  });
  return mapListPage(toListPage(list, query, rows), (row) => presentRetainer(row));
}
