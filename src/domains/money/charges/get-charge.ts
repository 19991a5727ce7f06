import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { idRange, type ListPage, listOf, mapListPage, toListPage } from '../../../resource/list-page.ts';
import {
  CHARGE_STATUSES,
  type Charge,
  type ChargeListQuery,
  presentCharge,
  presentItem,
  STATES_OF,
} from './charge.ts';
import { findOwnCharge, listOwnCharges, listOwnItems } from './store.ts';

const ITEMS_SHOWN = 100;

/** The receipt of a charge of the acting account's card. */
export async function getCharge(ctx: Ctx, id: string): Promise<Charge> {
  const [found, items] = await Promise.all([findOwnCharge(ctx, id), listOwnItems(ctx, id, ITEMS_SHOWN)]);
  if (!found) throw notFound('charge');
  return { ...presentCharge(found), items: items.map(presentItem), itemCount: items[0]?.count ?? 0 };
}

/** The charges of the acting account's card, including those that are due. */
export async function listCharges(
  ctx: Ctx,
  query: z.output<typeof ChargeListQuery>,
): Promise<ListPage<Charge>> {
  const list = listOf(ctx, `charges ${actingAccount(ctx.actor).id}`);
  const rows = await listOwnCharges(ctx, {
    states: [...new Set(query.status ?? CHARGE_STATUSES)].flatMap((status) => STATES_OF[status]),
    currency: query.currency,
    limit: query.limit,
    range: idRange(list, 'charge', query),
  });
  const page = toListPage(
    list,
    query,
    rows.map((row) => ({ ...row, id: row.charge.id })),
  );
  return mapListPage(page, presentCharge);
}
