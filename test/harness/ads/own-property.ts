// What accounts count of ads' sales beside what platforms report, worked out by hand once more.
import { expect } from 'vitest';
import { connectionById } from '../../../src/domains/accounts/connections/interface.ts';
import { saveVanishedDays } from '../../../src/domains/ads/ad-sync/days-store.ts';
import type { AdDay } from '../../../src/integrations/ads/steps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import fc from '../fc.ts';
import { consume } from '../pixel/pixel-events.ts';
import { systemCtx } from '../world.ts';
import { connect, dayOf, NOW, report } from './ad-days.ts';
import {
  ask,
  forget,
  local,
  type Own,
  openStage,
  type Parts,
  reportsOf,
  type Sale,
  type Stage,
  sumOfParts,
} from './own-sales.ts';

const PLATFORM_DAYS = 7;

/** Reports of sales and of days arrive in any order, some of them twice: what an account counts leads to the platform's numbers. */
export async function salesAddUp(zone: string, from: string, to: string, numRuns: number): Promise<void> {
  const first = Date.parse(from);
  const hours = (Date.parse(to) - first) / HOUR_MS + 24;
  const days = Array.from({ length: hours / 24 }, (_, n) =>
    new Date(first + n * DAY_MS).toISOString().slice(0, 10),
  );
  const sale = fc.record({
    half: fc.integer({ min: -48, max: 2 * hours + 48 }),
    before: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 * 24 * 60 })),
    link: fc.integer({ min: 0, max: 3 }),
    by: fc.constantFrom(['server'] as const, ['browser'] as const, ['browser', 'server'] as const),
    value: fc.option(fc.integer({ min: 0, max: 9000 }), { nil: undefined }),
    name: fc.constantFrom('purchase', 'purchase', 'purchase', 'lead'),
  });
  const cell = fc.record({
    ad: fc.integer({ min: 0, max: 1 }),
    day: fc.constantFrom(...days),
    purchases: fc.integer({ min: 0, max: 5 }),
    viewed: fc.integer({ min: 0, max: 5 }),
    otherwise: fc.integer({ min: -3, max: 3 }),
  });
  const plan = fc.record({
    sales: fc.uniqueArray(sale, {
      minLength: 1,
      maxLength: 6,
      selector: ({ half, link }) => `${half} ${link}`,
    }),
    readings: fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.array(cell, { maxLength: 6 })), {
      minLength: 1,
      maxLength: 3,
    }),
    shuffle: fc.infiniteStream(fc.nat(1000)),
  });

  let readAt = NOW;
  const stages = [await openStage(zone), await openStage(zone)];
  const seersOf = new Map<Stage, [string, string]>();
  for (const stage of stages) {
    // Another connection sees the same ad account.
    const { selection } = (await connectionById(systemCtx(), stage.connection))!;
    const second = await connect(stage.shop.brand.id, selection.adAccountId!, { timezone: zone });
    seersOf.set(stage, [stage.connection, second]);
  }
  await fc.assert(
    fc.asyncProperty(plan, async ({ sales, readings, shuffle }) => {
      const picks = shuffle[Symbol.iterator]();
      const answers: unknown[] = [];
      for (let turn = 0; turn < 2; turn++) {
        const stage = stages[turn]!;
        await forget(stage);
        const { one, other, submissions, shop } = stage;
        const links = [
          { campaign: one.campaign, submission: submissions[0] },
          { campaign: one.campaign, submission: submissions[1] },
          { campaign: other.campaign, submission: submissions[0] },
          { campaign: one.campaign, submission: null },
        ];
        const made = sales.map(({ half, before, link, by, value, name }, n): Sale => {
          const at = first + half * 30 * MINUTE_MS;
          return {
            order: `p${n}`,
            ...links[link]!,
            at,
            clickedAt: at - before * MINUTE_MS,
            by,
            value,
            name,
          };
        });
        // Each report once or twice, in some order, in batches of some size.
        const messages = made.flatMap((one) => reportsOf(stage, one));
        const arriving = messages.flatMap((one) => (picks.next().value! % 3 === 0 ? [one, one] : [one]));
        for (let left = arriving; left.length > 0; ) {
          const at = picks.next().value! % left.length;
          await consume([left[at]!, ...left.slice(at + 1, at + 1 + (picks.next().value! % 2))]);
          left = left.filter((_, index) => index !== at);
        }
        const seers = seersOf.get(stage)!;
        let truth: AdDay[] = [];
        for (const [by, cells] of readings) {
          readAt += DAY_MS;
          const known = new Map(cells.map((one) => [`${one.ad} ${one.day}`, one]));
          truth = [...known.values()].map(({ ad, day, purchases, viewed, otherwise }) =>
            dayOf(stage.there[ad]!, day, 5, {
              conversions: purchases === 0 ? {} : { purchase: purchases },
              viewPurchases: Math.min(viewed, purchases),
              otherWindowPurchases: otherwise,
            }),
          );
          const [half, rest] = [truth.slice(truth.length / 2), truth.slice(0, truth.length / 2)];
          for (const page of turn === 0 ? [half, rest] : [rest, half, rest])
            await report(seers[by]!, page, readAt);
          const ctx = systemCtx(readAt);
          const range = { since: from, until: to, beganAt: readAt };
          await saveVanishedDays(ctx, (await connectionById(ctx, seers[by]!))!, range);
        }
        const grouped = await ask(shop.brand, from, to, '&group=campaign,ad');
        check(stage, grouped, made, truth);
        const plain = await ask(shop.brand, from, to);
        expect(plain.currencies.map(({ totals }: { totals: unknown }) => totals)).toEqual(
          grouped.currencies.map(({ totals }: { totals: unknown }) => totals),
        );
        const places = new Map(
          [one.campaign, one.ad, stage.second, other.campaign].map((id, n) => [id, `#${n}`]),
        );
        const named = JSON.stringify(grouped.currencies).replaceAll(
          /(camp|ad)_\w+/g,
          (id) => places.get(id) ?? id,
        );
        const rows = (JSON.parse(named) as { rows: unknown[] }[]).flatMap((one) => one.rows);
        answers.push(rows.map((row) => JSON.stringify(row)).sort());
      }
      expect(answers[1]).toEqual(answers[0]);
    }),
    { numRuns },
  );

  /** Whether an answer is what these sales and reports come to, worked out by hand. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  function check(stage: Stage, data: any, sales: Sale[], truth: AdDay[]): void {
    const { one, other, second, submissions, there } = stage;
    const adOf = ({ campaign, submission }: Sale) =>
      campaign === other.campaign || submission === null
        ? null
        : submission === submissions[0]
          ? one.ad
          : second;
    const expected = new Map<string, { own: Own; parts: Omit<Parts, 'unexplained'> }>();
    const at = (campaign: string, ad: string | null, date: string) => {
      const place = `${date} ${campaign} ${ad}`;
      const nothing = {
        platform: 0,
        ours: 0,
        view_through: 0,
        other_window: 0,
        unconfirmed: 0,
        other_day: 0,
      };
      const own = { conversions: 0, value: 0, unconfirmed: 0, returned: 0 };
      const found = expected.get(place) ?? { own, parts: nothing };
      if (date >= from && date <= to) expected.set(place, found);
      return found;
    };
    for (const sale of sales) {
      const [sold, clicked] = [local(zone, sale.at), local(zone, sale.clickedAt)];
      const isBrowsers = !sale.by.some((by) => by === 'server');
      const { own, parts } = at(sale.campaign!, adOf(sale), sold);
      own.conversions++;
      own.value += sale.value ?? 0;
      if (isBrowsers) own.unconfirmed++;
      if (sale.name !== 'purchase') continue;
      if (isBrowsers) parts.unconfirmed++;
      else parts.ours++;
      if (sale.at - sale.clickedAt > PLATFORM_DAYS * DAY_MS) parts.other_window--;
      else if (sold !== clicked) {
        parts.other_day--;
        at(sale.campaign!, adOf(sale), clicked).parts.other_day++;
      }
    }
    for (const reported of truth) {
      const { parts } = at(one.campaign, there[0] === reported.ad ? one.ad : second, reported.day);
      parts.platform += reported.conversions.purchase ?? 0;
      parts.view_through += reported.viewPurchases ?? 0;
      parts.other_window += reported.otherWindowPurchases ?? 0;
    }
    const [usd = { rows: [] }] = data.currencies;
    const found = new Map<string, unknown>();
    for (const { date, campaign, ad, own, reconciliation } of usd.rows) {
      expect(sumOfParts(reconciliation)).toBe(reconciliation.platform);
      const { unexplained: _, ...parts } = reconciliation;
      found.set(`${date} ${campaign} ${ad}`, { own, parts });
    }
    // A day that was taken back is a row of zeros.
    const busy = (all: Map<string, unknown>) =>
      [...all].filter(([, one]) => /[1-9]/.test(JSON.stringify(one))).sort();
    expect(busy(found)).toEqual(busy(expected));
  }
}
