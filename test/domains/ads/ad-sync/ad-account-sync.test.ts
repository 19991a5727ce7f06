// What happens to an ad account at its platform, and what is read from an account that is closed or too large
// to read completely.
import { beforeAll, describe, expect, it } from 'vitest';
import { syncAds } from '../../../../src/domains/ads/ad-sync/sync-ads.ts';
import type { Env } from '../../../../src/env.ts';
import type { AdSession } from '../../../../src/integrations/ads/platform.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { MOST_LISTED } from '../../../../src/integrations/provider/read-list.ts';
import { DAY_MS, day, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx as makeCtx } from '../../../../src/system-ctx.ts';
import { connectAds, eventsOf, RETURN } from '../../../harness/ads/ad-connections.ts';
import { type Here, insertHere, makeCreative, makeThere } from '../../../harness/ads/live-campaigns.ts';
import { LONG_LISTS, lengthened } from '../../../harness/ads/long-lists.ts';
import { MAIN, type MetaWorld, metaWorld, PAGE } from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let meta: MetaWorld;
let session: AdSession;
let made: string;
let brand: Minted;
let connection: string;

async function connect(): Promise<string> {
  brand = await mintAccount('brand', { origins: [new URL(RETURN).origin] });
  const id = await connectAds(meta, brand);
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

describe('what somebody does over there', () => {
  it('is told as theirs: a pause, and an ad account that was closed, until it is open again', async () => {
    connection = await connect();
    const there = await makeThere(session, made);
    const here = await insertHere(brand.id, connection, there);
    await meta.sim('clock', { advance: 31 * MINUTE_MS });
    let at = clock.now();
    const nextSeen = async () => {
      at += 61 * MINUTE_MS;
      await sync(at);
      return (
        await call('GET', `/v1/campaigns/${here.campaign}?expand=timeline`, { env: meta.env, key: brand.key })
      ).body.data;
    };
    const connected = async () =>
      (await call('GET', `/v1/connections/${connection}`, { env: meta.env, key: brand.key })).body.data;
    expect(await nextSeen()).toMatchObject({ status: 'live', platforms: [{ error: null }] });
    await metaAdapter.setRunning(session, 'campaign', there.campaign, 'paused');
    for (let reading = 0; reading < 2; reading++) {
      const paused = await nextSeen();
      expect(paused).toMatchObject({
        status: 'paused',
        platforms: [{ error: { code: 'paused_there', by: 'ads_manager', fix: expect.any(String) } }],
      });
      const told = paused.timeline.filter(
        ({ details }: { details?: { change?: string } }) => details?.change,
      );
      expect(told).toMatchObject([{ what: 'reported', details: { change: 'paused', by: 'ads_manager' } }]);
    }
    await metaAdapter.setRunning(session, 'campaign', there.campaign, 'active');
    expect(await nextSeen()).toMatchObject({ status: 'live', platforms: [{ error: null }] });
    await meta.sim(`nodes/${MAIN}`, { account_status: 2 });
    const closed = await nextSeen();
    expect(closed).toMatchObject({
      status: 'needs_attention',
      platforms: [{ error: { code: 'ad_account_closed', message: expect.stringContaining('closed') } }],
    });
    const why = closed.timeline.findLast(({ what }: { what: string }) => what === 'status').details.why;
    expect(why.platforms).toMatchObject([{ error: { code: 'ad_account_closed' } }]);
    expect((await connected()).error).toMatch(/ad account is closed or disabled on Meta/);
    await meta.sim(`nodes/${MAIN}`, { account_status: 1 });
    expect(await nextSeen()).toMatchObject({ status: 'live', platforms: [{ error: null }] });
    expect((await connected()).error).toBeNull();
  });
});

describe('an ad account with longer lists than are read', () => {
  it('is told so on its connection; its campaigns stay as they are, and what they spend is still read', async () => {
    connection = await connect();
    const there = await makeThere(session, made);
    const here = await insertHere(brand.id, connection, there);
    await meta.sim('clock', { advance: 31 * MINUTE_MS });
    const began = clock.now();
    await sync(began + 11 * MINUTE_MS);
    const shown = async () =>
      (await call('GET', `/v1/connections/${connection}`, { env: meta.env, key: brand.key })).body.data;
    const { lastSyncedAt, error } = await shown();
    expect([Date.parse(lastSyncedAt) >= began, error]).toEqual([true, null]);
    // The account's zone and the platform's agree about this day; on other days a running ad spends by
    // itself.
    const date = day(began - 12 * HOUR_MS);
    for (const at of [began - DAY_MS, began, began + DAY_MS].map(day))
      await meta.sim('delivery', { ad: there.ad, date: at, spend: at === date ? 420 : 0, clicks: 7 });
    const tooMany = MOST_LISTED + LONG_LISTS.Meta!.aPage;
    await lengthened(LONG_LISTS.Meta!, tooMany, () => sync(began + 30 * MINUTE_MS));
    expect(await campaignNow(here)).toMatchObject({ status: 'live', version: 1 });
    expect((await eventsOf(brand.id)).filter((type) => type === 'campaign.paused')).toEqual([]);
    const spent = await row('SELECT spent FROM campaign_platforms WHERE campaign_id = ?', here.campaign);
    expect(spent).toEqual({ spent: 420 });
    expect(await shown()).toMatchObject({
      lastSyncedAt,
      error: expect.stringContaining('more than 20,000 campaigns, ad sets or ads'),
    });
    await sync(began + 60 * MINUTE_MS);
    const last = await shown();
    expect([last.error, last.lastSyncedAt > lastSyncedAt]).toEqual([null, true]);
  });
});
