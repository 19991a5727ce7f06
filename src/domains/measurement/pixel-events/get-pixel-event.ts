import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { findWaits } from '../conversions/interface.ts';
import { creditOpenUntil } from '../conversions/recorded-conversion.ts';
import { findArchivedEvent } from './archive.ts';
import {
  type EventFilter,
  findConversionsOf,
  findOwnEvent,
  listArchiveParts,
  listLateTouches,
  listOwnEvents,
} from './event-store.ts';
import { type ExplainedPixelEvent, explainPixelEvent } from './explained-event.ts';
import { type PixelEvent, presentPixelEvent } from './pixel-event.ts';

/** The account's events that are still in its shard, newest first. Older ones can only be found by ID. */
export async function listPixelEvents(
  ctx: Ctx,
  query: ListInput & EventFilter,
): Promise<ListPage<PixelEvent>> {
  const account = actingAccount(ctx.actor).id;
  const list = listOf(ctx, `pixel-events ${account}`);
  const range = idRange(list, 'pixelEvent', query);
  const shard = await eventsShardOf(ctx, account);
  if (shard === null) return { items: [], nextCursor: null };
  const rows = await listOwnEvents(ctx, shard, query, query.limit, range);
  return mapListPage(toListPage(list, query, rows), presentPixelEvent);
}

/** One event with its attribution explained, from the shard or from the archive. */
export async function getPixelEvent(ctx: Ctx, id: string): Promise<ExplainedPixelEvent> {
  const shard = await eventsShardOf(ctx, actingAccount(ctx.actor).id);
  if (shard === null) throw notFound('pixel event');
  const [own, { hits, mergedInto }] = await Promise.all([
    findOwnEvent(ctx, shard, id),
    findConversionsOf(ctx, shard, id),
  ]);
  const event = own ?? (await archived(ctx, shard, id));
  if (!event) throw notFound('pixel event');
  const open = hits.map((hit) => creditOpenUntil(hit, event.body.confirmedAt));
  const late = open.length === 0 ? [] : await listLateTouches(ctx, shard, event, Math.max(...open));
  const heldUntil = await findWaits(ctx, shard, hits);
  return explainPixelEvent(event, hits, late, mergedInto, heldUntil, ctx.now);
}

async function archived(ctx: Ctx, shard: number, id: string) {
  for (const key of await listArchiveParts(ctx, shard, id)) {
    const event = await findArchivedEvent(ctx.env, key, id);
    if (event) return event;
  }
  return null;
}
