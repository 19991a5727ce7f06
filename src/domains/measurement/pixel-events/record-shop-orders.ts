import type { SystemCtx } from '../../../context.ts';
import { inHalves } from '../../../kit/in-halves.ts';
import { log } from '../../../kit/log.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { contactsOf, findBuyers } from '../credit-targets/interface.ts';
import { type ShopOrder, toShopEvent } from '../event-rules/shop-order.ts';
import { findPixel } from '../pixels/interface.ts';
import { recordCodeOrders } from './record-code-orders.ts';
import { recordEvents } from './record-events.ts';

/** How many orders are written together. */
const BATCH = 50;

export interface ShopOrdersRecorded {
  /** By the order's ID as it was given: the event that stands for it. */
  events: Map<string, string>;
  /** The orders that could not be written and have to be told again. */
  failed: string[];
}

/**
 * Records orders as they were read from a shop, as events of its pixel. An order may be told again in any state, any
 * number of times and in any order: its newest state counts. Orders from excluded countries, and all orders of an
 * archived pixel, are not recorded, so they are missing from the result.
 */
export async function recordShopOrders(
  ctx: SystemCtx,
  { accountId, pixelId }: { accountId: string; pixelId: string },
  orders: readonly ShopOrder[],
): Promise<ShopOrdersRecorded> {
  const done: ShopOrdersRecorded = { events: new Map(), failed: [] };
  const [pixel, shard] = await Promise.all([
    findPixel(ctx, accountId, pixelId),
    eventsShardOf(ctx, accountId),
  ]);
  if (!pixel || pixel.status === 'archived' || shard === null) return done;
  const excluded = pixel.excludedCountries;
  const wanted = orders.filter(
    ({ country }) => excluded.length === 0 || (country !== undefined && !excluded.includes(country)),
  );
  const hashes = wanted.flatMap(({ customer = {} }) => contactsOf(customer));
  const buyersOf = await findBuyers(ctx, accountId, hashes);
  for (let at = 0; at < wanted.length; at += BATCH) {
    const batch = wanted
      .slice(at, at + BATCH)
      .map((order) => ({ order, event: toShopEvent(order, pixel, ctx.now, buyersOf(order.customer ?? {})) }));
    await inHalves(
      batch,
      async (part) => {
        const incoming = part.map(({ event }) => ({ accountId, event }));
        const { plan, emitted } = await recordEvents(ctx, shard, { incoming, fresh: true });
        for (const { order, event } of part) done.events.set(order.id, plan.receipts.get(event.id)!.id);
        if (emitted) await wakeRelay(ctx, shard, plan.receipts.get(part[0]!.event.id)!.id);
      },
      ({ order }, error) => {
        log('error', { pixel: pixelId, order: order.id, error: `shop order: ${String(error)}` });
        done.failed.push(order.id);
      },
    );
  }
  await recordCodeOrders(ctx, shard, { accountId, pixelId }, wanted, done.events);
  return done;
}

/** Lets the consumer relay the shard's outbox now. If the message is lost, the cron does. */
async function wakeRelay(ctx: SystemCtx, shard: number, id: string): Promise<void> {
  try {
    await ctx.env.PIXEL_EVENTS.send({ kind: 'process', shard, id, relay: true });
  } catch (error) {
    log('error', { shard, error: `wake relay: ${String(error)}` });
  }
}
