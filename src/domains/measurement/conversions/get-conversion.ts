import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { type Conversion, type ConversionRow, NO_COUNTS, presentConversion } from './conversion.ts';
import { findCounts, listOwnConversions, requireOwnConversion } from './store.ts';

export async function withCounts(ctx: Ctx, row: ConversionRow): Promise<Conversion> {
  const counts = await findCounts(ctx, await eventsShardOf(ctx, row.accountId), [row.id]);
  return presentConversion(row, counts.get(row.id) ?? NO_COUNTS);
}

export async function getConversion(ctx: Ctx, id: string): Promise<Conversion> {
  const counts = eventsShardOf(ctx, actingAccount(ctx.actor).id).then((shard) =>
    findCounts(ctx, shard, [id]),
  );
  const [row, found] = await Promise.all([requireOwnConversion(ctx, id), counts]);
  return presentConversion(row, found.get(id) ?? NO_COUNTS);
}

export async function listConversions(
  ctx: Ctx,
  query: ListInput & { status?: ('active' | 'archived')[] | undefined },
): Promise<ListPage<Conversion>> {
  const account = actingAccount(ctx.actor).id;
  const list = listOf(ctx, `conversions ${account}`);
  const [rows, shard] = await Promise.all([
    listOwnConversions(ctx, { status: query.status }, query.limit, idRange(list, 'conversion', query)),
    eventsShardOf(ctx, account),
  ]);
  const page = toListPage(list, query, rows);
  const counts = await findCounts(
    ctx,
    shard,
    page.items.map((row) => row.id),
  );
  return mapListPage(page, (row) => presentConversion(row, counts.get(row.id) ?? NO_COUNTS));
}
