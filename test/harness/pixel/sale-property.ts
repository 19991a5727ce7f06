// Two orders of a shop, reported by its server and by browsers: in any order, any number of times, by
// anybody.
import { expect } from 'vitest';
import { addCreditTarget } from '../../../src/domains/measurement/credit-targets/interface.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import type { PixelEventBody } from '../../../src/pixel/event-body.ts';
import * as clock from '../clock.ts';
import fc from '../fc.ts';
import { call, systemCtx, testEnv } from '../world.ts';
import { browserEvent, consume, openShop, type Shop } from './pixel-events.ts';

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
  /** The names that it uses, and of which of the two orders. */
  names: 'order' | 'both' | 'event' | 'event of the other';
  refund: number;
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
  names: fc.constantFrom('order' as const, 'both' as const),
});
const browserReport: fc.Arbitrary<Report> = fc.record({
  ...common,
  by: fc.constant('browser' as const),
  what: fc.constantFrom('purchase' as const, 'purchase' as const, 'refund' as const),
  minutes: fc.integer({ min: -180, max: 600 }),
  names: fc.constantFrom('order', 'both', 'event', 'event of the other'),
});

/** Reports, and two sequences in which they arrive; browsers' reports keep their order. */
const plans = fc
  .tuple(
    fc.array(serverReport, { minLength: 1, maxLength: 5 }),
    fc.array(browserReport, { maxLength: 4 }),
    fc.infiniteStream(fc.nat(1_000)),
  )
  .map(([server, browsers, stream]) => {
    const picks = stream[Symbol.iterator]();
    const pick = (below: number) => picks.next().value! % below;
    browsers.sort((a, b) => a.minutes - b.minutes);
    const arrival = () => {
      const left = { server: [...server.keys(), ...server.keys()], browser: [...browsers.keys()] };
      const order: [by: 'server' | 'browser', at: number][] = [];
      while (left.server.length + left.browser.length > 0) {
        const isServers = left.browser.length === 0 || (left.server.length > 0 && pick(2) === 0);
        if (isServers) order.push(['server', left.server.splice(pick(left.server.length), 1)[0]!]);
        else order.push(['browser', left.browser.shift()!]);
      }
      return order;
    };
    return { server, browsers, arrivals: [arrival(), arrival()], size: 1 + pick(3) };
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

/** Delivers the reports for two new orders. @returns the result of each order. */
async function play({ shop, submissions }: Stage, reports: Report[], size: number): Promise<unknown[][]> {
  const run = ++orders;
  const madeAt = clock.now();
  const order = (at: number) => `o-${run}-${at}`;
  const event = (at: number) => `e-${run}-${at}`;
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
    if (report.names !== 'event') body.orderId = order(report.order);
    const of = report.names === 'event of the other' ? 1 - report.order : report.order;
    if (report.names !== 'order') body.eventId = event(of);
    if (report.what === 'refund') body.eventId = `r-${run}-${report.order}-${report.refund}`;
    const made = browserEvent(shop, report.what, body, at);
    ids.set(report, made);
    return made;
  };
  for (let at = 0; at < reports.length; at += size) {
    const batch = reports.slice(at, at + size).map(message);
    await consume(batch, madeAt + 12 * HOUR_MS, {}, at % 2 === 0 ? 1 : 2);
  }
  const { results } = await testEnv[`EVENTS_${shop.shard}`]!.prepare(
    `SELECT k.key, r.conversion_id, r.value_cents, r.currency, r.creator_id, r.rule, r.returned_cents, r.barred,
       r.payable_at IS NOT NULL AS pays, r.day, r.value_by, r.confirmed_by
     FROM event_keys k LEFT JOIN event_merges m ON m.event_id = k.event_id
     JOIN recorded_conversions r ON r.group_id = COALESCE(m.into_id, k.event_id)
     WHERE k.pixel_id = ?1 AND k.key IN (?2, ?3) AND r.late = 0 AND r.dropped = 0 ORDER BY k.key, r.conversion_id`,
  )
    .bind(shop.pixel, `order:purchase:${order(0)}`, `order:purchase:${order(1)}`)
    .all<Record<string, unknown>>();
  return results.map(({ key, ...row }) => [(key as string).slice(-1), ...Object.values(row)]);
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

export async function salesEndTheSame(numRuns: number): Promise<void> {
  const stage = await openStage();
  await fc.assert(
    fc.asyncProperty(plans, async ({ server, browsers, arrivals, size }) => {
      const of = ([by, at]: ['server' | 'browser', number]) => (by === 'server' ? server : browsers)[at]!;
      const [one, other] = [
        await play(stage, arrivals[0]!.map(of), size),
        await play(stage, arrivals[1]!.map(of), 1),
      ];
      expect(other).toEqual(one);
      // Without any browser's report, a sale's value is the same, and so is its creator if the server named
      // one.
      const alone = await play(stage, server, 1);
      const named = new Set(alone.filter((row) => row[4] !== null).map(([order, id]) => `${order} ${id}`));
      const isNamed = ([order, id]: unknown[]) => named.has(`${order} ${id}`);
      // A browser may connect the number of an order that no server has reported with one that it has.
      const reported = new Set(server.filter(({ what }) => what === 'purchase').map((r) => `${r.order}`));
      const known = one.filter(([order]) => reported.has(order as string));
      expect(confirmed(known, isNamed)).toEqual(confirmed(alone, isNamed));
    }),
    { numRuns },
  );
}
