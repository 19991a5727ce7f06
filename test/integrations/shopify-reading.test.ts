// Orders are read in batches within the shop's budget, whole or not at all, and found again when no webhook told of them.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { shopifyAdapter as shopify } from '../../src/integrations/shopify/adapter.ts';
import type { ShopSession } from '../../src/integrations/shops/platform.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kit/time.ts';
import { type ShopWorld, shopErrorOf, shopWorld } from '../harness/shops/shopify.ts';

let world: ShopWorld;
let session: ShopSession;
beforeAll(async () => {
  world = await shopWorld();
  session = await world.session();
});

const make = async (order: object = {}, of = world): Promise<string> =>
  (await of.sim('orders', order)).number;
const makeMany = async (times: number, of = world): Promise<string[]> =>
  (await of.sim('orders', { times })).made.map(({ number }: { number: string }) => number);
const idsOf = (orders: { id: string }[]) => orders.map(({ id }) => id);

describe('orders', () => {
  it('are read at once, as many as one query may cost', async () => {
    const numbers = await makeMany(shopify.ordersAtOnce);
    const used: number[] = [];
    let asked = 0;
    const counted = {
      ...session,
      onAsk: () => void asked++,
      onUse: (percent: number) => void used.push(percent),
    };
    expect(idsOf(await shopify.orders(counted, numbers))).toEqual(numbers);
    expect(asked).toBe(1);
    expect(used).toEqual([expect.toSatisfy((percent: number) => percent > 0 && percent < 50)]);
    expect(await shopify.orders(counted, [])).toEqual([]);
    expect(asked).toBe(1);
    await expect(shopify.orders(session, [...numbers, numbers[0]!])).rejects.toThrow(RangeError);
    expect(idsOf(await shopify.orders(session, [numbers[0]!, numbers[0]!]))).toEqual([
      numbers[0],
      numbers[0],
    ]);
  });

  it('that were deleted or are too old are left out, and those that could not be read are not', async () => {
    const [old, gone, there] = [await make(), await make(), await make()];
    const own = await shopWorld();
    const strange = await make({}, own);
    await world.sim(`orders/${gone}/delete`);
    await world.sim(`orders/${old}/change`, {
      createdAt: '2020-01-01T00:00:00Z',
      updatedAt: '2020-01-01T00:00:00Z',
    });
    expect(idsOf(await shopify.orders(session, [old, gone, strange, there]))).toEqual([there]);
    for (const code of ['INTERNAL_SERVER_ERROR', 'ACCESS_DENIED']) {
      await world.fault('answer_after', 'POST graphql nodes', {
        body: JSON.stringify({
          data: { nodes: [null] },
          errors: [{ path: ['nodes', 0], extensions: { code } }],
        }),
      });
      const kind = code === 'ACCESS_DENIED' ? 'permission' : 'transient';
      expect((await shopErrorOf(shopify.orders(session, [there]))).kind, code).toBe(kind);
    }
    for (const nodes of [[], [null, null], [{}]]) {
      await world.fault('answer_after', 'POST graphql nodes', { body: JSON.stringify({ data: { nodes } }) });
      expect((await shopErrorOf(shopify.orders(session, [there]))).kind).toBe('unreadable');
    }
    for (const id of ['', '0', '1e3', '-1', ' 1', '1?x', 'gid://shopify/Order/1', '9'.repeat(20)])
      expect(await shopErrorOf(shopify.orders(session, [id])), id).toMatchObject({
        kind: 'invalid',
        field: 'order',
      });
  });

  it('of others are never taken for one that was asked for', async () => {
    const [one, two] = [await make(), await make()];
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const body = String(init.body).replace(one, two);
      return await real(url, { ...init, body });
    });
    expect((await shopErrorOf(shopify.orders(session, [one]))).kind).toBe('unreadable');
    vi.stubGlobal('fetch', real);
  });

  it('with more lines than a page are read whole', async () => {
    const lines = Array.from({ length: 230 }, (_, n) => ({ price: '1.00', quantity: 1 + (n % 3) }));
    const expected = lines.reduce((sum, { quantity }) => sum + quantity * 100, 0);
    await world.sim('settings', { restoreRate: 1000, bucket: 20_000 });
    const number = await make({
      lines: [...lines, { price: '3.00', tip: true }, { price: '25.00', giftCard: true }],
    });
    await world.sim(`orders/${number}/refund`, { lines: [{ line: 229 }, { line: 2, quantity: 2 }] });
    const back = 100 + 200;
    expect(await shopify.orders(session, [number])).toMatchObject([
      { value: expected - back, returned: back },
    ]);
  });

  it('with more lines than the budget holds are waited for, a minute at most', async () => {
    const own = await shopWorld();
    const at = await own.session();
    const number = await make({ lines: Array.from({ length: 200 }, () => ({ price: '1.00' })) }, own);
    await own.sim('settings', { restoreRate: 2000, bucket: 1000 });
    expect(await shopify.orders(at, [number])).toMatchObject([{ value: 20_000 }]);
    await own.sim('settings', { restoreRate: 1, bucket: 1000 });
    await own.sim('clock', { advance: HOUR_MS / 2 });
    const error = await shopErrorOf(shopify.orders(at, [number]));
    expect(error.kind).toBe('rate_limited');
    expect(error.retryAfterMs).toBeGreaterThan(MINUTE_MS);
  });

  it('that change or are deleted while their lines are read are not put together of two states', async () => {
    const own = await shopWorld();
    const at = await own.session();
    const number = await make({ lines: Array.from({ length: 9 }, () => ({ price: '1.00' })) }, own);
    const during = async (change: () => Promise<unknown>) => {
      const real = globalThis.fetch;
      let first = true;
      vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
        const answer = await real(url, init);
        if (!String(url).includes('/admin/api/')) return answer;
        if (first) {
          first = false;
          vi.stubGlobal('fetch', real);
          await change();
        }
        return answer;
      });
      return await shopify.orders(at, [number]).finally(() => vi.stubGlobal('fetch', real));
    };
    await own.sim('clock', { advance: 5000 });
    const change = () => own.sim(`orders/${number}/refund`, { lines: [{ line: 0 }] });
    expect(await shopErrorOf(during(change))).toMatchObject({ kind: 'transient', mayHaveHappened: false });
    expect(await during(() => own.sim(`orders/${number}/delete`))).toEqual([]);
  });

  it('that cost too much right now are asked for again when the budget has grown', async () => {
    const own = await shopWorld();
    const at = await own.session();
    const numbers = await makeMany(shopify.ordersAtOnce, own);
    await own.sim('settings', { restoreRate: 50, bucket: 1000 });
    await shopify.orders(at, numbers);
    const error = await shopErrorOf(shopify.orders(at, numbers));
    expect(error).toMatchObject({ kind: 'rate_limited', status: 503, mayHaveHappened: false });
    const wait = error.retryAfterMs!;
    expect(error.headers).toMatchObject({ 'Retry-After': String(Math.ceil(wait / 1000)) });
    // The budget grows in real time as well, so it is asked for well before and after.
    await own.sim('clock', { advance: Math.round(wait / 2) });
    expect((await shopErrorOf(shopify.orders(at, numbers))).retryAfterMs).toBeLessThan(wait);
    await own.sim('clock', { advance: Math.round(wait / 2) });
    expect(await shopify.orders(at, numbers)).toHaveLength(numbers.length);
  });
});

describe('changed orders', () => {
  const all = async (at: ShopSession, since: number, between = async () => undefined as unknown) => {
    const found: { id: string; updatedAt: number }[] = [];
    let [next, pages]: [string | null, number] = [null, 0];
    do {
      const page = await shopify.changedOrders(at, { since, next });
      found.push(...page.items);
      [next, pages] = [page.next, pages + 1];
      if (next !== null) await between();
    } while (next !== null);
    return { found, pages };
  };

  it('are found from a moment on, and none is skipped that changes meanwhile', async () => {
    const own = await shopWorld();
    const at = await own.session();
    const numbers = await makeMany(260, own);
    await own.sim('clock', { advance: MINUTE_MS });
    const late = await make({}, own);
    const { updatedAt } = (await shopify.orders(at, [late]))[0]!;
    expect((await all(at, updatedAt)).found).toEqual([{ id: late, updatedAt }]);
    expect((await all(at, updatedAt + 999)).found).toEqual([{ id: late, updatedAt }]);
    expect((await all(at, updatedAt + 1000)).found).toEqual([]);
    // The first one moves to the end while the list is read.
    let moved = false;
    const move = async () => {
      if (!moved) await own.sim(`orders/${numbers[0]}/edit`, { tags: ['seen'] });
      moved = true;
    };
    const { found, pages } = await all(at, 0, move);
    expect(pages).toBe(2);
    expect(new Set(idsOf(found))).toEqual(new Set([...numbers, late]));
    expect(found.filter(({ id }) => id === numbers[0])).toHaveLength(2);
    const times = found.map((one) => one.updatedAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('of a search that Shopify did not understand are not used', async () => {
    const search = [{ path: ['orders'], warnings: [{ field: 'updated_at', message: 'Invalid.' }] }];
    const orders = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
    const body = JSON.stringify({ data: { orders }, extensions: { search } });
    await world.fault('answer_after', 'POST graphql orders', { body });
    const ask = () => shopify.changedOrders(session, { since: 0, next: null });
    expect((await shopErrorOf(ask())).kind).toBe('unreadable');
    await world.fault('answer_after', 'POST graphql orders', {
      body: body.replace(/"warnings":\[.*?\]/, '"warnings":[]'),
    });
    expect(await ask()).toEqual({ items: [], next: null });
    const endless = JSON.stringify({
      data: { orders: { nodes: [], pageInfo: { hasNextPage: true, endCursor: null } } },
    });
    await world.fault('answer_after', 'POST graphql orders', { body: endless });
    expect((await shopErrorOf(ask())).kind).toBe('unreadable');
    expect((await shopErrorOf(shopify.changedOrders(session, { since: 0, next: 'x' }))).kind).toBe(
      'unreadable',
    );
  });

  it('of more than 60 days ago are not told', async () => {
    const own = await shopWorld();
    const number = await make({}, own);
    await own.sim('clock', { advance: 61 * DAY_MS });
    await own.sim(`orders/${number}/edit`, { tags: ['late'] });
    expect((await all(await own.session(), 0)).found).toEqual([]);
  });
});
