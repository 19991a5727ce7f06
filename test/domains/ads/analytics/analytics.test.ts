// GET /v1/analytics: what ads brought by day, for an account, a partner and a creator.
import { beforeAll, describe, expect, it } from 'vitest';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { saveVanishedDays } from '../../../../src/domains/ads/ad-sync/days-store.ts';
import type { AdDay } from '../../../../src/integrations/ads/steps.ts';
import { DAY_MS, day, MINUTE_MS } from '../../../../src/kit/time.ts';
import { connect, dayOf, NOW, report, reportMany } from '../../../harness/ads/ad-days.ts';
import { addHere } from '../../../harness/ads/live-campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import fc from '../../../harness/fc.ts';
import { ask as openPage, signedIn, wordsOf } from '../../../harness/pages/pages.ts';
import { personOf } from '../../../harness/people/person.ts';
import { mintPair, mintSubmission, type Pair } from '../../../harness/work/submissions.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const FROM = '2026-03-01';
const TO = '2026-03-05';
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'];

/** A whole reading of all days: its pages, and then that it has come to its end. */
async function readWhole(connection: string, pages: AdDay[][], now: number): Promise<void> {
  for (const page of pages) await report(connection, page, now);
  const ctx = systemCtx(now);
  const range = { since: FROM, until: TO, beganAt: now };
  await saveVanishedDays(ctx, (await connectionById(ctx, connection))!, range);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function ask(caller: { key: string; as?: string }, query = ''): Promise<any> {
  const answer = await call('GET', `/v1/analytics?from=${FROM}&to=${TO}${query}`, caller);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

const sumsOf = (data: {
  currencies: { currency: string; totals: { spend: number } }[];
}): Record<string, { spend: number } | undefined> =>
  Object.fromEntries(data.currencies.map(({ currency, totals }) => [currency, totals]));

let pair: Pair;
let connection: string;
let submission: string;
let here: { campaign: string; ad: string };

beforeAll(async () => {
  pair = await mintPair();
  submission = (await mintSubmission(pair)).id;
  connection = await connect(pair.brand.id, 'act_1');
  const ctx = systemCtx();
  const there = { campaign: 'cours', set: 'sours', ad: 'ours' };
  here = addHere(ctx, pair.brand.id, connection, there, { submission, adAccount: 'act_1' });
  await ctx.write.commit();
  await report(connection, [
    dayOf('ours', '2026-03-02', 100),
    dayOf('ours', '2026-03-04', 50),
    dayOf('theirs', '2026-03-02', 7),
    dayOf('ours', '2026-02-28', 9000),
    dayOf('ours', '2026-03-06', 9000),
  ]);
  const euros = await connect(pair.brand.id, 'act_2', { currency: 'eur' });
  await report(euros, [dayOf('elsewhere', '2026-03-03', 11)]);
});

describe('an account', () => {
  it('reads its ads by day with both ends, zeros where nothing was, and other ads by source', async () => {
    const data = await ask(pair.brand);
    expect(data).toMatchObject({ from: FROM, to: TO, mode: 'paid', source: 'service', complete: true });
    expect(data.readAt).toBe(new Date(NOW).toISOString());
    expect(data.currencies).toHaveLength(1);
    const [usd] = data.currencies;
    expect(usd.rows.map((row: { date: string; spend: number }) => [row.date, row.spend])).toEqual(
      DAYS.map((day) => [day, { '2026-03-02': 100, '2026-03-04': 50 }[day] ?? 0]),
    );
    const all = { spend: 150, impressions: 450, clicks: 4, installs: 4, purchases: 2, revenue: 600 };
    expect(usd.totals).toEqual({ ...all, own: { conversions: 0, value: 0, unconfirmed: 0, returned: 0 } });
    expect(sumsOf(await ask(pair.brand, '&source=external'))).toMatchObject({
      usd: { spend: 7 },
      eur: { spend: 11 },
    });
    expect(sumsOf(await ask(pair.brand, '&source=all'))).toMatchObject({
      usd: { spend: 157 },
      eur: { spend: 11 },
    });
  });

  it('splits each day by every group, and filters by each of them', async () => {
    const data = await ask(pair.brand, '&group=platform,campaign,submission,creator,ad&source=all');
    const rows = data.currencies.find((one: { currency: string }) => one.currency === 'usd').rows;
    const keys = {
      platform: 'meta',
      campaign: here.campaign,
      submission,
      creator: pair.creator.as,
      ad: here.ad,
    };
    const none = { platform: 'meta', campaign: null, submission: null, creator: null, ad: null };
    expect(rows).toMatchObject([
      { date: '2026-03-02', spend: 7, ...none },
      { date: '2026-03-02', spend: 100, ...keys },
      { date: '2026-03-04', spend: 50, ...keys },
    ]);
    const spent = async (query: string) => sumsOf(await ask(pair.brand, query)).usd!;
    const own = [`campaign=${here.campaign}`, `submission=${submission}`, `program=${pair.program}`];
    for (const query of [...own, `creator=${pair.creator.as}`, 'platform=meta'])
      expect([query, (await spent(`&${query}`)).spend]).toEqual([query, 150]);
    const [, id] = here.campaign.split('_');
    for (const query of [`campaign=camp_${'0'.repeat(26)}`, `submission=sub_${id}`, 'platform=tiktok'])
      expect([query, sumsOf(await ask(pair.brand, `&${query}`)).usd?.spend ?? 0]).toEqual([query, 0]);
  });

  it('is refused what makes no sense, with the parameter', async () => {
    const bad = [
      ['', 'from'],
      ['from=2026-03-01', 'to'],
      ['from=2026-03-05&to=2026-03-01', 'to'],
      ['from=2025-01-01&to=2026-02-05', 'to'],
      ['from=2026-02-30&to=2026-03-01', 'from'],
      ['from=2026-03-01&to=tomorrow', 'to'],
      // No zone has such days, or the one after.
      ['from=0050-01-01&to=0050-01-02', 'from'],
      ['from=9999-12-30&to=9999-12-31', 'to'],
      ['from=2026-03-01&to=2026-03-02&group=campaign,age', 'group'],
      ['from=2026-03-01&to=2026-03-02&platform=myspace', 'platform'],
      ['from=2026-03-01&to=2026-03-02&campaign=1', 'campaign'],
      ['from=2026-03-01&to=2026-03-02&source=none', 'source'],
      ['from=2026-03-01&to=2026-03-02&scope=clients', 'scope'],
    ] as const;
    for (const [query, field] of bad) {
      const { status, body } = await call('GET', `/v1/analytics?${query}`, { key: pair.brand.key });
      expect([query, body.error.details[0].path]).toEqual([query, `/${field}`]);
      expect([query, status, body.error.code]).toEqual([query, 400, 'invalid_request']);
      expect(body.error.message).toContain(`${field}:`);
    }
    const { status } = await call('GET', '/v1/analytics?from=2025-01-01&to=2026-02-04', {
      key: pair.brand.key,
    });
    expect(status).toBe(200);
  });

  it('gets at most 10,000 rows, and is told which parameter asks for too many', async () => {
    const brand = await mintAccount();
    const many = await connect(brand.id, 'act_many');
    const ctx = systemCtx();
    for (let n = 0; n < 10; n++)
      addHere(
        ctx,
        brand.id,
        many,
        { campaign: `m${n}`, set: `m${n}`, ad: `m${n}` },
        { adAccount: 'act_many' },
      );
    await ctx.write.commit();
    await reportMany(brand.id, many);
    const path = `/v1/analytics?from=${FROM}&to=${TO}&group=ad`;
    const { status, body } = await call('GET', path, { key: brand.key });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('group:')]);
    expect(body.error.details).toMatchObject([{ path: '/group', code: 'too_big' }]);
    const table = await call('GET', path, { key: brand.key, headers: { Accept: 'text/csv' } });
    expect((table.body as string).trimEnd().split('\r\n')).toHaveLength(10_002);
    const shown = `/app/${brand.id}/analytics?from=${FROM}&to=${TO}&group=ad`;
    const page = await openPage(await signedIn(await personOf(brand, 'owner')), shown);
    expect(wordsOf(page)).toContain('Too many rows for a page');
    expect(page.html).toContain('/analytics/csv?');
    expect((await ask(brand, '&group=campaign')).currencies[0].totals.spend).toBe(10_001);
    await testEnv.DB.prepare("DELETE FROM ad_days WHERE connection_id = ? AND ad = '10000'").bind(many).run();
    expect((await ask(brand, '&group=ad')).currencies[0].rows).toHaveLength(10_000);
  });

  it('is told when a day was not read since it ended, in the days of the ad account', async () => {
    const brand = await mintAccount();
    // 2026-03-05 ends in New York at 05:00 UTC.
    const late = await connect(brand.id, 'act_l', { readAt: Date.parse('2026-03-06T04:59:00Z') });
    expect(await ask(brand)).toMatchObject({ complete: false, readAt: '2026-03-06T04:59:00.000Z' });
    const read = testEnv.DB.prepare('UPDATE ad_syncs SET days_read_at = ?2 WHERE connection_id = ?1');
    await read.bind(late, Date.parse('2026-03-06T05:00:00Z')).run();
    expect(await ask(brand)).toMatchObject({ complete: true });
    // A second connection that sees the same ad account need not have read it; another ad account needs to.
    await read.bind(await connect(brand.id, 'act_l'), null).run();
    expect(await ask(brand)).toMatchObject({ complete: true });
    const other = await connect(brand.id, 'act_other');
    await read.bind(other, null).run();
    expect(await ask(brand)).toMatchObject({ complete: false, readAt: null });
    // Disconnected, it lacks the rest of that day alone.
    await testEnv.DB.prepare("UPDATE connections SET status = 'disconnected' WHERE id = ?").bind(other).run();
    for (const [day, complete] of Object.entries({ '2026-02-28': true, [TO]: false, '2026-03-06': true })) {
      await read.bind(other, Date.parse(`${day}T12:00:00Z`)).run();
      expect([day, (await ask(brand)).complete]).toEqual([day, complete]);
    }
  });
});

describe('who reads', () => {
  it('is its own account alone, or a creator its own work in ads of any brand, without campaigns and ads', async () => {
    const strangers = await mintPair();
    const text = JSON.stringify(await ask(strangers.brand, '&group=campaign,ad,creator&source=all'));
    expect(text).not.toMatch(new RegExp([here.campaign, here.ad, pair.creator.as, '150'].join('|')));
    expect((await ask(strangers.brand, `&campaign=${here.campaign}`)).currencies).toEqual([]);
    expect((await ask(strangers.creator)).currencies).toEqual([]);
    const data = await ask(pair.creator, '&group=submission,platform');
    expect(sumsOf(data)).toMatchObject({ usd: { spend: 150 } });
    expect(data.currencies[0].rows[0]).toMatchObject({ submission, platform: 'meta', spend: 100 });
    expect(JSON.stringify(data)).not.toMatch(/camp_|"ad_|"ad"/);
    const refused = [
      ['group', '&group=submission,ad'],
      ['group', '&group=campaign'],
      ['group', '&group=creator'],
      ['campaign', `&campaign=${here.campaign}`],
      ['source', '&source=external'],
      ['creator', `&creator=${strangers.creator.as}`],
      ['scope', '&scope=clients'],
    ] as const;
    for (const [field, query] of refused) {
      const { status, body } = await call('GET', `/v1/analytics?from=${FROM}&to=${TO}${query}`, pair.creator);
      expect([query, status]).toEqual([query, 400]);
      expect(body.error.message).toContain(`${field}:`);
    }
  });

  it('is a partner for all its clients at once, with the account in each row', async () => {
    const partner = await mintAccount('partner');
    const clients: string[] = [];
    for (const name of ['One', 'Two']) {
      const { body } = await call('POST', '/v1/brands', { key: partner.key, body: { name } });
      clients.push(body.data.id);
      const theirs = await connect(body.data.id, `act_${name}`);
      await report(theirs, [dayOf(`of${name}`, '2026-03-02', name.length)]);
    }
    const data = await ask(partner, '&scope=clients&source=all');
    expect(data.currencies[0].rows).toEqual(
      clients.map((account) => expect.objectContaining({ account, date: '2026-03-02', spend: 3 })),
    );
    expect((await ask(partner, '&source=all')).currencies).toEqual([]);
    const as = { key: partner.key, as: clients[0]! };
    expect(sumsOf(await ask(as, '&source=all'))).toMatchObject({ usd: { spend: 3 } });
  });
});

describe('an ad account', () => {
  it('counts once by whatever connection it was read last, and the ad keeps its campaign', async () => {
    const brand = await mintAccount();
    const [first, second] = [await connect(brand.id, 'act_s'), await connect(brand.id, 'act_s')];
    const ctx = systemCtx();
    const { campaign } = addHere(
      ctx,
      brand.id,
      first,
      { campaign: 'cx', set: 'sx', ad: 'x' },
      { adAccount: 'act_s' },
    );
    await ctx.write.commit();
    await report(first, [dayOf('x', '2026-03-02', 10)]);
    await report(second, [dayOf('x', '2026-03-02', 12)], NOW + MINUTE_MS);
    const service = await ask(brand, '&group=campaign');
    expect(service.currencies[0].rows).toMatchObject([{ campaign, spend: 12 }]);
    expect((await ask(brand, '&source=all')).currencies[0].totals.spend).toBe(12);
    // The same person may see another ad account as well, with an ad of the same number.
    await report(await connect(brand.id, 'act_t'), [dayOf('x', '2026-03-02', 100)]);
    expect((await ask(brand, '&source=all')).currencies[0].totals.spend).toBe(112);
  });

  it('adds up to what its platform says last: in parts, twice, late, restated, over two connections', async () => {
    const brand = await mintAccount();
    const pairOf = [await connect(brand.id, 'act_p'), await connect(brand.id, 'act_p')];
    const cells = fc.array(
      fc.record({
        ad: fc.integer({ min: 0, max: 3 }),
        day: fc.constantFrom(...DAYS),
        spend: fc.integer({ min: 0, max: 99 }),
      }),
      { maxLength: 12 },
    );
    const reading = fc.record({
      by: fc.integer({ min: 0, max: 1 }),
      cells,
      parts: fc.integer({ min: 1, max: 4 }),
      twice: fc.boolean(),
    });
    let at = NOW;
    await fc.assert(
      fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 4 }), async (readings) => {
        let truth = new Map<string, AdDay>();
        for (const { by, cells: some, parts, twice } of readings) {
          at += DAY_MS;
          truth = new Map(some.map(({ ad, day, spend }) => [`${ad} ${day}`, dayOf(`p${ad}`, day, spend)]));
          const rows = [...truth.values()];
          const pages = Array.from({ length: parts }, (_, part) =>
            rows.filter((_row, n) => n % parts === part),
          );
          // A run that was killed reads a page again.
          await readWhole(pairOf[by]!, twice ? [pages[0]!, ...pages.toReversed()] : pages, at);
        }
        const sum = [...truth.values()].reduce((all, { spend }) => all + spend, 0);
        const data = await ask(brand, '&source=all');
        expect(data.currencies[0]?.totals.spend ?? 0).toBe(sum);
      }),
      { numRuns: 15 },
    );
  });
});

describe("a creator's performance", () => {
  it('is made of the same rows, in the currency with the most spend, and falls with them', async () => {
    const one = await mintPair();
    const submissions = [(await mintSubmission(one)).id, (await mintSubmission(one)).id];
    const [dollars, euros] = [
      await connect(one.brand.id, 'act_u'),
      await connect(one.brand.id, 'act_e', { currency: 'eur' }),
    ];
    const ctx = systemCtx();
    for (const [n, connection] of [dollars, euros, dollars].entries()) {
      const there = { campaign: `q${n}`, set: `q${n}`, ad: `q${n}` };
      addHere(ctx, one.brand.id, connection, there, {
        submission: submissions[n % 2]!,
        adAccount: `act_q${n}`,
      });
    }
    await ctx.write.commit();
    const [today, before] = [day(clock.now()), day(clock.now() - DAY_MS)];
    const read = clock.now();
    const eur = [dayOf('q1', today, 90), dayOf('q1', day(clock.now() - 40 * DAY_MS), 9000)];
    await report(euros, eur, read);
    await report(dollars, [dayOf('q0', today, 50), dayOf('q2', today, 30), dayOf('q0', before, 20)], read);
    const seen = async (caller: { key: string; as?: string }) =>
      (await call('GET', `/v1/creators/${one.creator.as}`, caller)).body.data;
    const today80 = { date: today, spend: 80, revenue: 320, clicks: 4, impressions: 240, purchases: 2 };
    for (const caller of [one.brand, one.creator])
      expect((await seen(caller)).performance).toMatchObject({
        currency: 'usd',
        days: [{ date: before, spend: 20 }, today80],
      });
    expect((await seen(one.brand)).stats.installs).toBe(10);
    // Another account that sees the record reads nothing of it.
    expect((await seen((await mintPair()).brand)).performance).toBeNull();
    // Over a second connection the same ad account's day counts once; then a whole reading lacks one of its ads.
    const second = await connect(one.brand.id, 'act_u');
    await report(second, [dayOf('q0', today, 60)], read + MINUTE_MS);
    expect((await seen(one.brand)).performance.days.at(-1)).toMatchObject({ spend: 90 });
    const late = systemCtx(read + 2 * MINUTE_MS);
    const range = { since: before, until: today, beganAt: read + 1 };
    await saveVanishedDays(late, (await connectionById(late, dollars))!, range);
    expect((await seen(one.brand)).performance).toMatchObject({
      currency: 'eur',
      days: [
        { date: before, spend: 0 },
        { date: today, spend: 90 },
      ],
    });
    expect((await seen(one.brand)).stats.installs).toBe(6);
  });
});
