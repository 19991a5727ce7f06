import type * as z from 'zod';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListPage, listOf, mapListPage, toListPage } from '../../../resource/list-page.ts';
import { PAYOUT_STATUSES, type Payout, type PayoutListQuery, presentPayout } from './payout.ts';
import { listOwnPayouts, requirePayout } from './store.ts';

export async function getPayout(ctx: Ctx, id: string): Promise<Payout> {
  return presentPayout(await requirePayout(ctx, id));
}

export async function listPayouts(
  ctx: Ctx,
  query: z.output<typeof PayoutListQuery>,
): Promise<ListPage<Payout>> {
  const list = listOf(ctx, `payouts ${actingId(ctx.actor)}`);
  const rows = await listOwnPayouts(ctx, {
    statuses: query.status ? [...new Set(query.status)] : PAYOUT_STATUSES,
    currency: query.currency,
    limit: query.limit,
    range: idRange(list, 'payout', query),
  });
  return mapListPage(toListPage(list, query, rows), presentPayout);
}
