// What platforms report about campaigns and their results: read in time, stored once, and passed on to money.
import { beforeAll, describe, expect, it } from 'vitest';
import { reportSpend } from '../../../../src/domains/ads/ad-sync/report-spend.ts';
import { syncAds } from '../../../../src/domains/ads/ad-sync/sync-ads.ts';
import { setCampaignPay } from '../../../../src/domains/money/campaign-pay/interface.ts';
import type { Env } from '../../../../src/env.ts';
import type { AdSession } from '../../../../src/integrations/ads/platform.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { DAY_MS, day, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx as makeCtx } from '../../../../src/system-ctx.ts';
import { connectAds, eventsOf, RETURN } from '../../../harness/ads/ad-connections.ts';
import { mintApproved } from '../../../harness/ads/campaigns.ts';
import {
  type Here,
  insertHere,
  makeCreative,
  makeThere,
  type There,
} from '../../../harness/ads/live-campaigns.ts';
import { GRACE, MAIN, type MetaWorld, metaWorld, PAGE } from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let meta: MetaWorld;
let session: AdSession;
let made: string;
let brand: Minted;
let connection: string;

async function connect(): Promise<string> {
  brand = await mintAccount('brand', { origins: [new URL(RETURN).origin] });
  return await connectAs();
}

/** Another person of the brand connects the same ad account, unless it is the first. */
async function connectAs(form: Record<string, string> = {}): Promise<string> {
  const id = await connectAds(meta, brand, form);
  const body = { selection: { adAccountId: MAIN, pageId: PAGE } };
  const { status } = await call('PATCH', `/v1/connections/${id}`, { env: meta.env, key: brand.key, body });
  expect(status).toBe(200);
  return id;
}

beforeAll(async () => {
  meta = await metaWorld();
  await meta.sim('settings', { processing: 0 });
  session = await meta.session();
  made = await makeCreative(session);
  connection = await connect();
});

const sync = async (at: number, env: Env = meta.env) => await syncAds(makeCtx(env, at));
const rows = async (text: string, ...values: unknown[]) =>
  (
    await testEnv.DB.prepare(text)
      .bind(...values)
      // biome-ignore lint/suspicious/noExplicitAny: tests look into rows freely
      .all<any>()
  ).results;
const row = async (text: string, ...values: unknown[]) => (await rows(text, ...values))[0];
const campaignNow = async ({ campaign }: Here) =>
  await row('SELECT status, version FROM campaigns WHERE id = ?', campaign);

describe('a campaign', () => {
  it('follows its platform: reviewed, live, edited, rejected and archived over there', async () => {
    const there = await makeThere(session, made);
    const here = await insertHere(brand.id, connection, there);
    const began = clock.now();
    let at = began;
    const seen = async () => {
      at += 11 * MINUTE_MS;
      await sync(at);
      return (await campaignNow(here)).status;
    };
    expect(await seen()).toBe('in_review');
    await meta.sim('clock', { advance: 31 * MINUTE_MS });
    expect(await seen()).toBe('live');
    expect(await row('SELECT review FROM ads WHERE id = ?', here.ad)).toEqual({
      review: '{"status":"approved","reasons":[]}',
    });
    await metaAdapter.change(session, 'ad_set', there.set, { name: 'Theirs', budget: { daily: 3100 } });
    await metaAdapter.setRunning(session, 'campaign', there.campaign, 'paused');
    expect(await seen()).toBe('paused');
    expect(await row('SELECT name, budget, version FROM ad_sets WHERE id = ?', here.set)).toEqual({
      name: 'Theirs',
      budget: '{"daily":3100}',
      version: 2,
    });
    await metaAdapter.setRunning(session, 'campaign', there.campaign, 'active');
    await meta.sim(`nodes/${there.ad}`, { _rejection: 'Misleading claims' });
    at += HOUR_MS;
    expect(await seen()).toBe('needs_attention');
    const { review } = await row('SELECT review FROM ads WHERE id = ?', here.ad);
    expect(JSON.parse(review)).toMatchObject({ status: 'rejected' });
    await metaAdapter.setRunning(session, 'campaign', there.campaign, 'archived');
    expect(await seen()).toBe('archived');
    const told = (await eventsOf(brand.id)).filter((type) => type.startsWith('campaign.'));
    expect(told).toEqual(['campaign.paused', 'campaign.needs_attention', 'campaign.archived']);
    // Nobody edited the record, so its version stays.
    expect(await campaignNow(here)).toMatchObject({ version: 1 });
  });

  it('is not taken for gone while the platform may not list it yet', async () => {
    const here = await insertHere(brand.id, connection, { campaign: '1', set: '2', ad: '3' });
    await testEnv.DB.prepare('UPDATE campaign_platforms SET set_up_at = ? WHERE campaign_id = ?')
      .bind(clock.now(), here.campaign)
      .run();
    await sync(clock.now() + 11 * MINUTE_MS);
    expect(await campaignNow(here)).toMatchObject({ status: 'in_review' });
    await sync(clock.now() + 2 * HOUR_MS);
    expect(await campaignNow(here)).toMatchObject({ status: 'archived' });
  });
});

describe('results', () => {
  let there: There;
  let here: Here;
  const TODAY = day(clock.now() - 12 * HOUR_MS);
  const daysOf = async () =>
    await rows('SELECT day, spend, clicks, ad_id FROM ad_days WHERE ad = ? ORDER BY day', there.ad);
  const deliver = async (ad: string, spend: number, date = TODAY) =>
    await meta.sim('delivery', { ad, date, spend, impressions: 100, clicks: 7, purchases: 1, value: 900 });
  beforeAll(async () => {
    connection = await connect();
    there = await makeThere(session, made);
    here = await insertHere(brand.id, connection, there);
  });

  it('are kept by day as the platform has them last, and add up to what the campaign spent', async () => {
    await deliver(there.ad, 500);
    for (const [spend, ago] of [
      [300, 80],
      [700, 95],
    ] as const)
      await deliver(there.ad, spend, day(Date.parse(TODAY) - ago * DAY_MS));
    await sync(clock.now());
    expect(await daysOf()).toEqual([
      { day: day(Date.parse(TODAY) - 80 * DAY_MS), spend: 300, clicks: 7, ad_id: here.ad },
      { day: TODAY, spend: 500, clicks: 7, ad_id: here.ad },
    ]);
    await deliver(there.ad, 650);
    await sync(clock.now() + 11 * MINUTE_MS);
    expect((await daysOf()).map(({ spend }) => spend)).toEqual([300, 650]);
    expect(await row('SELECT spent FROM campaign_platforms WHERE campaign_id = ?', here.campaign)).toEqual({
      spent: 950,
    });
  });

  it('are told to money once for each amount, also by two at once, and again when there is more', async () => {
    const told = async () =>
      (await rows('SELECT spend FROM ad_spend WHERE ad = ? ORDER BY day', here.ad)).map(({ spend }) => spend);
    const counted = async () =>
      (await row('SELECT SUM(spend) AS sum FROM ad_spend_days WHERE account_id = ?', brand.id)).sum;
    const report = async (at: number) => await reportSpend(makeCtx(meta.env, at));
    await Promise.all([report(clock.now()), report(clock.now()), report(clock.now())]);
    await report(clock.now() + MINUTE_MS);
    expect([await told(), await counted()]).toEqual([[300, 650], 950]);
    await deliver(there.ad, 700);
    await sync(clock.now() + 25 * MINUTE_MS);
    await report(clock.now() + 30 * MINUTE_MS);
    expect(await told()).toEqual([300, 650]);
    await report(clock.now() + 2 * HOUR_MS);
    expect([await told(), await counted()]).toEqual([[300, 700], 1000]);
  });

  it('that the campaign pays its creators for reach money, as often as the platform counts more', async () => {
    const lone = await makeThere(session, made, { name: 'Paid by results' });
    const submission = await mintApproved(brand.id);
    const { campaign, ad } = await insertHere(brand.id, connection, lone, { submission });
    const ctx = systemCtx();
    setCampaignPay(ctx, campaign, {
      campaignId: campaign,
      accountId: brand.id,
      model: 'attributed_revenue',
      creatorShare: 10,
      leadAmount: null,
      cap: null,
      counter: 'platform',
      event: 'purchase',
      conversionId: null,
      currency: 'usd',
    });
    await ctx.write.commit();
    const told = async () => await rows('SELECT counted, shared FROM ad_results WHERE ad = ?', ad);
    const at = clock.now();
    await deliver(lone.ad, 0);
    await sync(at + 11 * MINUTE_MS);
    for (let twice = 0; twice < 2; twice++) await reportSpend(makeCtx(meta.env, at + 12 * MINUTE_MS));
    expect(await told()).toEqual([{ counted: 900, shared: 900 }]);
    const more = {
      ad: lone.ad,
      date: TODAY,
      spend: 0,
      impressions: 1,
      clicks: 1,
      purchases: 1,
      value: 1900,
    };
    await meta.sim('delivery', more);
    await sync(at + 25 * MINUTE_MS);
    await Promise.all([1, 2].map(() => reportSpend(makeCtx(meta.env, at + 2 * HOUR_MS))));
    expect(await told()).toEqual([{ counted: 1900, shared: 1900 }]);
    const earned = await rows(
      'SELECT source, amount FROM accruals WHERE campaign_id = ? ORDER BY created_at',
      campaign,
    );
    expect(earned).toEqual([90, 100].map((amount) => ({ source: 'paid_ads', amount })));
    await testEnv.DB.prepare('UPDATE ads SET status = ? WHERE id = ?').bind('archived', ad).run();
  });

  it('of ads that were not made here bring those ads here to read, and money hears nothing of them', async () => {
    const other = await makeThere(session, made, { name: 'Theirs' });
    await deliver(other.ad, 4000);
    const later = clock.now() + 7 * HOUR_MS;
    await sync(later);
    const external = async () =>
      await rows(
        "SELECT a.name, a.status, a.campaign_id, s.platform_id AS ad_set FROM ads a JOIN ad_sets s ON s.id = a.ad_set_id WHERE a.connection_id = ? AND a.source = 'external'",
        connection,
      );
    expect(await external()).toContainEqual({
      name: 'Ad',
      status: 'active',
      campaign_id: null,
      ad_set: other.set,
    });
    await metaAdapter.setRunning(session, 'ad', other.ad, 'paused');
    await metaAdapter.change(session, 'ad', other.ad, { name: 'Renamed' });
    await sync(later + HOUR_MS);
    await sync(later + 7 * HOUR_MS);
    const all = await external();
    expect(all).toContainEqual({ name: 'Renamed', status: 'paused', campaign_id: null, ad_set: other.set });
    expect(all.filter(({ ad_set }) => ad_set === other.set)).toHaveLength(1);
    await reportSpend(makeCtx(meta.env, later + 9 * HOUR_MS));
    expect(await rows('SELECT ad FROM ad_spend WHERE account_id = ?', brand.id)).not.toContainEqual(
      expect.objectContaining({ ad: other.ad }),
    );
    expect(await row('SELECT SUM(spend) AS sum FROM ad_spend WHERE account_id = ?', brand.id)).toEqual({
      sum: 1000,
    });
  });

  it('that the platform corrects to nothing fall to zero, and what money was told stays', async () => {
    const at = clock.now() + 3 * HOUR_MS;
    const lone = await makeThere(session, made, { name: 'Restated' });
    const { campaign, ad } = await insertHere(brand.id, connection, lone);
    const seen = async () => await row('SELECT spend, clicks, conversions FROM ad_days WHERE ad_id = ?', ad);
    const spent = async () =>
      (await row('SELECT spent FROM campaign_platforms WHERE campaign_id = ?', campaign)).spent;
    await deliver(lone.ad, 420);
    await sync(at);
    expect([await seen(), await spent()]).toEqual([
      { spend: 420, clicks: 7, conversions: '{"purchase":1}' },
      420,
    ]);
    await reportSpend(makeCtx(meta.env, at));
    const nothing = { ad: lone.ad, date: TODAY, spend: 0, impressions: 0, clicks: 0, purchases: 0, value: 0 };
    await meta.sim('delivery', nothing);
    await sync(at + 11 * MINUTE_MS);
    expect([await seen(), await spent()]).toEqual([{ spend: 0, clicks: 0, conversions: '{}' }, 0]);
    await reportSpend(makeCtx(meta.env, at + 2 * HOUR_MS));
    expect(await row('SELECT spend FROM ad_spend WHERE ad = ?', ad)).toEqual({ spend: 420 });
    // A second person's connection to the ad account brings the service's ad, and no external copy of it.
    await deliver(lone.ad, 90);
    const other = await connectAs({ user: GRACE });
    await sync(at + 3 * HOUR_MS);
    expect(
      await rows('SELECT ad_id, spend, counts FROM ad_days WHERE ad = ? ORDER BY counts', lone.ad),
    ).toEqual([expect.objectContaining({ ad_id: ad, counts: 0 }), { ad_id: ad, spend: 90, counts: 1 }]);
    expect(
      await rows('SELECT id FROM ads WHERE connection_id = ? AND platform_id = ?', other, lone.ad),
    ).toEqual([]);
    await testEnv.DB.prepare("UPDATE connections SET status = 'connected' WHERE id = ?").bind(other).run();
    await testEnv.DB.batch([
      testEnv.DB.prepare('DELETE FROM ad_spend WHERE ad = ?').bind(ad),
      testEnv.DB.prepare("UPDATE ads SET status = 'archived' WHERE id = ?").bind(ad),
    ]);
  });

  it('are the same wherever the reading is killed', async () => {
    // Reads this one alone, so that no other read comes in between.
    const others = testEnv.DB.prepare("UPDATE connections SET status = 'connected' WHERE id <> ?");
    await others.bind(connection).run();
    let at = clock.now() + 2 * DAY_MS;
    let spend = 700;
    const contacts = await atEveryDeath({
      scene: async () => {
        at += 4 * HOUR_MS;
        spend += 10;
        const date = day(at - 12 * HOUR_MS);
        await deliver(there.ad, spend, date);
        return { env: meta.env, at, spend, date };
      },
      live: async (scene, env) => {
        await sync(scene.at, env);
        await reportSpend(makeCtx(env, scene.at));
      },
      async afterwards(scene) {
        await sync(scene.at + 5 * MINUTE_MS);
        await sync(scene.at + 16 * MINUTE_MS);
        await reportSpend(makeCtx(meta.env, scene.at + 17 * MINUTE_MS));
        const told = await row('SELECT spend FROM ad_spend WHERE ad = ? AND day = ?', here.ad, scene.date);
        expect(told).toEqual({ spend: scene.spend });
      },
    });
    expect(contacts.length).toBeGreaterThan(5);
  });
});

it('a connection that its platform limits is left alone, and the others are read', async () => {
  await testEnv.DB.exec("UPDATE connections SET status = 'active'");
  await connect();
  const at = clock.now() + 10 * DAY_MS;
  await meta.fault('rate_limit', 'GET act_', { minutes: 20, times: 1 });
  await sync(at);
  const away = await rows(
    'SELECT connection_id FROM ad_syncs WHERE failures = 1 AND due_at BETWEEN ? AND ?',
    at + 19 * MINUTE_MS,
    at + 21 * MINUTE_MS,
  );
  expect(away).toHaveLength(1);
  const { fine } = await row('SELECT COUNT(*) AS fine FROM ad_syncs WHERE failures = 0 AND due_at > ?', at);
  expect(fine).toBeGreaterThan(0);
});
