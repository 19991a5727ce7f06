// A creator's TikTok post as an ad: from the code on the request page, through renewals, to its end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAtPermissions } from '../../../../src/domains/ads/ad-authorizations/look-at-permissions.ts';
import { claimLooks } from '../../../../src/domains/ads/ad-authorizations/look-store.ts';
import { tellExpiring } from '../../../../src/domains/ads/ad-authorizations/tell-expiring.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { askToAdvertise, CAMPAIGN, connectBrand, mintToAdvertise } from '../../../harness/ads/permissions.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import { IDENTITY, MAIN, PIXEL, tiktokWorld } from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { runAdsLanes } from '../../../harness/jobs.ts';
import { newBrowser, send as sendForm } from '../../../harness/pages/pages.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { mintPair, type Pair } from '../../../harness/work/submissions.ts';
import { call, ORIGIN } from '../../../harness/world.ts';

let tiktok: ScriptedAds;
let pair: Pair;
let submission: string;
let id: string;
let campaign: string;
beforeAll(async () => {
  clock.hold(clock.now());
  [tiktok, pair] = [await tiktokWorld(), await mintPair()];
  const connection = await connectBrand(tiktok, { advertiserId: MAIN, identityId: IDENTITY }, pair);
  submission = await mintToAdvertise(pair);
  const asked = await askToAdvertise(pair, submission);
  id = asked.id;
  await tiktok.sim('posts', { auth_code: '#first=', handle: 'maya', days: 10 });
  expect((await handIn(asked.requestUrl!, '#first=')).status).toBe(303);
  const body = {
    ...CAMPAIGN(PIXEL),
    name: 'By Maya',
    connection,
    identity: 'creator',
    creatives: [submission],
    budget: { daily: 5_000 },
  };
  const made = await call('POST', '/v1/campaigns', { env: tiktok.env, ...pair.brand, body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  campaign = made.body.data.id;
  for (let pass = 0; pass < 4; pass++) await wait(31 * MINUTE_MS);
});
afterAll(() => clock.release());

const handIn = (requestUrl: string, sparkCode: string) =>
  sendForm(newBrowser(), requestUrl.slice(ORIGIN.length), 'authorize', { sparkCode }, { env: tiktok.env });
/** Time passes here and at the platform, and what is due is done. */
async function wait(ms: number): Promise<void> {
  clock.hold(clock.now() + ms);
  await tiktok.sim('clock', { advance: ms });
  await runAdsLanes(clock.now(), tiktok.env);
}
const get = async () => (await call('GET', `/v1/ad-authorizations/${id}`, pair.brand)).body.data;
const status = async () => (await call('GET', `/v1/campaigns/${campaign}`, pair.brand)).body.data;
const told = async (type: string) =>
  (await eventsOf(pair.brand.id)).filter((event) => event.type === `ad_authorization.${type}`).length;
const ad = async () => (await tiktok.sim('nodes', { kind: 'ad' })).data[0];
const counts = async (name: string) => (await tiktok.sim('counts'))[name] ?? 0;

describe('a post in its creator’s name', () => {
  it('runs from its code on, and a new one in time renews it without a break', async () => {
    expect(await status()).toMatchObject({ status: 'live', platforms: [{ error: null }] });
    const shown = await ad();
    const switched = await counts('POST smart_plus/ad/status/update');
    expect([await told('expiring'), (await get()).requestUrl]).toEqual([0, null]);
    await wait(3 * DAY_MS - 3 * HOUR_MS + HOUR_MS);
    const { requestUrl, expiresAt } = await get();
    expect([await told('expiring'), requestUrl !== null]).toEqual([1, true]);
    await wait(HOUR_MS);
    expect(await told('expiring')).toBe(1);
    const item_id = shown.creative_list[0].creative_info.tiktok_item_id;
    await tiktok.sim('posts', { auth_code: '#second=', item_id, days: 60 });
    expect((await handIn(requestUrl, '#second=')).status).toBe(303);
    expect(Date.parse((await get()).expiresAt)).toBeGreaterThan(Date.parse(expiresAt) + 40 * DAY_MS);
    for (let days = 0; days < 9; days += 3) await wait(3 * DAY_MS);
    // The first code is over, and nothing was stopped.
    expect(Date.parse(expiresAt)).toBeLessThan(clock.now());
    expect(await get()).toMatchObject({ status: 'granted', requestUrl: null });
    expect([(await ad()).operation_status, (await status()).status]).toEqual(['ENABLE', 'live']);
    expect([await told('expired'), await told('expiring')]).toEqual([0, 1]);
    expect(await counts('POST smart_plus/ad/status/update')).toBe(switched);
  });

  it('is looked at once a day, by one run, though a run dies or two begin at once', async () => {
    await wait(DAY_MS);
    const asked = () => counts('GET tt_video/info');
    const before = await asked();
    const later = (ms: number) => tiktok.ctx(clock.now() + ms);
    await Promise.all([lookAtPermissions(later(HOUR_MS)), lookAtPermissions(later(HOUR_MS))]);
    expect(await asked()).toBe(before);
    const due = 2 * DAY_MS;
    await Promise.all([lookAtPermissions(later(due)), lookAtPermissions(later(due))]);
    expect(await asked()).toBe(before + 1);
    // A run that dies after it took them: they are due again, ten minutes later.
    expect(await claimLooks(later(2 * due), clock.now() + 2 * due + 10 * MINUTE_MS, 10)).toHaveLength(1);
    await lookAtPermissions(later(2 * due + 9 * MINUTE_MS));
    expect(await asked()).toBe(before + 1);
    await lookAtPermissions(later(2 * due + 10 * MINUTE_MS));
    expect(await asked()).toBe(before + 2);
    // The platform does not answer: again in an hour, and nothing is concluded from it.
    await tiktok.sim('faults', { kind: 'fail_before', path: 'GET tt_video/info', times: 1 });
    await lookAtPermissions(later(3 * due));
    expect((await get()).status).toBe('granted');
    await lookAtPermissions(later(3 * due + HOUR_MS));
    expect(await asked()).toBe(before + 3);
  });

  it('is told of once for an end, also when the telling runs twice or late', async () => {
    const end = Date.parse((await get()).expiresAt);
    const at = (ms: number) => tiktok.ctx(end + ms);
    await tellExpiring(at(-7 * DAY_MS - 1));
    expect(await told('expiring')).toBe(1);
    await Promise.all([tellExpiring(at(-7 * DAY_MS)), tellExpiring(at(-7 * DAY_MS))]);
    await tellExpiring(at(-DAY_MS));
    expect(await told('expiring')).toBe(2);
  });

  it('ends with the permission that its creator takes back at the platform, and says why', async () => {
    await tiktok.sim(`nodes/${encodeURIComponent('#second=')}`, { _revoked: true });
    // The looks of the test before were made at days to come.
    await wait(8 * DAY_MS);
    expect(await get()).toMatchObject({ status: 'revoked', requestUrl: null });
    expect(await told('revoked')).toBe(1);
    for (let pass = 0; pass < 3; pass++) await wait(31 * MINUTE_MS);
    expect((await ad()).operation_status).toBe('DISABLE');
    const why = { code: 'permission_ended', by: 'creator', fix: expect.stringContaining('Ask the creator') };
    expect(await status()).toMatchObject({ status: 'needs_attention', platforms: [{ error: why }] });
    const attention = async () =>
      (await eventsOf(pair.brand.id)).filter(({ type }) => type === 'campaign.needs_attention').length;
    expect(await attention()).toBe(1);
    // Another permission lets people resume the ad, which nobody does for them.
    const again = await askToAdvertise(pair, submission);
    await tiktok.sim('posts', {
      auth_code: '#third=',
      item_id: (await ad()).creative_list[0].creative_info.tiktok_item_id,
      days: 30,
    });
    expect((await handIn(again.requestUrl!, '#third=')).status).toBe(303);
    await wait(31 * MINUTE_MS);
    expect(await status()).toMatchObject({
      status: 'paused',
      platforms: [{ error: { code: 'ads_paused' } }],
    });
    expect([(await ad()).operation_status, await attention()]).toEqual(['DISABLE', 1]);
  });
});
