// A shop, a server and browsers report one order: whose word counts, and what ties them together.
import { beforeEach, describe, expect, it } from 'vitest';
import { addCreditTarget } from '../../../../src/domains/measurement/credit-targets/interface.ts';
import { sha256Hex } from '../../../../src/kit/crypto.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
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
import { permutations, sales, shopOrder, TOKEN, tell } from '../../../harness/pixel/shop-orders.ts';
import { giveCode } from '../../../harness/work/codes.ts';
import { systemCtx } from '../../../harness/world.ts';

let shop: Shop;
let other: { submission: string; creator: string };
beforeEach(async () => {
  shop = await openShop();
  other = { submission: newId('submission', clock.now()), creator: newId('creator', clock.now()) };
  const ctx = systemCtx();
  const { submission: key, creator: creatorId } = other;
  addCreditTarget(ctx, { accountId: shop.brand.id, kind: 'submission', key, creatorId });
  await ctx.write.commit();
});

const browser = (body: Partial<PixelEventBody>, at = clock.now()) => browserEvent(shop, 'purchase', body, at);
const server = (body: Partial<PixelEventBody>, at = clock.now()) =>
  browserEvent(shop, 'purchase', { source: 'server', confirmedAt: at, ...body }, at);

const landing = () => ({ serviceId: shop.submission, landedAt: clock.now() - HOUR_MS });
describe('shop, server and browser', () => {
  it('report one order under three names, and it counts once', async () => {
    for (const [at, which] of permutations([0, 1, 2]).entries()) {
      shop = await openShop();
      const messages = [
        () => tell(shop, shopOrder()),
        () => consume([server({ orderId: at % 2 ? '1042' : ' #1042', value: 7_000, currency: 'usd' })]),
        () => consume([browser({ eventId: TOKEN, value: 9_900, serviceId: shop.submission })]),
      ];
      for (const one of which) await messages[one]!();
      expect([which, await sales(shop)]).toEqual([which, [[5_000, 0, shop.creator, true, 'shop', 'shop']]]);
      expect(await counts(shop)).toEqual({ recorded: 1, credited: 1, paid: 1 });
    }
  });

  it('are tied by the token or the numeric ID, however a browser writes it', async () => {
    for (const names of [
      { orderId: '5551' },
      { orderId: ' gid://shopify/OrderIdentity/5551' },
      { orderId: 'gid://shopify/Order/5551' },
      { orderId: TOKEN },
      { eventId: TOKEN },
    ])
      for (const isFirst of [true, false]) {
        shop = await openShop();
        const one = browser({ ...names, value: 9_900, serviceId: shop.submission });
        if (isFirst) await consume([one]);
        await tell(shop, shopOrder());
        if (!isFirst) await consume([one]);
        expect([names, await sales(shop)]).toEqual([names, [[5_000, 0, shop.creator, true, 'shop', 'shop']]]);
      }
  });

  it("give a browser that only knows the order's name neither credit nor value, with or without the server", async () => {
    const stolen = { value: 9_999_900, currency: 'usd' };
    for (const which of permutations([0, 1, 2])) {
      shop = await openShop();
      const messages = [
        () => tell(shop, shopOrder()),
        () => consume([server({ orderId: '1042', value: 7_000, currency: 'usd' })]),
        () => consume([browser({ ...stolen, orderId: '1042', serviceId: shop.submission })]),
      ];
      for (const one of which) await messages[one]!();
      expect([which, await sales(shop)]).toEqual([which, [[5_000, 0, null, false, 'shop', 'shop']]]);
    }
    shop = await openShop();
    await consume([browser({ ...stolen, orderId: '#1042', serviceId: shop.submission })]);
    await tell(shop, shopOrder());
    expect(await sales(shop)).toEqual([
      [5_000, 0, null, false, 'shop', 'shop'],
      [9_999_900, 0, shop.creator, false, 'browser', null],
    ]);
  });

  it("decide the credit in that order: the shop's landing or code, the server's, the first browser's", async () => {
    const { id: accountId } = shop.brand;
    await giveCode({
      accountId,
      kind: 'discount',
      code: 'zoe',
      creatorId: other.creator,
      programId: 'prog_x',
    });
    const first = () => consume([browser({ orderId: '5551', serviceId: shop.submission })]);
    const byServer = () => consume([server({ orderId: '1042', value: 1, serviceId: shop.submission })]);
    await first();
    await byServer();
    // The first code is unknown, and the second one is another creator's.
    await tell(shop, shopOrder({ discountCodes: ['SUMMER', ' Zoe '] }));
    expect(await sales(shop)).toEqual([[5_000, 0, other.creator, true, 'shop', 'shop']]);
    shop = await openShop();
    await tell(shop, shopOrder({ discountCodes: ['summer'] }));
    await consume([browser({ orderId: '5551', discountCode: 'unknown' })]);
    expect((await sales(shop))[0]![2]).toBeNull();
    await byServer();
    expect((await sales(shop))[0]![2]).toBe(shop.creator);
  });

  it('end the same when the shop was heard last, days later', async () => {
    await consume([browser({ orderId: '5551', value: 9_900, serviceId: other.submission })]);
    await consume([server({ orderId: '1042', value: 7_000, currency: 'usd', serviceId: other.submission })]);
    expect((await sales(shop)).map((sale) => sale[2])).toEqual([other.creator, other.creator]);
    const order = shopOrder({ discountCodes: ['NIA10'] });
    await tell(shop, order, clock.now() + 3 * DAY_MS);
    expect(await sales(shop)).toEqual([[5_000, 0, shop.creator, true, 'shop', 'shop']]);
  });

  it('take back what a browser was credited with by the name of the order, also days later', async () => {
    await consume([server({ orderId: '1042', value: 7_000, currency: 'usd' })]);
    await consume([browser({ orderId: '1042', serviceId: shop.submission })]);
    expect((await sales(shop))[0]![2]).toBe(shop.creator);
    await tell(shop, shopOrder(), clock.now() + 3 * DAY_MS);
    expect(await sales(shop)).toEqual([[5_000, 0, null, false, 'shop', 'shop']]);
  });

  it('give it to the browser that knows the checkout instead, also days later', async () => {
    await consume([server({ orderId: '1042', value: 7_000, currency: 'usd' })]);
    await consume([browser({ orderId: '1042', serviceId: other.submission })]);
    await consume([browser({ eventId: TOKEN, serviceId: shop.submission })]);
    await tell(shop, shopOrder(), clock.now() + 3 * DAY_MS);
    expect(await sales(shop)).toEqual([[5_000, 0, shop.creator, true, 'shop', 'shop']]);
  });

  it("leave a server's refunds out of a shop's order, whichever came first", async () => {
    const refund = () =>
      consume([
        browserEvent(shop, 'refund', {
          source: 'server',
          confirmedAt: clock.now(),
          orderId: '1042',
          eventId: 'r-1',
          value: 2_000,
        }),
      ]);
    for (const which of permutations([0, 1, 2])) {
      shop = await openShop();
      const messages = [
        () => tell(shop, shopOrder({ landing: landing(), value: 3_800, returned: 1_200 })),
        () => consume([server({ orderId: '1042', value: 7_000, currency: 'usd' })]),
        refund,
      ];
      for (const one of which) await messages[one]!();
      expect([which, await sales(shop)]).toEqual([
        which,
        [[5_000, 1_200, shop.creator, true, 'shop', 'shop']],
      ]);
    }
  });

  it('never make one event of two orders', async () => {
    await consume([server({ orderId: '1042', value: 7_000, currency: 'usd', eventId: 'e-1' })]);
    await tell(shop, [
      shopOrder(),
      // Another store's order has the same name, and one has the token of the first.
      shopOrder({ id: '6661', checkoutToken: 'another', value: 1_000 }),
      shopOrder({ id: '7771', name: '#7', value: 2_000 }),
    ]);
    await consume([server({ orderId: '#7', eventId: 'e-1', value: 9 })]);
    await consume([browser({ orderId: '6661', eventId: TOKEN, value: 9 })]);
    await tell(shop, [shopOrder({ id: '7771', name: '#7', value: 2_000 }), shopOrder()]);
    expect((await sales(shop)).map(([cents]) => cents)).toEqual([1_000, 2_000, 5_000]);
  });
});

describe('consent of an order', () => {
  const email = sha256Hex('mia@example.com');
  const customer = { email };
  const kept = async (id: string) => {
    const { consent, serviceId, user } = await explained(shop, id);
    return [consent, serviceId, user];
  };
  const everything = () => snapshot(shop);

  it('is in the cart attribute, and without one the order says nothing of it', async () => {
    const id = await tell(
      shop,
      shopOrder({ landing: { ...landing(), clickIds: { gclid: 'g-1' } }, customer }),
    );
    expect(await kept(id)).toEqual(['granted', shop.submission, { email }]);
    shop = await openShop();
    const alone = await tell(shop, shopOrder({ customer, discountCodes: ['nia10'] }));
    expect(await kept(alone)).toEqual(['unknown', null, null]);
    expect(await everything()).not.toContain(email);
    expect((await sales(shop))[0]![2]).toBe(shop.creator);
  });

  it('is what the browser says of the same order, in either order', async () => {
    for (const consent of ['granted', 'denied'] as const)
      for (const isFirst of [true, false]) {
        shop = await openShop();
        const link = consent === 'granted' ? { serviceId: shop.submission } : {};
        const one = browser({ orderId: '5551', consent, ...link });
        if (isFirst) await consume([one]);
        const id = await tell(shop, shopOrder());
        if (!isFirst) await consume([one]);
        expect([consent, isFirst, (await kept(id))[0], (await sales(shop))[0]![2]]).toEqual([
          consent,
          isFirst,
          consent,
          consent === 'granted' ? shop.creator : null,
        ]);
      }
  });

  it('is not what a stranger says by the name of the order, whenever', async () => {
    for (const which of permutations([0, 1, 2, 3])) {
      shop = await openShop();
      const messages = [
        () => tell(shop, shopOrder()),
        () => consume([server({ orderId: '1042', eventId: 'e-1', value: 1 })]),
        () => consume([browser({ orderId: '5551', eventId: 'e-1', serviceId: shop.submission })]),
        () => consume([browser({ orderId: '1042', consent: 'denied' })]),
      ];
      for (const one of which) await messages[one]!();
      expect([which, (await sales(shop)).map((sale) => sale[2])]).toEqual([which, [shop.creator]]);
    }
  });

  it('is not what a browser refuses two hours before the order, and what its own browser refuses within one', async () => {
    for (const hours of [-2, -0.5])
      for (const which of [
        [0, 1, 2],
        [0, 2, 1],
        [2, 0, 1],
      ]) {
        shop = await openShop();
        const now = clock.now();
        const messages = [
          browser({ orderId: '1042', consent: 'denied' }, now + hours * HOUR_MS),
          browser({ orderId: '1042', serviceId: shop.submission }, now),
          server({ orderId: '1042', value: 5_000 }, now),
        ];
        for (const one of which) await consume([messages[one]!], now);
        const [one] = await sales(shop);
        expect([hours, which, one![2]]).toEqual([hours, which, hours === -2 ? shop.creator : null]);
        if (hours === -0.5) expect(await everything()).not.toContain(shop.submission);
      }
  });

  it('that another browser of the same sale refuses leaves no link to credit', async () => {
    await consume([browser({ eventId: 'e-1', serviceId: shop.submission })]);
    await consume([browser({ orderId: '1042', consent: 'denied' })]);
    await consume([server({ eventId: 'e-1', orderId: '1042', value: 5_000 })]);
    expect((await sales(shop)).map((sale) => sale[2])).toEqual([null]);
  });

  it('that a browser refuses takes the customer out, and leaves the video that the cart named', async () => {
    const order = shopOrder({ landing: { ...landing(), clickIds: { gclid: 'g-1' } }, customer });
    await tell(shop, order);
    await consume([browser({ orderId: '5551', consent: 'denied' })]);
    await tell(shop, { ...order, updatedAt: order.updatedAt + 1 });
    const text = await everything();
    expect([text.includes(email), text.includes('g-1')]).toEqual([false, false]);
    expect((await sales(shop))[0]![2]).toBe(shop.creator);
  });
});
