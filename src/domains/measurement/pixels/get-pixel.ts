import { actingAccount, actingId } from '../../../auth/actor.ts';
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
import { NO_ACTIVITY, type Pixel, type PixelRow, presentPixel } from './pixel.ts';
import { findActivity, listOwnPixels, requireOwnPixel } from './store.ts';

/** A pixel as the API returns it, with its activity from the shard. */
export async function withActivity(ctx: Ctx, row: PixelRow): Promise<Pixel> {
  const shard = await eventsShardOf(ctx, row.accountId);
  const activity = await findActivity(ctx, shard, [row.id]);
  return presentPixel(row, activity.get(row.id) ?? NO_ACTIVITY, ctx.vars.PUBLIC_URL);
}

export async function getPixel(ctx: Ctx, id: string): Promise<Pixel> {
  const activity = eventsShardOf(ctx, actingAccount(ctx.actor).id).then((shard) =>
    findActivity(ctx, shard, [id]),
  );
  const [row, found] = await Promise.all([requireOwnPixel(ctx, id), activity]);
  return presentPixel(row, found.get(id) ?? NO_ACTIVITY, ctx.vars.PUBLIC_URL);
}

export async function listPixels(ctx: Ctx, query: ListInput): Promise<ListPage<Pixel>> {
  const list = listOf(ctx, `pixels ${actingId(ctx.actor)}`);
  const [rows, shard] = await Promise.all([
    listOwnPixels(ctx, query.limit, idRange(list, 'pixel', query)),
    eventsShardOf(ctx, actingAccount(ctx.actor).id),
  ]);
  const page = toListPage(list, query, rows);
  const activity = await findActivity(
    ctx,
    shard,
    page.items.map((row) => row.id),
  );
  return mapListPage(page, (row) =>
    presentPixel(row, activity.get(row.id) ?? NO_ACTIVITY, ctx.vars.PUBLIC_URL),
  );
}
