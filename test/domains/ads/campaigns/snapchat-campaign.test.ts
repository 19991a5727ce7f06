// A campaign on a platform that fetches no files: its videos are sent there once, whatever is lost on the
// way.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { MAIN, ORGANIZATION, PIXEL, PROFILE, snapchatWorld } from '../../../harness/ads/snapchat.ts';
import * as clock from '../../../harness/clock.ts';
import { ORIGIN } from '../../../harness/world.ts';

let world: CampaignWorld;
beforeAll(async () => {
  const selection = { organizationId: ORGANIZATION, adAccountId: MAIN, profileId: PROFILE };
  world = await campaignWorld({ world: snapchatWorld, selection, pixel: PIXEL });
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

it('is made at Snapchat once though each answer is lost once, and its token ends meanwhile', async () => {
  for (const path of ['adaccounts', 'campaigns', 'adsquads', 'media'])
    await world.meta.fault('fail_after', `POST ${path}`);
  const ad = { primaryText: 'See it.', headline: 'Summer', callToAction: 'shop_now' };
  const made = await world.send('POST', '/v1/campaigns', world.body({ ad }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body.data;
  const get = async () => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
  for (let pass = 0; pass < 20 && (await get()).status === 'processing'; pass++)
    await world.passAds(3 * MINUTE_MS);
  expect(await get()).toMatchObject({
    status: 'in_review',
    platforms: [{ platform: 'snapchat', error: null }],
  });
  expect(await there('campaign')).toMatchObject([
    {
      name: expect.stringMatching(/^Summer \[\w+\]$/),
      status: 'ACTIVE',
      lifetime_spend_cap_micro: 900_000_000,
    },
  ]);
  expect(await there('adsquad')).toMatchObject([{ status: 'ACTIVE', daily_budget_micro: 30_000_000 }]);
  const kinds = ['media', 'creative', 'ad'];
  expect((await Promise.all(kinds.map(there))).map(({ length }) => length)).toEqual([2, 2, 2]);
  const links = (await there('creative')).map(
    (one: { web_view_properties: { url: string } }) => one.web_view_properties.url,
  );
  const ours = (submission: string) =>
    `https://shop.example/?service_id=${submission}&service_campaign=${id}`;
  expect(links.sort()).toEqual(world.submissions.map(ours).sort());
  await world.pass(2 * HOUR_MS);
  expect((await get()).status).toBe('live');
  // A problem that stops its only ad squad stops the campaign.
  const [squad] = await there('adsquad');
  await world.meta.sim(`nodes/${squad.id}`, { _issue: 'INVALID_NO_FUNDING_SOURCE' });
  await world.pass(11 * MINUTE_MS);
  expect(await get()).toMatchObject({
    status: 'needs_attention',
    platforms: [{ error: { code: 'billing', platformCode: 'INVALID_NO_FUNDING_SOURCE', by: 'platform' } }],
  });
  await world.meta.sim(`nodes/${squad.id}`, { _issue: null });
  await world.pass(11 * MINUTE_MS);
  expect((await get()).status).toBe('live');
  const paused = await world.send('PATCH', `/v1/campaigns/${id}`, { status: 'pause' });
  expect(paused.status, JSON.stringify(paused.body)).toBe(200);
  await world.pass();
  await world.pass(20 * MINUTE_MS);
  expect((await get()).status).toBe('paused');
  expect(await there('campaign')).toMatchObject([
    { status: 'PAUSED', lifetime_spend_cap_micro: 900_000_000 },
  ]);
});
