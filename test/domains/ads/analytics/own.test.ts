// What accounts count themselves of the sales that ads brought, and how it adds up to what platforms count.
import { beforeAll, describe, expect, it } from 'vitest';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { saveVanishedDays } from '../../../../src/domains/ads/ad-sync/days-store.ts';
import { addCreditTarget } from '../../../../src/domains/measurement/credit-targets/interface.ts';
import type { AdDay } from '../../../../src/integrations/ads/steps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import type { PixelEventBody } from '../../../../src/pixel/event-body.ts';
import { connect, dayOf, NOW, report } from '../../../harness/ads/ad-days.ts';
import { addHere, type Here } from '../../../harness/ads/live-campaigns.ts';
import fc from '../../../harness/fc.ts';
import { browserEvent, consume, openShop, type Shop, shardDb } from '../../../harness/pixel/pixel-events.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

interface Stage {
  shop: Shop;
  zone: string;
  connection: string;
  /** Two ads with submissions of their own in one campaign; the second campaign shows the first submission twice. */
  one: Here;
  second: string;
  other: Here;
  submissions: [string, string];
  /** The platform's IDs of the first campaign's ads. */
  there: [string, string];
}

let accounts = 0;

async function openStage(zone = 'America/New_York'): Promise<Stage> {
  const shop = await openShop();
  const adAccount = `act_own${++accounts}`;
  const connection = await connect(shop.brand.id, adAccount, { timezone: zone });
  const ctx = systemCtx();
  const name = (kind: string) => `${kind}${accounts}`;
  const ids = (n: number) => ({ campaign: name(`c${n}`), set: name(`s${n}`), ad: name(`a${n}`) });
  const more = { adAccount, timezone: zone };
  const one = addHere(ctx, shop.brand.id, connection, ids(1), { ...more, submission: shop.submission });
  const other = addHere(ctx, shop.brand.id, connection, ids(2), { ...more, submission: shop.submission });
  for (const { campaign } of [one, other])
    addCreditTarget(ctx, { accountId: shop.brand.id, kind: 'campaign', key: campaign, creatorId: null });
  await ctx.write.commit();
  // A second conversion counts some of the same events.
  const body = { name: 'Large', eventName: 'purchase', minValue: { amount: 5000, currency: 'usd' } };
  expect((await call('POST', '/v1/conversions', { key: shop.brand.key, body })).status).toBe(201);
  const lead = { name: 'Leads', eventName: 'lead' };
  expect((await call('POST', '/v1/conversions', { key: shop.brand.key, body: lead })).status).toBe(201);
  const second = await addSubmission(shop);
  const ads: [id: string, of: Here, ad: string, submission: string][] = [
    [`${one.ad.slice(0, -1)}u`, one, name('a3'), second],
    [`${other.ad.slice(0, -1)}u`, other, name('a4'), shop.submission],
  ];
  const copy = `INSERT INTO ads (id, campaign_id, ad_set_id, platform_id, submission_id, account_id, platform, connection_id,
      position, name, status, source, version, created_at, updated_at)
    SELECT ?1, ?2, ad_set_id, ?3, ?4, account_id, platform, connection_id, 1, name, status, source, 1, 1, 1 FROM ads WHERE id = ?5`;
  await testEnv.DB.batch([
    ...ads.map(([id, of, ad, submission]) =>
      testEnv.DB.prepare(copy).bind(id, of.campaign, ad, submission, of.ad),
    ),
    testEnv.DB.prepare('UPDATE conversions SET created_at = 0 WHERE account_id = ?').bind(shop.brand.id),
  ]);
  const submissions: [string, string] = [shop.submission, second];
  const there: [string, string] = [name('a1'), name('a3')];
  return { shop, zone, connection, one, second: ads[0]![0], other, submissions, there };
}

/** The second submission is in a program of its own. */
const programOf = ({ brand }: Shop) => brand.id.replace('acct_', 'prog_');

async function addSubmission(shop: Shop): Promise<string> {
  const id = `${shop.submission.slice(0, -1)}u`;
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, version, created_at, updated_at)
       SELECT ?1, account_id, ?3, application_id, creator_id, status, version, created_at, updated_at
       FROM submissions WHERE id = ?2`,
    ).bind(id, shop.submission, programOf(shop)),
    testEnv.DB.prepare(
      `INSERT INTO credit_targets (account_id, kind, key, creator_id)
       SELECT account_id, kind, ?1, creator_id FROM credit_targets WHERE key = ?2`,
    ).bind(id, shop.submission),
  ]);
  return id;
}

interface Sale {
  order: string;
  campaign: string | null;
  submission: string | null;
  at: number;
  clickedAt: number;
  /** Who reports it. */
  by: readonly ('server' | 'browser')[];
  value?: number;
  currency?: string;
  name?: string;
}

/** The reports of a sale, as messages for the consumer. */
function reportsOf({ shop }: Stage, sale: Sale) {
  const { order, campaign, submission, at, clickedAt, by, value, currency = 'usd', name = 'purchase' } = sale;
  return by.map((source) => {
    const body: Partial<PixelEventBody> = { orderId: order, eventId: order, landedAt: clickedAt };
    if (campaign !== null) body.campaign = campaign;
    if (submission !== null) body.serviceId = submission;
    if (value !== undefined) Object.assign(body, { value, currency });
    if (source === 'server') Object.assign(body, { source, confirmedAt: at });
    return browserEvent(shop, name, body, at);
  });
}

/** Forgets what was sold and reported. */
async function forget({ shop }: Stage): Promise<void> {
  const shard = shardDb(shop);
  await shard.batch([
    shard.prepare('DELETE FROM recorded_conversions WHERE account_id = ?').bind(shop.brand.id),
    shard.prepare('DELETE FROM pixel_events WHERE account_id = ?').bind(shop.brand.id),
    shard.prepare('DELETE FROM event_keys WHERE pixel_id = ?').bind(shop.pixel),
  ]);
  await testEnv.DB.prepare('DELETE FROM ad_days WHERE account_id = ?').bind(shop.brand.id).run();
}

const tell = async (stage: Stage, ...sales: Sale[]) =>
  await consume(sales.flatMap((sale) => reportsOf(stage, sale)));

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function ask(caller: { key: string; as?: string }, from: string, to: string, query = ''): Promise<any> {
  const answer = await call('GET', `/v1/analytics?from=${from}&to=${to}${query}`, caller);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

/** Rows by the names of their keys, those with nothing of our own left out. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const rowsOf = (data: any): any[] =>
  data.currencies.flatMap(({ currency, rows }: { currency: string; rows: { own: Own | null }[] }) =>
    rows
      .filter(({ own }) => own && Object.values(own).some((n) => n !== 0))
      .map((row) => ({ currency, ...row })),
  );

interface Own {
  conversions: number;
  value: number;
  unconfirmed: number;
  returned: number;
}
type Parts = Record<
  'platform' | 'ours' | 'view_through' | 'other_window' | 'unconfirmed' | 'other_day' | 'unexplained',
  number
>;

const sumOfParts = ({ platform: _, ...parts }: Parts) =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);

const local = (zone: string, ms: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(ms);

describe('what an account counts itself', () => {
  const [FROM, TO] = ['2026-03-07', '2026-03-10'];
  const at = (text: string) => Date.parse(`2026-03-${text}Z`);
  let stage: Stage;
  let program: string;

  beforeAll(async () => {
    stage = await openStage();
    const { one, other, submissions, shop } = stage;
    program = programOf(stage.shop);
    const both = ['browser', 'server'] as const;
    const base = { campaign: one.campaign, submission: submissions[0], by: both };
    await tell(
      stage,
      // New York's clocks change on 8 March at 2: this one is at 23:30 before, the next at 0:30 after.
      { ...base, order: 'o1', at: at('08T04:30:00'), clickedAt: at('08T04:00:00'), value: 6000 },
      { ...base, order: 'o2', at: at('09T04:30:00'), clickedAt: at('08T22:00:00'), value: 1000 },
      {
        ...base,
        order: 'o3',
        at: at('09T12:00:00'),
        clickedAt: at('09T11:00:00'),
        by: ['browser'],
        value: 2000,
      },
      {
        ...base,
        order: 'o4',
        at: at('09T12:00:00'),
        clickedAt: at('09T11:00:00'),
        value: 700,
        currency: 'eur',
      },
      {
        ...base,
        order: 'o5',
        at: at('09T12:00:00'),
        clickedAt: at('01T11:00:00'),
        submission: submissions[1],
      },
      { ...base, order: 'o6', at: at('09T12:00:00'), clickedAt: at('09T11:00:00'), campaign: other.campaign },
      // Not of an ad: a creator's own link. And a lead, which is no purchase.
      { ...base, order: 'o7', at: at('09T12:00:00'), clickedAt: at('09T11:00:00'), campaign: null, value: 1 },
      { ...base, order: 'o8', at: at('09T12:00:00'), clickedAt: at('09T11:00:00'), name: 'lead' },
      // Clicked on the last day and sold on the day after. And out of the range on both.
      { ...base, order: 'o9', at: at('11T14:00:00'), clickedAt: at('10T14:00:00') },
      { ...base, order: 'o10', at: at('12T14:00:00'), clickedAt: at('12T14:00:00') },
    );
    const refund = { orderId: 'o1', eventId: 'r1', value: 500, currency: 'usd', source: 'server' as const };
    await consume([browserEvent(shop, 'refund', refund, at('08T06:00:00'))]);
  });

  it('counts each event once, on the day of its ad account, with value under the currency it was sold in', async () => {
    const data = await ask(stage.shop.brand, FROM, TO);
    expect(rowsOf(data)).toMatchObject([
      {
        currency: 'eur',
        date: '2026-03-09',
        own: { conversions: 0, value: 700, unconfirmed: 0, returned: 0 },
      },
      {
        currency: 'usd',
        date: '2026-03-07',
        own: { conversions: 1, value: 6000, unconfirmed: 0, returned: 500 },
      },
      {
        currency: 'usd',
        date: '2026-03-09',
        own: { conversions: 6, value: 3000, unconfirmed: 1, returned: 0 },
      },
    ]);
    const [, usd] = data.currencies;
    expect(usd.rows).toHaveLength(4);
    expect(usd.totals.own).toEqual({ conversions: 7, value: 9000, unconfirmed: 1, returned: 500 });
    expect(usd.rows[0]).not.toHaveProperty('reconciliation');
  });

  it('belongs to the ad that alone shows the submission in its campaign, else to none', async () => {
    const rows = rowsOf(
      await ask(stage.shop.brand, '2026-03-09', '2026-03-09', '&group=campaign,ad,submission'),
    );
    const { one, other, second, submissions } = stage;
    const by = (of: object) => expect.objectContaining(of);
    expect(rows.filter(({ currency }) => currency === 'usd')).toEqual(
      expect.arrayContaining([
        by({ campaign: one.campaign, ad: one.ad, submission: submissions[0], own: by({ conversions: 4 }) }),
        by({ campaign: one.campaign, ad: second, submission: submissions[1], own: by({ conversions: 1 }) }),
        by({ campaign: other.campaign, ad: null, own: by({ conversions: 1 }) }),
      ]),
    );
    const filtered = async (query: string) =>
      rowsOf(await ask(stage.shop.brand, FROM, TO, query)).at(-1)?.own;
    expect(await filtered(`&submission=${submissions[1]}`)).toMatchObject({ conversions: 1 });
    expect(await filtered(`&program=${program}`)).toMatchObject({ conversions: 1 });
    expect(await filtered(`&campaign=${other.campaign}&group=platform`)).toMatchObject({ conversions: 1 });
    expect(await filtered('&platform=tiktok')).toBeUndefined();
    const creators = rowsOf(await ask(stage.shop.brand, FROM, TO, '&group=creator'));
    expect(new Set(creators.map(({ creator }) => creator))).toEqual(new Set([stage.shop.creator]));
  });

  it('leads to what the platform counts, part by part, also on days without a report', async () => {
    const { one, connection, shop } = stage;
    const [ad] = stage.there;
    const split = { viewPurchases: 2, otherWindowPurchases: 1 };
    await report(connection, [
      dayOf(ad, '2026-03-09', 1, { conversions: { purchase: 9 }, ...split }),
      dayOf(ad, '2026-03-08', 1, { conversions: { purchase: 1 } }),
    ]);
    const data = await ask(shop.brand, FROM, TO, `&group=campaign&campaign=${one.campaign}`);
    const usd = data.currencies.find(({ currency }: { currency: string }) => currency === 'usd');
    const parts = Object.fromEntries(
      usd.rows.map((row: { date: string; reconciliation: Parts }) => [row.date, row.reconciliation]),
    );
    expect(parts).toEqual({
      '2026-03-07': {
        ...{ platform: 0, ours: 1, view_through: 0, other_window: 0 },
        ...{ unconfirmed: 0, other_day: 0, unexplained: -1 },
      },
      // Clicked there, sold a day later.
      '2026-03-08': {
        ...{ platform: 1, ours: 0, view_through: 0, other_window: 0 },
        ...{ unconfirmed: 0, other_day: 1, unexplained: 0 },
      },
      // o2 was clicked a day before, o5 eight days before.
      '2026-03-09': {
        ...{ platform: 9, ours: 3, view_through: 2, other_window: 0 },
        ...{ unconfirmed: 1, other_day: -1, unexplained: 4 },
      },
      '2026-03-10': {
        ...{ platform: 0, ours: 0, view_through: 0, other_window: 0 },
        ...{ unconfirmed: 0, other_day: 1, unexplained: -1 },
      },
    });
    // The platform takes all back: then ours alone are left.
    const ctx = systemCtx(NOW + MINUTE_MS);
    const range = { since: FROM, until: TO, beganAt: NOW + MINUTE_MS };
    await saveVanishedDays(ctx, (await connectionById(ctx, connection))!, range);
    const again = await ask(
      shop.brand,
      '2026-03-09',
      '2026-03-09',
      `&group=campaign&campaign=${one.campaign}`,
    );
    expect(again.currencies.at(-1).rows[0]).toMatchObject({
      purchases: 0,
      reconciliation: {
        platform: 0,
        ours: 3,
        view_through: 0,
        other_window: -1,
        other_day: -1,
        unexplained: -2,
      },
    });
  });

  it('is null for ads that were not launched here, with or without others', async () => {
    await report(stage.connection, [dayOf('elsewhere', '2026-03-09', 5)]);
    const [only] = (await ask(stage.shop.brand, FROM, TO, '&source=external&group=campaign')).currencies;
    expect(only).toMatchObject({ totals: { own: null }, rows: [{ own: null, spend: 5 }] });
    expect(only.rows[0]).not.toHaveProperty('reconciliation.platform');
    const all = await ask(stage.shop.brand, FROM, TO, '&source=all&group=campaign');
    const rows = all.currencies.at(-1).rows as {
      campaign: string | null;
      own: unknown;
      reconciliation: unknown;
    }[];
    expect(rows.filter((row) => row.own === null)).toMatchObject([{ campaign: null, reconciliation: null }]);
    expect(all.currencies.at(-1).totals.own.conversions).toBe(7);
  });

  it("is a creator's for its own submissions, without parts, and nobody else's", async () => {
    const { shop } = stage;
    const partner = await mintAccount('partner');
    await testEnv.DB.prepare(
      `INSERT INTO creators (id, name, visibility, managed_by, version, created_at, updated_at)
       VALUES (?1, 'C', 'private', ?2, 1, 1, 1)`,
    )
      .bind(shop.creator, partner.id)
      .run();
    const creator = { key: partner.key, as: shop.creator };
    const data = await ask(creator, FROM, TO, '&group=submission');
    expect(data.currencies.at(-1).totals.own).toMatchObject({ conversions: 7, value: 9000 });
    expect(JSON.stringify(data)).not.toMatch(/camp_|"ad_|"ad"|reconciliation/);
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ?1 WHERE id = ?2')
      .bind(partner.id, shop.brand.id)
      .run();
    const clients = await ask(partner, FROM, TO, '&scope=clients&group=campaign');
    expect(clients.currencies.at(-1).totals.own).toMatchObject({ conversions: 7 });
    expect(clients.currencies.at(-1).rows[0]).toMatchObject({ account: shop.brand.id });
    expect((await ask(partner, FROM, TO)).currencies).toEqual([]);
    const stranger = await mintAccount();
    expect((await ask(stranger, FROM, TO, `&campaign=${stage.one.campaign}`)).currencies).toEqual([]);
    const foreign = await openShop();
    // Another account's event that names the campaign is not credited to it.
    await consume([
      browserEvent(foreign, 'purchase', { campaign: stage.one.campaign, orderId: 'x' }, at('09T12:00:00')),
    ]);
    const same = await ask(shop.brand, FROM, TO, '&group=campaign');
    expect(same.currencies.at(-1).totals.own.conversions).toBe(7);
  });
});

// Midnight is moved by an hour, by half an hour, and lies on half an hour.
const ZONES = [
  ['America/New_York', '2026-03-06', '2026-03-11'],
  ['Australia/Lord_Howe', '2026-04-03', '2026-04-08'],
  ['Asia/Kolkata', '2026-03-06', '2026-03-11'],
] as const;
const PLATFORM_DAYS = 7;

describe.each(ZONES)('in the days of %s', (zone, from, to) => {
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

  it('adds up to what the platform counts, whoever reports what, in any order, twice, in halves', async () => {
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
      { numRuns: 4 },
    );
  });

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
});
