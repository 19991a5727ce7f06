// What accounts count themselves of the sales that ads brought, and how it adds up to what platforms count.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../src/context.ts';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { saveVanishedDays } from '../../../../src/domains/ads/ad-sync/days-store.ts';
import { AnalyticsQuery, type Row } from '../../../../src/domains/ads/analytics/analytics.ts';
import { getAnalyticsCsv } from '../../../../src/domains/ads/analytics/get-analytics-csv.ts';
import type { CsvCell } from '../../../../src/kit/csv.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { dayIn, offsetsIn } from '../../../../src/kit/zone.ts';
import { dayOf, NOW, report } from '../../../harness/ads/ad-days.ts';
import { salesAddUp } from '../../../harness/ads/own-property.ts';
import {
  ask,
  openStage,
  type Parts,
  programOf,
  rowsOf,
  type Stage,
  tell,
} from '../../../harness/ads/own-sales.ts';
import { browserEvent, consume, openShop, shardDb } from '../../../harness/pixel/pixel-events.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

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

  it('is not told at all where a database of events cannot be read', async () => {
    const { results } = await testEnv.DB.prepare('SELECT events_shard AS n FROM accounts WHERE id = ?')
      .bind(stage.shop.brand.id)
      .all<{ n: number }>();
    const env = { ...testEnv, [`EVENTS_${results[0]!.n}`]: undefined } as unknown as typeof testEnv;
    for (const query of ['', '&group=campaign']) {
      const { key } = stage.shop.brand;
      const path = `/v1/analytics?from=${FROM}&to=${TO}${query}`;
      expect((await call('GET', path, { key, env })).status).toBe(500);
      // A table has begun by then, and is cut.
      const table = call('GET', path, { key, env, headers: { Accept: 'text/csv' } });
      if (query === '') expect((await table).status).toBe(500);
      else await expect(table).rejects.toThrow();
    }
  });

  it('is a table of the same rows, in parts that fit', async () => {
    const { brand } = stage.shop;
    const query = { from: FROM, to: '2026-03-12', group: 'campaign,submission' };
    const { currencies } = await ask(brand, FROM, query.to, `&group=${query.group}`);
    const rows = currencies.flatMap(({ rows }: { rows: Row[] }) => rows.map(({ own }) => own!.conversions));
    const ctx = { ...systemCtx(), actor: { account: { id: brand.id } } } as unknown as Ctx;
    const counted = async (most: number) => {
      const { columns, parts } = await getAnalyticsCsv(ctx, AnalyticsQuery.parse(query), most);
      const found: CsvCell[] = [];
      for await (const cells of parts)
        found.push(...cells.map((row) => row[columns.indexOf('own.conversions')]!));
      return found.toSorted();
    };
    // A row of a day takes up to four sums.
    for (const most of [2, 4, 5000]) expect(await counted(most)).toEqual(rows.toSorted());
    await expect(counted(1)).rejects.toThrow('rows');
  });

  it('has no platform where its campaign runs on several', async () => {
    const { shop, other } = stage;
    await testEnv.DB.prepare(
      `INSERT INTO campaign_platforms (campaign_id, platform, account_id, connection_id, ad_account, status, created_at,
         updated_at)
       SELECT campaign_id, 'tiktok', account_id, connection_id, 'tt', status, 1, 1 FROM campaign_platforms
       WHERE campaign_id = ?`,
    )
      .bind(other.campaign)
      .run();
    const of = `&campaign=${other.campaign}&group=platform`;
    expect(rowsOf(await ask(shop.brand, FROM, TO, of))).toMatchObject([
      { platform: null, own: { conversions: 1 } },
    ]);
    expect(rowsOf(await ask(shop.brand, FROM, TO, `${of}&platform=meta`))).toEqual([]);
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

  it('follows what becomes of an event that two conversions count', async () => {
    const shard = shardDb(stage.shop);
    const { account_id, group_id, first, last } = (await shard
      .prepare(
        `SELECT account_id, group_id, min(conversion_id) AS first, max(conversion_id) AS last FROM recorded_conversions
         WHERE account_id = ? GROUP BY group_id HAVING count(*) = 2`,
      )
      .bind(stage.shop.brand.id)
      .first<Record<string, string>>())!;
    const own = async (change: string, of: string[]) => {
      await shard
        .prepare(
          `UPDATE recorded_conversions SET ${change} WHERE account_id = ?1 AND group_id = ?2
           AND conversion_id IN (SELECT value FROM json_each(?3))`,
        )
        .bind(account_id, group_id, JSON.stringify(of))
        .run();
      return (await ask(stage.shop.brand, FROM, TO)).currencies.at(-1).totals.own;
    };
    // What came back after it matured, and what no longer matches.
    const late = await own('returned_late_cents = 100', [first!, last!]);
    expect(late).toMatchObject({ conversions: 7, returned: 600 });
    expect(await own('dropped = 1', [first!])).toEqual(late);
    // The window of one conversion is too short for the credit.
    await own('dropped = 0', [first!]);
    expect(await own('campaign_id = NULL', [first!])).toEqual(late);
    expect(await own('dropped = 1', [last!])).toMatchObject({ conversions: 6, returned: 0 });
    // Another account's events are not counted, even if they name the campaign.
    await own('dropped = 0', [last!]);
    expect(await own("account_id = 'acct_other'", [last!])).toMatchObject({ conversions: 6, returned: 0 });
  });
});

// Midnight is moved by an hour, by half an hour, and lies on half an hour.
it.each([
  ['America/New_York', '2026-03-06', '2026-03-11'],
  ['Australia/Lord_Howe', '2026-04-03', '2026-04-08'],
  ['Asia/Kolkata', '2026-03-06', '2026-03-11'],
])('adds up to what the platform counts in the days of %s', async (zone, from, to) => {
  await salesAddUp(zone, from, to, 4);
  const [begin, end] = [Date.parse(from) - 60 * DAY_MS, Date.parse(to) + 300 * DAY_MS];
  const offsets = offsetsIn(zone, begin, end);
  // A quarter of an hour more each time, so that each time of the day comes.
  for (let at = begin; at < end; at += DAY_MS / 2 + 15 * MINUTE_MS) {
    const { offset } = offsets.findLast(({ since }) => since <= at)!;
    expect(new Date(at + offset).toISOString().slice(0, 10)).toBe(dayIn(zone, at));
  }
  for (const { since } of offsets.slice(1)) expect(since % (HOUR_MS / 2)).toBe(0);
});
