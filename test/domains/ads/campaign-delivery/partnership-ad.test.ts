// An ad in a creator's name leads to a sale that is credited to that creator: from the ad code at Meta to the
// payment.
import { afterAll, expect, it } from 'vitest';
import { connectAds, RETURN } from '../../../harness/ads/ad-connections.ts';
import { MAIN, metaWorld, PAGE, PIXEL, PROFILE } from '../../../harness/ads/meta.ts';
import {
  askToAdvertise,
  CAMPAIGN,
  connectBrand,
  mintToAdvertise,
  sayInPerson,
} from '../../../harness/ads/permissions.ts';
import * as clock from '../../../harness/clock.ts';
import { runAdsLanes } from '../../../harness/jobs.ts';
import { mintApproved, paidFor, scene, sell, tick, tomorrow } from '../../../harness/money/earnings.ts';
import { mintPair } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

afterAll(() => clock.release());

const CODE = 'adcode_7Hq2';

it('takes a visitor to the shop with the link of the creator, who is paid for what the visitor buys', async () => {
  const meta = await metaWorld();
  const { env } = meta;
  const { pair, till } = await scene({ percent: 10, amount: 300 });
  const { brand, creator } = pair;
  await testEnv.DB.prepare(
    'INSERT INTO key_origins (origin, key_id) SELECT ?2, id FROM api_keys WHERE account_id = ?1',
  )
    .bind(brand.id, new URL(RETURN).origin)
    .run();
  const submission = await mintApproved(pair);
  const connection = await connectAds(meta, brand);
  const send = async (method: string, path: string, body: object, caller: object = { key: brand.key }) => {
    const answer = await call(method, path, { env, ...caller, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  const pass = async () => {
    clock.hold(clock.now() + 31 * 60_000);
    await meta.sim('clock', { advance: 31 * 60_000 });
    await runAdsLanes(clock.now(), env);
  };
  const selection = { adAccountId: MAIN, pageId: PAGE, profileId: PROFILE };
  await send('PATCH', `/v1/connections/${connection}`, { selection });
  await meta.sim('posts', { ad_code: CODE, handle: 'nia' });
  const { id: asked } = await send('POST', '/v1/ad-authorizations', { submission, platform: 'meta' });
  await send('PATCH', `/v1/ad-authorizations/${asked}`, { status: 'granted', adCode: CODE }, creator);

  const body = {
    ...CAMPAIGN(PIXEL),
    name: 'By Nia',
    connection,
    identity: 'creator',
    creatives: [submission],
    destination: { type: 'website', value: 'https://shop.example.com/?ref=ads' },
    tracking: { urlParameters: 'utm_source=meta' },
  };
  const checked = await send('POST', '/v1/campaign-preflights', body);
  expect(checked.problems).toEqual([]);
  const unconfirmed = { path: '/identity', code: 'unconfirmed_link', platform: 'meta' };
  expect(checked.warnings).toMatchObject([unconfirmed]);
  const made = await send('POST', '/v1/campaigns', body);
  for (let times = 0; times < 3; times++) await pass();
  const live = await call('GET', `/v1/campaigns/${made.id}`, { env, key: brand.key });
  expect(live.body.data).toMatchObject({
    status: 'live',
    platforms: [{ error: null }],
    warnings: [unconfirmed],
  });

  // The post's sponsor, with the code only where the platform needs it.
  const [creative] = (await meta.sim('nodes', { kind: 'creative' })).data;
  expect(creative).toMatchObject({
    object_id: PAGE,
    branded_content: { instagram_boost_post_access_token: CODE, ad_format: 1 },
    instagram_branded_content: { sponsor_id: PROFILE },
    facebook_branded_content: { sponsor_page_id: PAGE },
    call_to_action: { type: 'SHOP_NOW', value: { link: 'https://shop.example.com/?ref=ads' } },
  });
  const [ad] = (await meta.sim('nodes', { kind: 'ad' })).data;
  const { url } = await meta.sim('clicks', { ad: ad.id });
  const landing = new URL(url);
  expect(Object.fromEntries(landing.searchParams)).toEqual({
    ref: 'ads',
    service_id: submission,
    service_campaign: made.id,
    utm_source: 'meta',
  });

  const sale = await sell(pair, till, {
    value: 9_000,
    serviceId: landing.searchParams.get('service_id'),
    campaign: landing.searchParams.get('service_campaign'),
  });
  const event = await call('GET', `/v1/pixel-events/${sale}`, { env, key: brand.key });
  expect(event.body.data).toMatchObject({ credit: { rule: 'own_link', submission, campaign: made.id } });
  await tick();
  await tick(tomorrow());
  // A tenth of the sale, and 300 for the conversion.
  expect((await paidFor(submission)).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(1_200);

  // Revoking the permission stops the ad, and the campaign shows who stopped it.
  await send('PATCH', `/v1/ad-authorizations/${asked}`, { status: 'revoked' }, creator);
  for (let times = 0; times < 3; times++) await pass();
  const stopped = await call('GET', `/v1/campaigns/${made.id}`, { env, key: brand.key });
  expect(stopped.body.data).toMatchObject({
    status: 'needs_attention',
    platforms: [{ error: { code: 'permission_ended', by: 'creator' } }],
  });
});

it('shows a post without a code once the brand may advertise it, and stops when it may not any more', async () => {
  const [meta, pair] = [await metaWorld(), await mintPair()];
  const { env } = meta;
  const selection = { adAccountId: MAIN, pageId: PAGE, profileId: PROFILE };
  const connection = await connectBrand(meta, selection, pair);
  const submission = await mintToAdvertise(pair);
  await testEnv.DB.prepare(
    "UPDATE submissions SET url = 'https://www.instagram.com/p/Cw7', status = 'live' WHERE id = ?",
  )
    .bind(submission)
    .run();
  const { id } = await askToAdvertise(pair, submission, 'meta');
  const path = `/v1/ad-authorizations/${id}`;
  expect(await sayInPerson(pair, id, { status: 'granted' })).toMatchObject({ status: 'granted' });
  const wait = async (ms: number) => {
    clock.hold(clock.now() + ms);
    await meta.sim('clock', { advance: ms });
    await runAdsLanes(clock.now(), env);
  };
  const body = {
    ...CAMPAIGN(PIXEL),
    name: 'By Nia',
    connection,
    identity: 'creator',
    creatives: [submission],
    destination: { type: 'website', value: 'https://shop.example.com/' },
  };
  const problems = async () =>
    (await call('POST', '/v1/campaign-preflights', { env, ...pair.brand, body })).body.data.problems;
  // The creator's yes stands, but the platform does not show the post to the brand yet.
  expect(await problems()).toMatchObject([{ path: '/creatives/0', code: 'authorization_missing' }]);
  const permalink = 'https://www.instagram.com/reel/Cw7/';
  const post = await meta.sim('posts', { permalink, handle: 'nia', tagged: [PROFILE] });
  expect(await problems()).toEqual([]);
  const get = async () => (await call('GET', path, pair.brand)).body.data;
  expect(await get()).toMatchObject({ status: 'granted', handle: 'nia', post: { url: permalink } });
  const made = await call('POST', '/v1/campaigns', { env, ...pair.brand, body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (let times = 0; times < 3; times++) await wait(31 * 60_000);
  const campaign = async () =>
    (await call('GET', `/v1/campaigns/${made.body.data.id}`, pair.brand)).body.data;
  expect(await campaign()).toMatchObject({ status: 'live', platforms: [{ error: null }] });
  const [creative] = (await meta.sim('nodes', { kind: 'creative' })).data;
  expect(creative).toMatchObject({
    object_id: PAGE,
    source_instagram_media_id: post.id,
    branded_content: { ad_format: 1 },
    instagram_branded_content: { sponsor_id: PROFILE },
  });
  await meta.sim(`nodes/${post.id}`, { _revoked: true });
  await wait(25 * 3_600_000);
  expect(await get()).toMatchObject({ status: 'revoked' });
  for (let times = 0; times < 2; times++) await wait(31 * 60_000);
  expect((await meta.sim('nodes', { kind: 'ad' })).data).toMatchObject([{ status: 'PAUSED' }]);
  expect((await campaign()).platforms).toMatchObject([
    { error: { code: 'permission_ended', by: 'creator' } },
  ]);
});
