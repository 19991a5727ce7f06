// A browser's report of a sale is only a claim: the brand's server decides its value, and also its creator if
// it names one.
import { beforeAll, describe, expect, it } from 'vitest';
import { addCreditTarget } from '../../../../src/domains/measurement/credit-targets/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import type { PixelEventBody } from '../../../../src/pixel/event-body.ts';
import * as clock from '../../../harness/clock.ts';
import {
  browserEvent,
  consume,
  explained,
  openShop,
  type Shop,
} from '../../../harness/pixel/pixel-events.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const STOLEN = { orderId: '1042', value: 9_999_900, currency: 'usd' };

/** Another creator's submission in the same shop. */
async function submitted(shop: Shop): Promise<{ submission: string; creator: string }> {
  const [submission, creator] = [newId('submission', clock.now()), newId('creator', clock.now())];
  const ctx = systemCtx();
  addCreditTarget(ctx, { accountId: shop.brand.id, kind: 'submission', key: submission, creatorId: creator });
  await ctx.write.commit();
  return { submission, creator };
}

interface Told extends Partial<PixelEventBody> {
  /** Hours after the order. */
  at?: number;
  name?: string;
}

/** A browser's report, received at that hour. */
const browser = (shop: Shop, { at = 0, name = 'purchase', ...body }: Told) =>
  browserEvent(shop, name, body, clock.now() + at * HOUR_MS);

/** The brand's server reports an order that happened now. */
function server(shop: Shop, { at = 0, name = 'purchase', ...body }: Told) {
  const message = browserEvent(shop, name, {
    source: 'server',
    confirmedAt: clock.now() + Math.max(at, 0) * HOUR_MS,
    ...body,
  });
  message.event.occurredAt += at * HOUR_MS;
  return message;
}

interface Hit {
  value_cents: number | null;
  currency: string | null;
  creator_id: string | null;
  payable_at: number | null;
}

/** The sales that count, with their values and creators. */
async function sales(shop: Shop) {
  const { results } = await testEnv[`EVENTS_${shop.shard}`]!.prepare(
    `SELECT value_cents, currency, creator_id, payable_at FROM recorded_conversions
     WHERE conversion_id = ?1 AND late = 0 AND dropped = 0 ORDER BY value_cents`,
  )
    .bind(shop.conversion)
    .all<Hit>();
  return results.map((hit) => [hit.value_cents, hit.currency, hit.creator_id, hit.payable_at !== null]);
}

/** Delivers each message by itself, once or several times, at the hour that it was received. */
async function arrive(messages: ReturnType<typeof browser>[], times = 1) {
  for (let time = 0; time < times; time++)
    for (const message of messages) await consume([message], Math.max(clock.now(), message.event.receivedAt));
}

const permutations = <T>(all: T[]): T[][] =>
  all.length < 2
    ? [all]
    : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));

describe('a claim', () => {
  let thief: { submission: string; creator: string };
  let shop: Shop;
  const open = async (settings = {}) => {
    shop = await openShop(settings);
    await testEnv.DB.prepare('UPDATE conversions SET created_at = created_at - ?1').bind(DAY_MS).run();
    thief = await submitted(shop);
  };
  beforeAll(() => open());

  it('that was made up before the order exists is worth nothing and nobody is credited by it', async () => {
    const orders = permutations(['early', 'server', 'again'] as const);
    for (const order of orders) {
      await open();
      const made = {
        early: browser(shop, { ...STOLEN, serviceId: thief.submission, at: -2 }),
        again: browser(shop, { ...STOLEN, serviceId: thief.submission, at: 0.1 }),
        server: server(shop, { orderId: '1042', value: 5_000, currency: 'usd', serviceId: shop.submission }),
      };
      await arrive(
        order.map((name) => made[name]),
        2,
      );
      expect([order, await sales(shop)]).toEqual([order, [[5_000, 'usd', shop.creator, true]]]);
    }
  });

  it('credits nobody where the server names nobody, unless it was received within the hour before the order', async () => {
    for (const [at, creator] of [
      [-2, null],
      [-1.01, null],
      [-0.99, thief.creator],
      [-0.5, thief.creator],
      [23, thief.creator],
      [24.1, null],
    ] as const)
      for (const serverFirst of at > 0 ? [true] : [true, false]) {
        await open();
        const claim = browser(shop, { ...STOLEN, serviceId: thief.submission, at });
        const order = server(shop, { orderId: '1042', value: 5_000, currency: 'usd' });
        await arrive(serverFirst ? [order, claim] : [claim, order]);
        const whose = creator === null ? null : thief.creator;
        expect([at, serverFirst, await sales(shop)]).toEqual([
          at,
          serverFirst,
          [[5_000, 'usd', whose, whose !== null]],
        ]);
      }
  });

  it('of the visitor who bought comes before one of whoever hears of the order later', async () => {
    for (const honest of [{ serviceId: 'own' }, {}] as { serviceId?: string }[])
      for (const order of permutations(['early', 'honest', 'later', 'server'] as const)) {
        await open();
        if (honest.serviceId) honest.serviceId = shop.submission;
        const made = {
          early: browser(shop, { ...STOLEN, serviceId: thief.submission, at: -2 }),
          honest: browser(shop, { orderId: '1042', value: 5_100, currency: 'usd', ...honest }),
          later: browser(shop, { ...STOLEN, serviceId: thief.submission, at: 0.5 }),
          server: server(shop, { orderId: '1042', value: 5_000, currency: 'usd' }),
        };
        await arrive(order.map((name) => made[name]));
        const whose = honest.serviceId ? shop.creator : null;
        expect([order, await sales(shop)]).toEqual([order, [[5_000, 'usd', whose, whose !== null]]]);
      }
  });

  it('gives a confirmed sale no value and no currency, also where the server says none', async () => {
    for (const [told, expected] of [
      [{}, [null, null]],
      [{ value: 5_000 }, [5_000, null]],
      [{ value: 5_000, currency: 'eur' }, [5_000, 'eur']],
    ] as const)
      for (const serverFirst of [true, false]) {
        await open();
        const claim = browser(shop, { ...STOLEN, serviceId: shop.submission });
        const order = server(shop, { orderId: '1042', ...told });
        await arrive(serverFirst ? [order, claim] : [claim, order], 2);
        expect(await sales(shop)).toEqual([[...expected, shop.creator, true]]);
      }
  });

  it('that the server corrects below what the conversion asks for is counted no more', async () => {
    await open({ minValue: { amount: 10_000, currency: 'usd' } });
    await arrive([browser(shop, { ...STOLEN, serviceId: shop.submission })]);
    expect(await sales(shop)).toEqual([[9_999_900, 'usd', shop.creator, false]]);
    const report = (value: number, currency: string, at: number) =>
      arrive([server(shop, { orderId: '1042', value, currency, at })]);
    await report(5_000, 'usd', 0);
    expect(await sales(shop)).toEqual([]);
    const counts = async () =>
      (await call('GET', `/v1/conversions/${shop.conversion}`, shop.brand)).body.data.counts;
    expect(await counts()).toEqual({ recorded: 0, credited: 0, paid: 0 });
    await report(20_000, 'eur', 0.2);
    expect(await sales(shop)).toEqual([]);
    // An order that was raised later counts again, but is not announced a second time.
    await report(20_000, 'usd', 0.3);
    expect(await sales(shop)).toEqual([[20_000, 'usd', shop.creator, true]]);
    expect(await counts()).toEqual({ recorded: 1, credited: 1, paid: 1 });
    const { n } = (await testEnv[`EVENTS_${shop.shard}`]!.prepare(
      `SELECT COUNT(*) AS n FROM outbox WHERE account_id = ?1 AND type = 'conversion.recorded'`,
    )
      .bind(shop.brand.id)
      .first<{ n: number }>())!;
    expect(n).toBe(1);
  });

  it('names the same order with blanks around its number, and another one in other letters', async () => {
    await open();
    await arrive([
      browser(shop, { ...STOLEN, orderId: ' A-7 ', serviceId: shop.submission }),
      browser(shop, { ...STOLEN, orderId: 'a-7', serviceId: thief.submission }),
      server(shop, { orderId: 'A-7', value: 5_000, currency: 'usd' }),
    ]);
    expect(await sales(shop)).toEqual([
      [5_000, 'usd', shop.creator, true],
      [9_999_900, 'usd', thief.creator, false],
    ]);
  });

  it('on another pixel of the account is of no order of this one', async () => {
    await open();
    const made = await call('POST', '/v1/pixels', {
      key: shop.brand.key,
      body: { name: 'Other', domains: ['https://other.example.com'] },
    });
    const elsewhere = { ...shop, pixel: made.body.data.id };
    await arrive([
      browser(elsewhere, { ...STOLEN, serviceId: thief.submission }),
      server(shop, { orderId: '1042', value: 5_000, currency: 'usd' }),
    ]);
    expect(await sales(shop)).toEqual([
      [5_000, 'usd', null, false],
      [9_999_900, 'usd', thief.creator, false],
    ]);
  });

  it('ties no two orders together, and takes none away from the browser that bought', async () => {
    const orders = permutations(['vandal', 'one', 'other', 'bought'] as const);
    for (const order of orders) {
      await open();
      const made = {
        vandal: browser(shop, { eventId: 'e-1043', orderId: '1042', serviceId: thief.submission, at: -2 }),
        one: server(shop, { orderId: '1042', value: 5_000, currency: 'usd', serviceId: shop.submission }),
        other: server(shop, { eventId: 'e-1043', orderId: '1043', value: 7_000, currency: 'usd' }),
        bought: browser(shop, { eventId: 'e-1043', serviceId: shop.submission }),
      };
      await arrive(
        order.map((name) => made[name]),
        2,
      );
      expect([order, await sales(shop)]).toEqual([
        order,
        [
          [5_000, 'usd', shop.creator, true],
          [7_000, 'usd', shop.creator, true],
        ],
      ]);
    }
  });

  it('that says no takes away the visitor, and not whom the server named', async () => {
    for (const serverFirst of [true, false]) {
      await open();
      const no = browser(shop, { orderId: '1042', consent: 'denied' });
      const order = server(shop, {
        orderId: '1042',
        value: 5_000,
        currency: 'usd',
        serviceId: shop.submission,
        user: { email: 'e'.repeat(64) },
      });
      await arrive(serverFirst ? [order, no] : [no, order], 2);
      expect(await sales(shop)).toEqual([[5_000, 'usd', shop.creator, true]]);
      const event = await explained(shop, (serverFirst ? order : no).event.id);
      expect(event).toMatchObject({ consent: 'denied', user: null, serviceId: null });
    }
  });

  it('leaves its place when the server names somebody, also days later, and not once it was taken for pay', async () => {
    await open();
    const claim = browser(shop, { ...STOLEN, serviceId: thief.submission });
    const order = (body: object, at = 0) =>
      server(shop, { orderId: '1042', value: 5_000, currency: 'usd', ...body, at });
    await arrive([claim, order({})]);
    expect(await sales(shop)).toEqual([[5_000, 'usd', thief.creator, true]]);
    await consume([order({ serviceId: shop.submission }, 1)], clock.now() + 3 * DAY_MS);
    expect(await sales(shop)).toEqual([[5_000, 'usd', shop.creator, true]]);
    await testEnv[`EVENTS_${shop.shard}`]!.prepare('UPDATE recorded_conversions SET harvest = 1').run();
    await consume(
      [order({ serviceId: thief.submission, value: 1 }, 2)],
      clock.now() + 3 * DAY_MS + MINUTE_MS,
    );
    expect(await sales(shop)).toEqual([[5_000, 'usd', shop.creator, true]]);
  });

  it('made a thousand times for one order keeps neither its buyer nor its size from it', async () => {
    await open();
    const flood = (from: number, hours: number) =>
      Array.from({ length: 40 }, (_, at) =>
        browser(shop, { ...STOLEN, value: at, serviceId: thief.submission, at: from + (hours * at) / 40 }),
      );
    const bought = browser(shop, { orderId: '1042', serviceId: shop.submission, at: 0 });
    await arrive([...flood(-6, 4.9), bought, ...flood(0.001, 1)]);
    const [row] = (
      await testEnv[`EVENTS_${shop.shard}`]!.prepare(
        'SELECT LENGTH(reports) AS size FROM pixel_events WHERE account_id = ?1',
      )
        .bind(shop.brand.id)
        .all<{ size: number }>()
    ).results;
    expect(row!.size).toBeLessThan(8_000);
    await arrive([server(shop, { orderId: '1042', value: 5_000, currency: 'usd' })]);
    expect(await sales(shop)).toEqual([[5_000, 'usd', shop.creator, true]]);
  });
});
