// A campaign on a platform with the budget at the campaign and the content in the ads, whose tokens expire
// within the hour.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { googleWorld, MAIN, PURCHASES } from '../../../harness/ads/google.ts';
import * as clock from '../../../harness/clock.ts';
import { ORIGIN } from '../../../harness/world.ts';

const LOGO = `customers/${MAIN}/assets/900`;
let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld({ world: googleWorld, selection: { adAccountId: MAIN }, pixel: '1' });
  const real = globalThis.fetch;
  // Our own files, which are not reachable by a network here.
  vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) =>
    String(url).startsWith(`${ORIGIN}/files/`)
      ? new Response('a film', { headers: { 'Content-Type': 'video/mp4', 'Content-Length': '6' } })
      : await real(url, init),
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

const there = async (kind: string) => (await world.meta.sim('nodes', { kind })).data;

it('is made at Google once though answers are lost, and its token ends meanwhile', async () => {
  await world.meta.sim('add', {
    kind: 'asset',
    parent: MAIN,
    id: LOGO,
    name: 'Logo',
    imageAsset: { data: '' },
  });
  const ad = { primaryText: 'See it.', headline: 'Summer', callToAction: 'shop_now' };
  // An ad set of an app campaign has one ad, other ad sets up to twenty.
  const app = {
    ...world.body({ ad, optimizationEvent: 'install', settings: { logo: LOGO, businessName: 'Acme' } }),
    destination: { type: 'google_play', value: 'https://play.google.com/store/apps/details?id=com.acme' },
  };
  const shared = { ...app, adSets: [{ ads: world.submissions.map((creative) => ({ creative })) }] };
  const problemsOf = async (body: object) =>
    (await world.send('POST', '/v1/campaign-preflights', body)).body.data.problems;
  expect(await problemsOf(app)).toEqual([]);
  expect(await problemsOf(shared)).toMatchObject([{ path: '/adSets/0/ads', code: 'too_many' }]);
  const settings = { logo: LOGO, businessName: 'Acme' };
  const made = await world.send('POST', '/v1/campaigns', world.body({ ad, settings }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body.data;
  for (const _ of ['campaign', 'ad group', 'ads'])
    await world.meta.fault('fail_after', `POST customers/${MAIN}/googleAds:mutate`);
  const get = async () => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
  for (let pass = 0; pass < 20 && (await get()).status === 'processing'; pass++)
    await world.passAds(3 * MINUTE_MS);
  expect(await get()).toMatchObject({
    status: 'in_review',
    platforms: [{ platform: 'google', error: null }],
  });
  // Changes that Google does not allow, or that the service does not send again, are refused instead of
  // ignored.
  const [{ id: set, ads }] = (await get()).adSets;
  for (const [path, change] of [
    ['/settings/conversion', { settings: { conversion: PURCHASES } }],
    ['/tracking/trackingUrlTemplate', { tracking: { trackingUrlTemplate: 'https://c.example/{lpurl}' } }],
    ['/adSets', { adSets: [{ id: set, ads: [{ ...ads[0], name: 'Blue' }, ads[1]] }] }],
  ] as const) {
    const answer = await world.send('PATCH', `/v1/campaigns/${id}`, change);
    expect([answer.status, answer.body.error.details], path).toEqual([409, { path }]);
  }
  const renamed = await world.send('PATCH', `/v1/ads/${ads[0].id}`, { name: 'Blue' });
  expect(renamed.body.error.details).toMatchObject({ reason: 'not_supported' });
  expect(await there('campaign')).toMatchObject([
    {
      name: expect.stringMatching(/^Summer \[\w+\]$/),
      status: 'ENABLED',
      advertisingChannelType: 'DEMAND_GEN',
    },
  ]);
  const kinds = ['campaignBudget', 'adGroup', 'adGroupAd'];
  expect((await Promise.all(kinds.map(there))).map(({ length }) => length)).toEqual([1, 1, 2]);
  const suffixes = (await there('adGroupAd')).map(
    (one: { ad: { finalUrlSuffix: string } }) => one.ad.finalUrlSuffix,
  );
  const ours = (submission: string) => `service_id=${submission}&service_campaign=${id}`;
  expect(suffixes.sort()).toEqual(world.submissions.map(ours).sort());
  await world.pass(2 * HOUR_MS);
  expect((await get()).status).toBe('live');
  expect((await world.send('PATCH', `/v1/campaigns/${id}`, { status: 'pause' })).status).toBe(200);
  await world.pass();
  await world.pass(20 * MINUTE_MS);
  expect((await get()).status).toBe('paused');
  expect(await there('campaign')).toMatchObject([{ status: 'PAUSED' }]);
  // The platform has no spend cap: the daily budget of the whole campaign is a thirtieth of the limit.
  expect((await there('campaignBudget'))[0].amountMicros).toBe('30000000');
  const raised = await world.send('PATCH', `/v1/campaigns/${id}`, { budget: { billingLimit: 120_000 } });
  expect(raised.status, JSON.stringify(raised.body)).toBe(200);
  await world.pass();
  expect((await there('campaignBudget'))[0].amountMicros).toBe('40000000');
  expect(await get()).toMatchObject({ pendingChange: null, platforms: [{ error: null }] });
});
