// A shop's order decides what its sale is worth and whose it is. Browsers are tied to it by secrets alone.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ShopOrder } from '../../../../src/domains/measurement/event-rules/shop-order.ts';
import { sha256Hex } from '../../../../src/kit/crypto.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import type { PixelEventBody } from '../../../../src/pixel/event-body.ts';
import * as clock from '../../../harness/clock.ts';
import {
  browserEvent,
  consume,
  counts,
  explained,
  openShop,
  type Shop,
  snapshot,
} from '../../../harness/pixel/pixel-events.ts';
import { permutations, sales, shopOrder, tell } from '../../../harness/pixel/shop-orders.ts';
import { call, testEnv } from '../../../harness/world.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});

const browser = (body: Partial<PixelEventBody>, at = clock.now()) => browserEvent(shop, 'purchase', body, at);
const server = (body: Partial<PixelEventBody>, at = clock.now()) =>
  browserEvent(shop, 'purchase', { source: 'server', confirmedAt: at, ...body }, at);

const told = async (type: string) => {
  const { results } = await testEnv[`EVENTS_${shop.shard}`]!.prepare(
    'SELECT id FROM outbox WHERE account_id = ?1 AND type = ?2',
  )
    .bind(shop.brand.id, type)
    .all();
  return results.length;
};

const landing = () => ({ serviceId: shop.submission, landedAt: clock.now() - HOUR_MS });
describe("a shop's order", () => {
  it('is a sale of its own value, recorded when made and confirmed when paid', async () => {
    const made = shopOrder({ landing: landing(), paidAt: null });
    const id = await tell(shop, made);
    expect(await sales(shop)).toEqual([[5_000, 0, shop.creator, false, 'shop', null]]);
    expect(await explained(shop, id)).toMatchObject({ source: 'shop', confirmedAt: null, orderId: '5551' });
    const later = clock.now() + 2 * DAY_MS;
    await tell(shop, { ...made, paidAt: later, updatedAt: later, readAt: later }, later);
    expect(await sales(shop)).toEqual([[5_000, 0, shop.creator, true, 'shop', 'shop']]);
    expect([await told('conversion.recorded'), await told('conversion.credited')]).toEqual([1, 0]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
  });

  it('ends in its newest state, in whatever order and however often its states are told', async () => {
    const ends = new Set<string>();
    for (const order of permutations([0, 1, 2, 3])) {
      shop = await openShop();
      const at = (minutes: number) => clock.now() + minutes * MINUTE_MS;
      const first = shopOrder({ landing: landing(), paidAt: null });
      const states: ShopOrder[] = [
        first,
        { ...first, updatedAt: at(10), paidAt: at(10) },
        { ...first, id: '5551', updatedAt: at(20), paidAt: at(10), value: 3_800, returned: 1_200 },
        {
          ...first,
          id: 'gid://shopify/OrderIdentity/5551',
          updatedAt: at(30),
          paidAt: at(10),
          value: 3_000,
          returned: 1_200,
        },
      ];
      for (const state of [...order, ...order.slice(0, 2)]) await tell(shop, states[state]!, at(60));
      const [sale, ...more] = await sales(shop);
      expect(more).toEqual([]);
      ends.add(JSON.stringify(sale!.map((part) => (part === shop.creator ? 'creator' : part))));
    }
    expect([...ends]).toEqual([JSON.stringify([4_200, 1_200, 'creator', true, 'shop', 'shop'])]);
  }, 60_000);

  it('told again changes nothing', async () => {
    const order = shopOrder({ landing: landing(), customer: { email: sha256Hex('mia@example.com') } });
    await tell(shop, order, order.readAt);
    const before = await snapshot(shop);
    await tell(shop, [order, order], order.readAt);
    expect(JSON.parse(await snapshot(shop))).toEqual(JSON.parse(before));
  });

  it('loses what was returned, edited away or cancelled, and tells so', async () => {
    const order = shopOrder({ landing: landing() });
    const id = await tell(shop, order);
    const next = async (minutes: number, state: Partial<ShopOrder>) => {
      const now = clock.now() + minutes * MINUTE_MS;
      await tell(shop, { ...order, ...state, updatedAt: now, readAt: now }, now);
      const [one] = (await explained(shop, id)).conversions;
      return [one.value, one.returned, one.earnsNothing, await told('conversion.returned')];
    };
    expect(await next(1, { value: 3_800, returned: 1_200 })).toEqual([5_000, 1_200, null, 1]);
    expect(await next(2, { value: 3_000, returned: 1_200 })).toEqual([4_200, 1_200, null, 2]);
    expect(await next(3, { value: 3_500, returned: 1_200 })).toEqual([4_700, 1_200, null, 2]);
    expect(await next(4, { value: 3_500, returned: 1_200, cancelledAt: clock.now() })).toEqual([
      4_700,
      4_700,
      'returned',
      3,
    ]);
    expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 0 });
  });

  it('pays no more once its payment was taken back, and follows the code that it names days later', async () => {
    const order = shopOrder();
    await tell(shop, order);
    const later = clock.now() + 3 * DAY_MS;
    await tell(shop, { ...order, discountCodes: ['nia10'], updatedAt: later }, later);
    expect(await sales(shop)).toEqual([[5_000, 0, shop.creator, true, 'shop', 'shop']]);
    await tell(shop, { ...order, discountCodes: ['nia10'], paidAt: null, updatedAt: later + 1 }, later);
    expect(await sales(shop)).toEqual([[5_000, 0, shop.creator, false, 'shop', null]]);
  });

  it('of which nothing is left earns nothing, though it has a fixed price', async () => {
    const order = shopOrder({ landing: landing() });
    const id = await tell(shop, order);
    const now = clock.now() + 1;
    await tell(shop, { ...order, value: 0, updatedAt: now }, now);
    const [one] = (await explained(shop, id)).conversions;
    expect([one.value, one.earnsNothing, one.payableAt]).toEqual([0, 'returned', null]);
  });

  it('that is no sale counts nowhere, even where a browser or server reported it', async () => {
    for (const noSale of ['test', 'sample', 'draft', 'free', 'renewal'] as const) {
      shop = await openShop();
      await consume([browser({ orderId: '5551', value: 5_000, serviceId: shop.submission })]);
      await consume([
        server({ orderId: '#1042', value: 5_000, currency: 'usd', serviceId: shop.submission }),
      ]);
      await tell(shop, shopOrder({ noSale, landing: landing() }));
      expect([noSale, await sales(shop)]).toEqual([noSale, []]);
      expect(await counts(shop)).toEqual({ recorded: 0, credited: 0, paid: 0 });
      await consume([browser({ orderId: '5551', value: 5_000 })]);
      expect(await sales(shop)).toEqual([]);
    }
  });

  it('that was made before the conversion was defined does not count', async () => {
    await tell(shop, shopOrder({ createdAt: clock.now() - DAY_MS, landing: landing() }));
    expect(await sales(shop)).toEqual([]);
  });

  it('from a store counter is a sale in a physical store', async () => {
    const id = await tell(shop, shopOrder({ channel: 'pos' }));
    expect((await explained(shop, id)).actionSource).toBe('physical_store');
  });

  it('is not recorded from an excluded or unknown country, nor for an archived or foreign pixel', async () => {
    const change = (body: object, version: number) =>
      call('PATCH', `/v1/pixels/${shop.pixel}`, { key: shop.brand.key, body: { ...body, version } });
    const pixel = { ...shop };
    shop = await openShop();
    expect(await tell({ ...pixel, brand: shop.brand }, shopOrder())).toBeUndefined();
    await change({ excludedCountries: ['DE'] }, 1);
    expect(await tell(shop, shopOrder({ country: 'DE' }))).toBeUndefined();
    expect(await tell(shop, shopOrder())).toBeUndefined();
    expect(await tell(shop, shopOrder({ country: 'FR' }))).toMatch(/^pev_/);
    await change({ status: 'archived' }, 2);
    expect(await tell(shop, shopOrder({ id: '5552', country: 'FR' }))).toBeUndefined();
  });
});
