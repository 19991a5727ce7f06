import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, mapPage, type Page, toPage } from '../../../resource/page.ts';
import { eventsShardOf } from '../../accounts/accounts/events-shard.ts';
import { type Conversion, type ConversionRow, NO_COUNTS, presentConversion } from './conversion.ts';
import { countsOf, getConversion, listConversions } from './store.ts';

export async function withCounts(ctx: Ctx, row: ConversionRow): Promise<Conversion> {
  const counts = await countsOf(ctx, await eventsShardOf(ctx, row.accountId), [row.id]);
  return presentConversion(row, counts.get(row.id) ?? NO_COUNTS);
}

export async function readConversion(ctx: Ctx, id: string): Promise<Conversion> {
  const counts = eventsShardOf(ctx, actingAccount(ctx.actor).id).then((shard) => countsOf(ctx, shard, [id]));
  const [row, found] = await Promise.all([getConversion(ctx, id), counts]);
  return presentConversion(row, found.get(id) ?? NO_COUNTS);
}

export async function readConversions(
  ctx: Ctx,
  query: ListInput & { status?: ('active' | 'archived')[] | undefined },
): Promise<Page<Conversion>> {
  const account = actingAccount(ctx.actor).id;
  const list = `conversions ${account}`;
  const [rows, shard] = await Promise.all([
    listConversions(ctx, { status: query.status }, query.limit, idRange(list, 'conversion', query)),
    eventsShardOf(ctx, account),
  ]);
  const page = toPage(list, query, rows);
  const counts = await countsOf(
    ctx,
    shard,
    page.items.map((row) => row.id),
  );
  return mapPage(page, (row) => presentConversion(row, counts.get(row.id) ?? NO_COUNTS));
}
