// The page of analytics: the API's numbers, filters in the address, and the file.
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, day } from '../../src/kit/time.ts';
import { connect, dayOf, report } from '../harness/ads/ad-days.ts';
import { addHere } from '../harness/ads/live-campaigns.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { columnsIn, figuresIn } from '../harness/pages/figures.ts';
import { ask, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { mintPair, mintSubmission, type Pair } from '../harness/work/submissions.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../harness/world.ts';

const RANGE = 'from=2026-03-01&to=2026-03-05';
const MOST_TRIPS = 3;

let partner: Minted;
let pair: Pair;
let submission: string;
let dollars: string;

beforeAll(async () => {
  partner = await mintAccount('partner');
  pair = await mintPair();
  await testEnv.DB.prepare('UPDATE accounts SET managed_by = ?2 WHERE id = ?1')
    .bind(pair.brand.id, partner.id)
    .run();
  submission = (await mintSubmission(pair, { caption: 'Blue shoes at dawn' })).id;
  dollars = await connect(pair.brand.id, 'act_1');
  const yen = await connect(pair.brand.id, 'act_2', { currency: 'jpy' });
  const ctx = systemCtx();
  const there = { campaign: 'cours', set: 'sours', ad: 'ours' };
  addHere(ctx, pair.brand.id, dollars, there, { submission, adAccount: 'act_1' });
  await ctx.write.commit();
  await report(dollars, [
    dayOf('ours', '2026-03-02', 12_300),
    dayOf('ours', '2026-03-04', 4_500),
    dayOf('theirs', '2026-03-02', 700),
  ]);
  await report(yen, [dayOf('elsewhere', '2026-03-03', 900)]);
});

const to = (path = '', place = pair.brand.id) => `/app/${place}/analytics${path}`;
const owner = async () => await signedIn(await personOf(pair.brand, 'owner'));

describe('the page of analytics', () => {
  it('shows the totals, each day and a chart of what was chosen, each currency by itself', async () => {
    const browser = await owner();
    expect((await ask(browser, `/app/${pair.brand.id}/`)).html).toContain(`href="${to()}"`);
    const words = wordsOf(await ask(browser, to(`?${RANGE}`)));
    expect(words).not.toContain('Why purchases differ');
    expect(words).toContain('Amount spent $168.00');
    expect(words).toMatch(/Amount spent by day Peak: \$123\.00/);
    expect(words).toMatch(/5 Mar 2026 \$0\.00 .*4 Mar 2026 \$45\.00 .*2 Mar 2026 \$123\.00/);
    expect(words).toContain('ROAS 4.00');
    expect(words).not.toContain('¥');
    const all = wordsOf(await ask(browser, to(`?${RANGE}&source=all&show=clicks`)));
    expect(all).toMatch(/Clicks by day Peak: 2 .*Ads in JPY .*Amount spent \$175\.00/);
    expect(all).toContain('¥900');
  });

  it('has the numbers that /v1 answers, in all and day by day', async () => {
    const query = `?${RANGE}&source=all`;
    const { data } = (await call('GET', `/v1/analytics${query}`, { key: pair.brand.key })).body;
    const { totals, rows } = data.currencies.find(({ currency }: { currency: string }) => currency === 'usd');
    const numbers = (one: typeof totals) => ({
      'Amount spent': one.spend,
      Impressions: one.impressions,
      Clicks: one.clicks,
      Purchases: one.purchases,
      Revenue: one.revenue,
      'Own conversions': one.own.conversions,
      'Own value': one.own.value,
      Installs: one.installs,
    });
    const { html } = await ask(await owner(), to(query));
    // The figures of the other currency come first.
    const dollars = html.slice(html.lastIndexOf('<div class="cards">'));
    expect(figuresIn(dollars)).toEqual(numbers(totals));
    const columns = Object.keys(numbers(totals));
    const days = rows.toReversed().map((row: typeof totals) => Object.values(numbers(row)));
    expect(columnsIn(html, 'Ads in USD', columns)).toEqual(days);
    expect(totals).toMatchObject({ spend: 17_500, purchases: 3 });
  });

  it('names what days are split by, keeps the filters, and hands them to the file', async () => {
    const browser = await owner();
    const query = `${RANGE}&source=all&group=submission&group=platform`;
    const page = await ask(browser, to(`?${query}`));
    expect(wordsOf(page)).toMatch(/Blue shoes at dawn Meta \$168\.00 .*No submission Meta \$7\.00/);
    expect(page.html).toContain(`href="/app/${pair.brand.id}/submissions/${submission}"`);
    expect(page.html).toMatch(/<option value="all" selected/);
    expect(page.html).toMatch(/name="group" value="submission" checked/);
    expect(page.html).toContain(`value="2026-03-01"`);
    const one = await ask(browser, to(`?${RANGE}&submission=${submission}`));
    expect(one.html).toContain(`<input type="hidden" name="submission" value="${submission}"`);
    const link = /href="([^"]*\/analytics\/csv[^"]*)"/.exec(page.html)![1]!.replaceAll('&amp;', '&');
    const file = await ask(browser, link);
    expect(file.headers.get('Content-Disposition')).toBe(
      'attachment; filename="analytics-2026-03-01-2026-03-05.csv"',
    );
    expect(file.html).toContain(`2026-03-02,usd,${submission},meta,123,`);
    expect(file.html).toContain('2026-03-03,jpy,,meta,900,');
  });

  it('shows own sales beside the platform’s, and why they differ by campaign', async () => {
    const words = wordsOf(await ask(await owner(), to(`?${RANGE}&group=campaign`)));
    expect(words).toContain('Own conversions 0');
    expect(words).toMatch(/Why purchases differ .*Own, confirmed .*Platform .* 0 0 0 0 0 2 2 /);
  });

  it('says what is wrong with filters, and keeps them', async () => {
    const browser = await owner();
    for (const [query, said] of [
      ['from=2026-03-05&to=2026-03-01', 'To: Must not be earlier than From.'],
      ['from=2024-03-05&to=2026-03-01', 'at most 400 days'],
      [`${RANGE}&group=what`, 'Split by: '],
      [`mode=organic&${RANGE}`, 'last 90 days'],
      ['from=yesterday&to=2026-03-01', 'From: '],
    ] as const) {
      const page = await ask(browser, to(`?${query}`));
      expect([query, page.status]).toEqual([query, 200]);
      expect(wordsOf(page)).toContain('These filters do not work together');
      expect(wordsOf(page)).toContain(said);
      expect(page.html).not.toContain('/analytics/csv');
    }
    expect((await ask(browser, to(`/csv?from=2026-03-05&to=2026-03-01`))).status).toBe(400);
  });

  it('leaves the filters of ads behind on the way to posts, and those of posts on the way back', async () => {
    const browser = await owner();
    const campaign = `camp_${'0'.repeat(26)}`;
    const query = `mode=organic&source=all&campaign=${campaign}&platform=meta&group=campaign&group=creator`;
    const posts = await ask(browser, to(`?${query}`));
    expect(wordsOf(posts)).toContain('Views by day');
    expect(posts.html).toMatch(/name="group" value="creator" checked/);
    expect(posts.html).not.toMatch(/csv\?[^"]*(source|campaign|platform|ad)=/);
    const ads = wordsOf(await ask(browser, to(`?${RANGE}&platform=instagram`)));
    expect(ads).toContain('Amount spent $168.00');
    expect(wordsOf(await ask(browser, to(`?${RANGE}&platform=myspace`)))).toContain('Platform: ');
  });

  it('is a brand’s own, its partner’s by client, and of a creator its own work alone', async () => {
    const stranger = await mintPair();
    const other = await signedIn(await personOf(stranger.brand, 'owner'));
    const empty = await ask(other, to(`?${RANGE}&source=all`, stranger.brand.id));
    expect(wordsOf(empty)).toContain('Results appear here once an ad account is connected');
    expect((await ask(other, to(`?${RANGE}`))).status).toBe(404);
    expect((await ask(other, to(`/csv?${RANGE}`))).status).toBe(404);
    const agent = await signedIn(await personOf(partner, 'owner'));
    const clients = wordsOf(await ask(agent, to(`?${RANGE}`, partner.id)));
    const { name } = (await call('GET', '/v1/account', { key: pair.brand.key })).body.data;
    expect(clients).toMatch(new RegExp(`Client .*${name} .*\\$168\\.00`));
    expect(wordsOf(await ask(agent, to(`?${RANGE}`)))).toContain('$168.00');
    const actor = await personOf(stranger.brand);
    await testEnv.DB.batch([
      testEnv.DB.prepare('DELETE FROM memberships WHERE person_id = ?').bind(actor.callerId),
      testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1').bind(
        pair.creator.as,
        actor.callerId,
      ),
    ]);
    const creator = await signedIn(actor);
    const theirs = await ask(creator, to(`?${RANGE}&group=submission`, pair.creator.as));
    expect(wordsOf(theirs)).toContain('Amount spent $168.00');
    expect(theirs.html).not.toMatch(/name="group" value="(campaign|ad|creator)"|camp_|name="source"/);
    const refused = wordsOf(await ask(creator, to(`?${RANGE}&group=campaign`, pair.creator.as)));
    expect(refused).toContain('Split by: Creators cannot group by campaign');
  });

  it('waits for the database three times at most', async () => {
    const browser = await owner();
    const { env, count } = countTrips();
    expect((await ask(browser, to(`?${RANGE}&group=campaign`), { env })).status).toBe(200);
    expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
  });
});

it('the pages of campaigns have the numbers that analytics have', async () => {
  const today = day(clock.now());
  await report(dollars, [dayOf('ours', today, 1_200)], clock.now());
  const campaign = await testEnv.DB.prepare('SELECT id FROM campaigns WHERE account_id = ?')
    .bind(pair.brand.id)
    .first<string>('id');
  const numbersSince = async (from: string) => {
    const query = `campaign=${campaign}&from=${from}&to=${today}&group=ad`;
    const { data } = (await call('GET', `/v1/analytics?${query}`, { key: pair.brand.key })).body;
    return data.currencies[0];
  };
  const { totals: all } = await numbersSince('2026-03-01');
  const { totals, rows } = await numbersSince(day(clock.now() - 28 * DAY_MS));
  expect([all.spend, totals.spend]).toEqual([18_000, 1_200]);
  const open = async (path: string) =>
    (await ask(await owner(), `/app/${pair.brand.id}/campaigns${path}`)).html;
  const page = await open(`/${campaign}`);
  expect(figuresIn(page)).toEqual({
    'Amount spent': all.spend,
    Impressions: totals.impressions,
    Clicks: totals.clicks,
    Purchases: totals.purchases,
    Revenue: totals.revenue,
  });
  const [ad] = rows;
  expect(columnsIn(page, 'Ads', ['Impressions', 'Clicks', 'Amount spent'])).toEqual([
    [ad.impressions, ad.clicks, ad.spend],
  ]);
  expect(columnsIn(await open(''), 'Campaigns', ['Amount spent'])).toEqual([[all.spend]]);
});
