// A shop's order is read once more before its sale matures: what came back since earns nothing.
import { describe, expect, it } from 'vitest';
import { setCreatorContacts } from '../../../../src/domains/measurement/credit-targets/interface.ts';
import type { ShopOrder } from '../../../../src/domains/measurement/event-rules/shop-order.ts';
import { listOrdersToRead } from '../../../../src/domains/measurement/pixel-events/list-orders-to-read.ts';
import { sha256Hex } from '../../../../src/kit/crypto.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  midnightAfter,
  mintApproved,
  type PaidRow,
  paidFor,
  paymentsFor,
  type Scene,
  scene,
  sell,
  setPay,
  tick,
} from '../../../harness/money/earnings.ts';
import { browserEvent, consume } from '../../../harness/pixel/pixel-events.ts';
import { shopOrder, TOKEN, tell } from '../../../harness/pixel/shop-orders.ts';
import { call, systemCtx } from '../../../harness/world.ts';

/** A sale of 50.00 in a shop, for a program that pays 10 % and 3.00, and holds for this many days. */
async function sold(holdDays: number) {
  const at = await scene();
  await setPay(at.pair, { schedule: { holdDays } });
  const id = await mintApproved(at.pair);
  const order = shopOrder({ landing: { serviceId: id, landedAt: clock.now() } });
  const event = await told(at, order);
  await tick();
  return { at, id, order, event, until: midnightAfter(order.createdAt) + holdDays * DAY_MS };
}

const told = ({ pair, till }: Scene, order: ShopOrder, now?: number) =>
  tell({ brand: pair.brand, pixel: till.pixel } as never, order, now);
const due = async ({ pair }: Scene, now: number) =>
  (await listOrdersToRead(systemCtx(now), pair.brand.id, 10)).map(({ orderId, dueAt }) => [orderId, dueAt]);
const explained = async ({ pair }: Scene, submission: string): Promise<string> => {
  const [{ creator_earning_id }] = (await paymentsFor(submission)) as [PaidRow];
  const path = `/v1/earnings/${creator_earning_id}?expand=explanation`;
  return (await call('GET', path, pair.creator)).body.data.explanation[0].text;
};
const counted = async ({ pair }: Scene, event: string) =>
  (await call('GET', `/v1/pixel-events/${event}`, pair.brand)).body.data.conversions[0];
const waiting = async ({ pair }: Scene, id: string) =>
  (await call('GET', `/v1/submissions/${id}`, pair.brand)).body.data.earned[0].waiting;
const iso = (at: number) => new Date(at).toISOString();
const UNREAD = 'The shop did not answer again before that';

describe("a shop's sale", () => {
  it('waits on the day it matures until its order was read once more, and earns by that', async () => {
    const { at, id, order, event, until } = await sold(2);
    // The custom pixel and the server tell of the same order by other names, and of other values.
    const stage = { brand: at.pair.brand, pixel: at.till.pixel, shard: at.till.shard };
    const claim = { eventId: TOKEN, value: 9_900, currency: 'usd', serviceId: id };
    await consume([browserEvent(stage as never, 'purchase', claim)]);
    await sell(at.pair, at.till, { eventId: undefined, orderId: '1042', value: 7_000 });
    await tick();
    const sales = (await call('GET', `/v1/submissions/${id}/conversions`, at.pair.brand)).body.data;
    expect(sales).toMatchObject([{ pixelEvent: event, value: 5_000, valueBy: 'shop', status: 'waiting' }]);
    expect(await counted(at, event)).toMatchObject({ maturesAt: iso(until), shopReadDueAt: iso(until) });
    expect(await due(at, until - 1)).toEqual([]);
    await tick(until + HOUR_MS);
    expect([await paidFor(id), await due(at, until)]).toEqual([[], [['5551', until]]]);
    // A state from before that was only told now does not end the wait.
    await told(at, { ...order, readAt: until - 1 }, until + HOUR_MS);
    await tick(until + HOUR_MS);
    expect(await paidFor(id)).toEqual([]);
    const read = { updatedAt: until - HOUR_MS, readAt: until + 2 * HOUR_MS };
    await told(at, { ...order, ...read, value: 3_000, returned: 2_000 }, read.readAt);
    expect(await due(at, read.readAt)).toEqual([]);
    await tick(read.readAt);
    // 10 % of 30.00, and 3.00.
    expect(await paidFor(id)).toEqual([['program', 600]]);
    expect(await counted(at, event)).toMatchObject({ value: 5_000, returned: 2_000, shopReadDueAt: null });
    expect(await explained(at, id)).not.toContain(UNREAD);
    // What changes afterwards takes nothing back: returned, edited away or cancelled.
    const later = { updatedAt: until + DAY_MS, readAt: until + DAY_MS, returned: 2_000 };
    await told(at, { ...order, ...later, value: 2_400, returned: 2_100 }, later.readAt);
    expect(await counted(at, event)).toMatchObject({ value: 5_000, returned: 2_000, returnedLate: 600 });
    await told(at, { ...order, ...later, updatedAt: later.updatedAt + 1, cancelledAt: 1 }, later.readAt);
    expect(await counted(at, event)).toMatchObject({ value: 5_000, returned: 2_000, returnedLate: 3_000 });
    await tick(until + 2 * DAY_MS);
    expect(await paidFor(id)).toEqual([['program', 600]]);
  });

  it('is done waiting as well when its order has not changed', async () => {
    const { at, id, order, until } = await sold(0);
    await told(at, { ...order, readAt: until }, until + 1);
    await tick(until + 1);
    expect(await paidFor(id)).toEqual([['program', 800]]);
    expect(await explained(at, id)).not.toContain(UNREAD);
  });

  it('counts as it was last known when the shop could not be read for 7 days, and says so', async () => {
    const { at, id, order, until } = await sold(2);
    const end = until + 7 * DAY_MS;
    await tick(end - 1);
    expect([await paidFor(id), await due(at, end - 1)]).toEqual([[], [['5551', until]]]);
    expect(await waiting(at, id)).toMatchObject({ sales: 1, values: [{ currency: 'usd', amount: 5_000 }] });
    await tick(end);
    expect(await paidFor(id)).toEqual([['program', 800]]);
    expect(await explained(at, id)).toContain(`${UNREAD}, so its value is as of ${iso(order.readAt)}.`);
    expect(await due(at, end)).toEqual([]);
  });

  it('that the creator bought earns nothing, and shows to both for good', async () => {
    const { at, id, order, event, until } = await sold(2);
    const email = sha256Hex('mia@mail.example');
    const { creator } = await counted(at, event);
    const ctx = systemCtx();
    setCreatorContacts(ctx, creator, { email: 'mia@mail.example', phone: null });
    await ctx.write.commit();
    const now = clock.now();
    await told(at, { ...order, customer: { email }, updatedAt: now + 1 }, now);
    await tick();
    const own = { sales: 1, values: [{ currency: 'usd', amount: 5_000 }] };
    for (const reader of [at.pair.brand, at.pair.creator])
      expect((await call('GET', `/v1/submissions/${id}`, reader)).body.data.earned).toMatchObject([
        { amount: 0, due: 0, waiting: null, selfPurchases: own },
      ]);
    await tick(until + 8 * DAY_MS);
    await tick(until + 30 * DAY_MS);
    expect(await paidFor(id)).toEqual([]);
    expect((await call('GET', `/v1/submissions/${id}`, at.pair.brand)).body.data.earned).toMatchObject([
      { amount: 0, waiting: null, selfPurchases: own },
    ]);
  });

  it('is read 55 days after it was made at the latest, and then not again', async () => {
    for (const isRead of [true, false]) {
      const { at, id, order, until } = await sold(80);
      const last = order.createdAt + 55 * DAY_MS;
      expect([await due(at, last - 1), await due(at, last)]).toEqual([[], [['5551', last]]]);
      if (isRead)
        await told(at, { ...order, updatedAt: last, readAt: last, value: 4_000, returned: 1_000 }, last);
      await tick(last);
      expect(await paidFor(id)).toEqual([]);
      await tick(until - 1);
      expect([await paidFor(id), (await due(at, until)).length]).toEqual([[], isRead ? 0 : 1]);
      await tick(until);
      expect(await paidFor(id)).toEqual([['program', isRead ? 700 : 800]]);
      expect((await explained(at, id)).includes(UNREAD)).toBe(!isRead);
    }
  });
});
