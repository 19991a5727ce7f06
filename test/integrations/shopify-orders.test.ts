// What an order of a shop is worth, by whom it can be credited, and why it is none.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { shopifyAdapter as shopify } from '../../src/integrations/shopify/adapter.ts';
import { SAMPLE_TAG, type ShopOrder, type ShopSession } from '../../src/integrations/shops/platform.ts';
import { HOUR_MS, SECOND_MS } from '../../src/kit/time.ts';
import { type ShopWorld, shopWorld } from '../harness/shops/shopify.ts';

let world: ShopWorld;
let session: ShopSession;
beforeAll(async () => {
  world = await shopWorld();
});
beforeEach(async () => {
  await world.sim('settings', {
    giftCardsOutside: false,
    protected: 'null',
    restoreRate: 1000,
    bucket: 20_000,
  });
  session = await world.session();
});

const make = async (
  order: object = {},
  of = world,
): Promise<{ number: string; checkoutToken: string | null }> => await of.sim('orders', order);
const orderOf = async (number: string): Promise<ShopOrder> => {
  const [order, ...more] = await shopify.orders(session, [number]);
  expect(more).toEqual([]);
  return order!;
};
/** What an order is worth and what came back of it. */
const sums = async (number: string) => {
  const { value, returned } = await orderOf(number);
  return [value, returned];
};
const made = async (order: object = {}) => await orderOf((await make(order)).number);

describe('an order', () => {
  it('says what is needed of it, and no more', async () => {
    const { number, checkoutToken } = await make({
      ...{
        lines: [{ price: '50.00' }, { price: '10.50', quantity: 2 }],
        shipping: '7.00',
        taxes: [{ rate: 0.1 }],
      },
      ...{
        discounts: [{ code: 'ADA10', percent: 10 }, 'SECOND'],
        note: 'Ring twice',
        address: { city: 'Berlin' },
      },
      ...{
        attributes: { gift: 'yes', __service: 'v1.sub_1.1700000000' },
        customer: { email: 'a@example.com' },
      },
    });
    const order = await orderOf(number);
    const { createdAt } = order;
    expect(order).toEqual({
      ...{ id: number, name: expect.stringMatching(/^#\d+$/), checkoutToken, currency: 'usd' },
      ...{ createdAt: expect.any(Number), updatedAt: createdAt, paidAt: createdAt, cancelledAt: null },
      // 71.00 less a tenth; neither shipping nor tax.
      ...{ value: 6390, returned: 0, channel: 'web', noSale: null, codes: ['ADA10', 'SECOND'] },
      ...{ attribute: 'v1.sub_1.1700000000', email: null, phone: null, country: null },
      journey: { ready: false, referrers: [], landing: null },
    });
  });

  it.each([
    ['the buyer pays in another currency', { presentment: { currency: 'JPY', rate: 151.37 } }, [5000, 0]],
    ['the shop has no decimals', { currency: 'JPY', lines: [{ price: '5000' }] }, [5000, 0]],
    ['the shop has three decimals', { currency: 'KWD', lines: [{ price: '5.125' }] }, [5125, 0]],
    ['tax comes on top', { taxes: [{ rate: 0.2 }] }, [5000, 0]],
    ['prices include tax', { taxesIncluded: true, taxes: [{ rate: 0.2 }] }, [4167, 0]],
    ['prices include two taxes', { taxesIncluded: true, taxes: [{ rate: 0.05 }, { rate: 0.1 }] }, [4307, 0]],
    ['shipping is taxed, too', { taxesIncluded: true, taxes: [{ rate: 0.2 }], shipping: '12.00' }, [4167, 0]],
    ['a code takes an amount off', { discounts: [{ code: 'A', amount: '10.00' }] }, [4000, 0]],
    [
      'several codes take off',
      {
        discounts: [
          { code: 'A', amount: '10' },
          { code: 'B', percent: 50 },
        ],
      },
      [2000, 0],
    ],
    ['a code takes all off', { discounts: [{ code: 'A', percent: 100 }] }, [0, 0]],
    ['a tip was given', { lines: [{ price: '50.00' }, { price: '5.00', tip: true }] }, [5000, 0]],
    ['the tip has an item’s price', { lines: [{ price: '5.00', tip: true }, { price: '5.00' }] }, [500, 0]],
    [
      'two tips were given',
      { lines: [{ price: '1', tip: true }, { price: '2', tip: true }, { price: '9' }] },
      [900, 0],
    ],
    [
      'a gift card was bought',
      { lines: [{ price: '50.00' }, { price: '25.00', giftCard: true }] },
      [5000, 0],
    ],
    ['a gift card paid', { giftCard: '30.00' }, [5000, 0]],
    [
      'a gift card was bought and prices include tax',
      {
        ...{ taxesIncluded: true, taxes: [{ rate: 0.2 }] },
        lines: [{ price: '50.00' }, { price: '25.00', giftCard: true }],
      },
      [4167, 0],
    ],
  ])('is worth its items where %s', async (_, order, expected) => {
    const { number } = await make(order);
    expect(await sums(number)).toEqual(expected);
    // The documents leave open whether the order's own sums hold gift cards.
    await world.sim('settings', { giftCardsOutside: true });
    expect(await sums(number)).toEqual(expected);
    const { currency } = await orderOf(number);
    expect(currency).toBe((order as { currency?: string }).currency?.toLowerCase() ?? 'usd');
  });

  it('is worth less by each part that comes back, is taken out or is cancelled', async () => {
    const lines = [{ price: '30.00', quantity: 3 }, { price: '10.00' }, { price: '4.00', tip: true }];
    const { number } = await make({
      ...{ lines, shipping: '6.00', taxesIncluded: true, taxes: [{ rate: 0.25 }] },
      discounts: [{ code: 'A', percent: 20 }],
    });
    // 100.00 less a fifth, of which a fifth is tax.
    expect(await sums(number)).toEqual([6400, 0]);
    const { updatedAt } = await orderOf(number);
    await world.sim('clock', { advance: HOUR_MS / 2 });
    await world.sim(`orders/${number}/refund`, { lines: [{ line: 0, quantity: 1 }] });
    expect(await sums(number)).toEqual([4480, 1920]);
    // The shop's clock goes on meanwhile.
    const later = (await orderOf(number)).updatedAt - updatedAt;
    expect(later).toBeGreaterThanOrEqual(HOUR_MS / 2);
    expect(later).toBeLessThan(HOUR_MS);
    // Money alone, without an item, is no return.
    await world.sim(`orders/${number}/refund`, { amount: '5.00' });
    await world.sim(`orders/${number}/refund`, { lines: [], shipping: '6.00' });
    expect(await sums(number)).toEqual([4480, 1920]);
    await world.sim(`orders/${number}/refund`, { lines: [{ line: 0 }, { line: 1 }], pending: true });
    expect(await sums(number)).toEqual([1920, 4480]);
    await world.sim(`orders/${number}/edit`, { add: [{ price: '12.50' }] });
    expect((await sums(number))[0]).toBe(1920 + 1250 - 313);
    await world.sim(`orders/${number}/edit`, { set: [{ line: 3, quantity: 0 }] });
    expect(await sums(number)).toEqual([1920, 4480 + 937]);
    await world.sim(`orders/${number}/cancel`);
    expect(await orderOf(number)).toMatchObject({
      value: 0,
      returned: 6400 + 937,
      cancelledAt: expect.any(Number),
    });
  });

  it('of which the tip comes back keeps its worth', async () => {
    const { number } = await make({ lines: [{ price: '20.00' }, { price: '4.00', tip: true }] });
    await world.sim(`orders/${number}/refund`, { lines: [{ line: 1 }] });
    expect(await sums(number)).toEqual([2000, 0]);
  });

  it.each([
    ['one tip', [{ tip: 400, title: 'Trinkgeld' }, { item: 400 }, { item: 250 }], [650, 0]],
    [
      'a tip beside another',
      [{ tip: 400, title: 'Tip' }, { tip: 100, title: 'Pourboire' }, { item: 900 }],
      [900, 0],
    ],
    [
      'two tips',
      [{ tip: 400, title: 'Trinkgeld' }, { tip: 100, title: 'Trinkgeld' }, { item: 900 }],
      [900, 0],
    ],
  ])('in the language of its shop is worth its items, with %s', async (_, said, expected) => {
    const lines = said.map((line) => ({
      ...{ price: String(('tip' in line ? line.tip : line.item)! / 100), tip: 'tip' in line },
    }));
    const { number } = await make({ lines });
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await real(url, init);
      const body = await answer.json<{ data: { nodes: { lineItems: { nodes: { title: string }[] } }[] } }>();
      body.data.nodes[0]!.lineItems.nodes.forEach((line, at) => {
        const { title } = said[at] as { title?: string };
        if (title !== undefined) line.title = title;
      });
      return Response.json(body);
    });
    const [order] = await shopify.orders(session, [number]).finally(() => vi.stubGlobal('fetch', real));
    expect([order!.value, order!.returned]).toEqual(expected);
  });

  it('is paid when the last of its price came in', async () => {
    const statuses: [object, string | null, object | null, boolean][] = [
      [{ pay: 'pending' }, null, null, false],
      [{ pay: 'authorized' }, null, null, false],
      [{ pay: '20.00' }, null, null, false],
      [{ pay: 'authorized' }, 'status', { to: 'EXPIRED' }, false],
      [{ pay: 'authorized' }, 'status', { to: 'VOIDED' }, false],
      [{ pay: 'pending' }, 'cancel', {}, false],
      [{ pay: 'pending' }, 'pay', {}, true],
      [{ pay: 'authorized' }, 'pay', {}, true],
      [{ pay: '20.00' }, 'pay', {}, true],
      [{}, 'refund', { amount: '1.00' }, true],
      [{}, 'refund', { all: true }, true],
      [{}, 'edit', { add: [{ price: '5.00' }] }, false],
    ];
    for (const [order, change, body, isPaid] of statuses) {
      const { number } = await make(order);
      const { createdAt } = await orderOf(number);
      await world.sim('clock', { advance: 5 * SECOND_MS });
      if (change !== null) await world.sim(`orders/${number}/${change}`, body!);
      const { paidAt, updatedAt } = await orderOf(number);
      const what = JSON.stringify([order, change, body]);
      if (change === 'pay') {
        // The shop's clock goes on between the two.
        expect(paidAt, what).toBeGreaterThanOrEqual(createdAt + 5 * SECOND_MS);
        expect(paidAt, what).toBeLessThanOrEqual(updatedAt);
      } else expect(paidAt, what).toBe(isPaid ? createdAt : null);
    }
    // Nothing had to be paid.
    const { paidAt, createdAt } = await made({ discounts: [{ code: 'A', percent: 100 }] });
    expect(paidAt).toBe(createdAt);
  });

  it.each([
    ['a checkout', {}, 'web', null],
    ['an app of the shop', { source: '580111' }, 'web', null],
    ['a till', { kind: 'pos' }, 'pos', null],
    ['another shop’s API', { kind: 'draft', source: '1234567' }, 'other', null],
    ['a gateway that is tested', { test: true }, 'web', 'test'],
    ['staff', { kind: 'draft' }, 'other', 'draft'],
    ['us, as a sample', { kind: 'draft', tags: ['vip', SAMPLE_TAG] }, 'other', 'sample'],
    [
      'us, as a sample under another source',
      { kind: 'draft', source: 'x', tags: [SAMPLE_TAG] },
      'other',
      'sample',
    ],
    [
      'a subscription that goes on',
      { kind: 'renewal', lines: [{ price: '9', plan: 'Monthly' }] },
      'other',
      'renewal',
    ],
    [
      'one under a new word',
      { kind: 'renewal', source: 'x', lines: [{ price: '9', plan: 'M' }] },
      'other',
      'renewal',
    ],
    ['a subscription that begins', { lines: [{ price: '9.00', plan: 'Monthly' }] }, 'web', null],
    ['a till, as a subscription', { kind: 'pos', lines: [{ price: '9.00', plan: 'Monthly' }] }, 'pos', null],
    ['a checkout for nothing', { discounts: [{ code: 'A', percent: 100 }] }, 'web', 'zero'],
    ['a checkout for a gift card', { lines: [{ price: '25.00', giftCard: true }] }, 'web', 'zero'],
  ])('that was made by %s is told apart', async (_, order, channel, noSale) => {
    expect(await made(order)).toMatchObject({ channel, noSale });
  });

  it('that was all sent back was a sale', async () => {
    const { number } = await make();
    await world.sim(`orders/${number}/refund`, { all: true });
    expect(await orderOf(number)).toMatchObject({ value: 0, returned: 5000, noSale: null });
  });

  it('counts as well where nothing is told of its buyer', async () => {
    const customer = { email: 'Ada@Example.com', phone: '+1 555 0100', firstName: 'Ada' };
    const { number } = await make({ customer });
    const plain = await orderOf(number);
    expect(plain).toMatchObject({ value: 5000, email: null, phone: null });
    await world.sim('settings', { protected: 'error' });
    expect(await orderOf(number)).toEqual(plain);
    await world.sim('settings', { protected: 'visible' });
    const seen = { email: 'Ada@Example.com', phone: '+1 555 0100' };
    expect(await orderOf(number)).toEqual({ ...plain, ...seen });
    await world.sim(`orders/${number}/redact`);
    expect(await orderOf(number)).toEqual(plain);
  });

  it('shows which hosts led to it as soon as Shopify knows, and nothing else of an address', async () => {
    await world.sim('settings', { journeyAfter: 60_000 });
    const { number } = await make({
      landing: 'https://Shop.example/p?email=ada@example.com',
      referrer: 'https://Coupons.example:8443/u/ada?q=1',
    });
    expect((await orderOf(number)).journey).toEqual({ ready: false, referrers: [], landing: null });
    await world.sim('clock', { advance: 61_000 });
    expect((await orderOf(number)).journey).toEqual({
      ...{ ready: true, referrers: ['coupons.example'], landing: 'shop.example' },
    });
    expect((await made({ kind: 'pos' })).journey).toBeNull();
  });

  it('is readable whatever a buyer writes', async () => {
    const long = 'x'.repeat(5000);
    await world.sim('settings', { protected: 'visible', journeyAfter: 0 });
    const order = await made({
      ...{ email: long, phone: '', landing: 'nowhere', attributes: { __service: long } },
      discounts: [long, ''],
    });
    expect(order).toMatchObject({ value: 5000, email: null, phone: null, attribute: null, codes: [] });
    expect(order.journey).toEqual({ ready: true, referrers: [], landing: null });
    expect((await made({ attributes: { __service: '' } })).attribute).toBe('');
    expect((await made({ attributes: { __Service: 'a', x__service: 'b' } })).attribute).toBeNull();
  });
});
