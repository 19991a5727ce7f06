// Two orders, reported by their shop, its server and browsers: in any order, any number of times, by anybody.
import { expect } from 'vitest';
import { addCreditTarget } from '../../../src/domains/measurement/credit-targets/interface.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import type { PixelEventBody } from '../../../src/pixel/event-body.ts';
import * as clock from '../clock.ts';
import fc from '../fc.ts';
import { call, systemCtx, testEnv } from '../world.ts';
import { browserEvent, consume, openShop, type Shop } from './pixel-events.ts';
import { shopOrder, tell } from './shop-orders.ts';

/** A report of one of the two orders, and the minutes since the order was made. */
interface Report {
  by: 'server' | 'browser';
  what: 'purchase' | 'refund';
  order: 0 | 1;
  minutes: number;
  value: number | undefined;
  currency: 'usd' | 'eur' | undefined;
  /** The submission that it names. */
  link: number | undefined;
  code: boolean;
  /** The names that it uses, and of which of the two orders. Only the ID and the token tie a browser to a shop's order. */
  names: 'order' | 'both' | 'event' | 'event of the other' | 'name' | 'id' | 'token' | 'id and event';
  refund: number;
}

/** A state of one of the two orders, and the minutes since the order was made. */
interface State {
  by: 'shop';
  order: 0 | 1;
  minutes: number;
  value: number;
  returned: number;
  isPaid: boolean;
  isCancelled: boolean;
  isSale: boolean;
  link: number | undefined;
  code: boolean;
}

const value = fc.option(fc.integer({ min: 0, max: 9_000 }), { nil: undefined });
const common = {
  order: fc.constantFrom(0 as const, 1 as const),
  value,
  currency: fc.constantFrom('usd' as const, 'usd' as const, 'eur' as const, undefined),
  link: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  code: fc.boolean(),
  refund: fc.integer({ min: 0, max: 2 }),
};
const serverReport: fc.Arbitrary<Report> = fc.record({
  ...common,
  by: fc.constant('server' as const),
  what: fc.constantFrom('purchase' as const, 'purchase' as const, 'refund' as const),
  minutes: fc.integer({ min: 0, max: 120 }),
  names: fc.constantFrom('order' as const, 'both' as const, 'name' as const, 'id' as const),
});
const browserReport: fc.Arbitrary<Report> = fc.record({
  ...common,
  by: fc.constant('browser' as const),
  what: fc.constantFrom('purchase' as const, 'purchase' as const, 'refund' as const),
  minutes: fc.integer({ min: -180, max: 600 }),
  names: fc.constantFrom('order', 'both', 'event', 'event of the other', 'id', 'token', 'id and event'),
});
const shopState: fc.Arbitrary<State> = fc.record({
  by: fc.constant('shop' as const),
  order: common.order,
  minutes: fc.integer({ min: 0, max: 120 }),
  value: fc.integer({ min: 0, max: 9_000 }),
  returned: fc.constantFrom(0, 0, 500, 4_000),
  isPaid: fc.boolean(),
  isCancelled: fc.constantFrom(false, false, false, true),
  isSale: fc.constantFrom(true, true, true, false),
  link: common.link,
  code: fc.boolean(),
});

const BYS = ['server', 'browser', 'shop'] as const;
type Pick = [by: (typeof BYS)[number], at: number];

/**
 * Reports, and two sequences in which they arrive. Browsers' reports keep their order. The second sequence loses some of
 * the shop's states, but never the newest ones.
 */
const plans = fc
  .tuple(
    fc.array(serverReport, { minLength: 1, maxLength: 4 }),
    fc.array(browserReport, { maxLength: 4 }),
    fc.array(shopState, { maxLength: 4 }),
    fc.infiniteStream(fc.nat(1_000)),
  )
  .map(([server, browser, shop, stream]) => {
    const picks = stream[Symbol.iterator]();
    const pick = (below: number) => picks.next().value! % below;
    browser.sort((a, b) => a.minutes - b.minutes);
    const arrival = (states: number[]) => {
      const left = {
        server: [...server.keys(), ...server.keys()],
        browser: [...browser.keys()],
        shop: [...states, ...states],
      };
      const order: Pick[] = [];
      for (;;) {
        const from = BYS.filter((by) => left[by].length > 0);
        if (from.length === 0) return order;
        const by = from[pick(from.length)]!;
        order.push([by, left[by].splice(by === 'browser' ? 0 : pick(left[by].length), 1)[0]!]);
      }
    };
    const arrivals = [arrival([...shop.keys()]), arrival([...shop.keys()].filter(() => pick(2) === 0))];
    return { server, browser, shop, arrivals, size: 1 + pick(3) };
  });

interface Stage {
  shop: Shop;
  submissions: { submission: string; creator: string }[];
  large: string;
}

async function openStage(): Promise<Stage> {
  const shop = await openShop();
  const submissions = [{ submission: shop.submission, creator: shop.creator }];
  for (let more = 0; more < 2; more++) {
    const one = { submission: newId('submission', clock.now()), creator: newId('creator', clock.now()) };
    const ctx = systemCtx();
    addCreditTarget(ctx, {
      accountId: shop.brand.id,
      kind: 'submission',
      key: one.submission,
      creatorId: one.creator,
    });
    await ctx.write.commit();
    submissions.push(one);
  }
  const large = await call('POST', '/v1/conversions', {
    key: shop.brand.key,
    body: { name: 'Large', eventName: 'purchase', minValue: { amount: 3_000, currency: 'usd' } },
  });
  await testEnv.DB.prepare('UPDATE conversions SET created_at = created_at - ?1').bind(DAY_MS).run();
  return { shop, submissions, large: large.body.data.id };
}

let orders = 0;

/** The newest states of each order. */
const newest = (states: State[]) =>
  states.filter(({ order, minutes }) => states.every((one) => one.order !== order || one.minutes <= minutes));

/** Delivers the reports for two new orders, and what a sweep finds a day later. @returns the result of each order. */
async function play(
  { shop, submissions }: Stage,
  reports: (Report | State)[],
  size: number,
  swept: State[],
): Promise<unknown[][]> {
  const run = ++orders;
  const madeAt = clock.now();
  const order = (at: number) => `o-${run}-${at}`;
  const event = (at: number) => `e-${run}-${at}`;
  const orderId = (at: number) => `s-${run}-${at}`;
  const token = (at: number) => `t-${run}-${at}`;
  const ids = new Map<Report, ReturnType<typeof browserEvent>>();
  const message = (report: Report) => {
    const known = ids.get(report);
    if (known) return known;
    const at = madeAt + report.minutes * MINUTE_MS;
    const body: Partial<PixelEventBody> = {};
    if (report.by === 'server') Object.assign(body, { source: 'server', confirmedAt: at });
    if (report.value !== undefined) body.value = report.value;
    if (report.currency !== undefined) body.currency = report.currency;
    if (report.link !== undefined) body.serviceId = submissions[report.link]!.submission;
    if (report.code) body.discountCode = 'nia10';
    const { names, order: own } = report;
    if (names === 'order' || names === 'both' || names === 'event of the other') body.orderId = order(own);
    if (names === 'name') body.orderId = `#${order(own)}`;
    if (names === 'id' || names === 'id and event')
      body.orderId = `gid://shopify/OrderIdentity/${orderId(own)}`;
    if (names === 'token') body.eventId = token(own);
    if (/\b(both|event)\b/.test(names)) body.eventId = event(names === 'event of the other' ? 1 - own : own);
    if (report.what === 'refund') body.eventId = `r-${run}-${own}-${report.refund}`;
    const made = browserEvent(shop, report.what, body, at);
    ids.set(report, made);
    return made;
  };
  const told = async (states: State[], now: number) => {
    if (states.length === 0) return;
    const all = states.map((state) => ({
      ...shopOrder({
        createdAt: madeAt,
        readAt: now,
        currency: 'usd',
        value: state.value,
        returned: state.returned,
      }),
      id: `gid://shopify/Order/${orderId(state.order)}`,
      name: `#${order(state.order)}`,
      checkoutToken: token(state.order),
      updatedAt: madeAt + state.minutes * MINUTE_MS,
      paidAt: state.isPaid ? madeAt : null,
      cancelledAt: state.isCancelled ? madeAt : null,
      noSale: state.isSale ? null : ('test' as const),
      landing:
        state.link === undefined
          ? undefined
          : { serviceId: submissions[state.link]!.submission, landedAt: madeAt },
      discountCodes: state.code ? ['nia10'] : [],
    }));
    await tell(shop, all, now);
  };
  const at = madeAt + 12 * HOUR_MS;
  for (let from = 0; from < reports.length; from += size) {
    const batch = reports.slice(from, from + size);
    await consume(
      batch.flatMap((one) => (one.by === 'shop' ? [] : [message(one)])),
      at,
      {},
      from % 2 === 0 ? 1 : 2,
    );
    await told(
      batch.flatMap((one) => (one.by === 'shop' ? [one] : [])),
      at,
    );
  }
  await told(swept, madeAt + 30 * HOUR_MS);
  const { results } = await testEnv[`EVENTS_${shop.shard}`]!.prepare(
    `SELECT DISTINCT substr(e.body ->> '$.orderId', -1) AS "order", r.conversion_id, r.value_cents, r.currency, r.creator_id, r.rule,
       r.returned_cents, r.barred, r.payable_at IS NOT NULL AS pays, r.day, r.value_by, r.confirmed_by, r.group_id
     FROM event_keys k LEFT JOIN event_merges m ON m.event_id = k.event_id
     JOIN recorded_conversions r ON r.group_id = COALESCE(m.into_id, k.event_id)
     JOIN pixel_events e ON e.id = r.group_id
     WHERE k.pixel_id = ?1 AND k.key IN (SELECT 'order:purchase:' || value FROM json_each(?2))
       AND r.late = 0 AND r.dropped = 0 ORDER BY 1, 2, 3, 4, 5`,
  )
    .bind(shop.pixel, JSON.stringify([0, 1].flatMap((one) => [order(one), orderId(one)])))
    .all<Record<string, unknown>>();
  // Two sales may look the same; only their groups, which are new in each run, tell them apart.
  return results.map(({ group_id: _, ...row }) => Object.values(row));
}

/**
 * The parts of a row that confirmed reports decide: the value, and if it is credited by them, the creator
 * too.
 */
const confirmed = (rows: unknown[][], withCredit: (row: unknown[]) => boolean) =>
  rows
    .filter((row) => row.at(-1) !== null)
    .map(([order, conversion, cents, currency, creator, , returned]) => [
      order,
      conversion,
      cents,
      currency,
      returned,
      withCredit([order, conversion]) ? creator : null,
    ]);

const TIED = ['id', 'token', 'id and event'];

export async function salesEndTheSame(numRuns: number): Promise<void> {
  const stage = await openStage();
  await fc.assert(
    fc.asyncProperty(plans, async ({ arrivals, size, ...said }) => {
      const { server, browser, shop } = said;
      const of = ([by, at]: Pick) => said[by][at]!;
      const swept = newest(shop);
      const [one, other] = [
        await play(stage, arrivals[0]!.map(of), size, []),
        await play(stage, arrivals[1]!.map(of), 1, swept),
      ];
      expect(other).toEqual(one);
      // Without any browser's report, a sale's value is the same, and so is its creator if shop or server named
      // one.
      const alone = await play(stage, [...server, ...shop], 1, []);
      // Two names of an order that nothing connects are two sales: then both must name the creator.
      const isNamed = ([order, id]: unknown[]) =>
        alone.every((row) => row[0] !== order || row[1] !== id || row[4] !== null);
      // A browser may connect the number of an order that nobody has reported with one that somebody has.
      const reported = new Set(
        [...server.filter(({ what }) => what === 'purchase'), ...shop].map((r) => `${r.order}`),
      );
      const known = one.filter(([order]) => reported.has(order as string));
      expect(confirmed(known, isNamed)).toEqual(confirmed(alone, isNamed));
      // A shop's order is never credited by browsers that only have a name of it.
      const shopOrders = new Set(shop.map((state) => `${state.order}`));
      const ofShop = (rows: unknown[][]) =>
        rows
          .filter((row) => row[10] === 'shop' && shopOrders.has(row[0] as string))
          .map(([order, id, , , creator]) => [order, id, creator]);
      const genuine = browser.filter(({ names }) => TIED.includes(names));
      expect(ofShop(one)).toEqual(ofShop(await play(stage, [...genuine, ...server, ...shop], 1, [])));
    }),
    { numRuns },
  );
}
