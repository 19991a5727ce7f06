// A new platform is a folder and a row in the registry's table: nothing else in the service has to change.
import { afterAll, expect, it } from 'vitest';
import { PROVIDER_NAMES } from '../../src/domains/accounts/connections/connection.ts';
import { AD_PLATFORM_REGISTRY, type AdPlatformRow } from '../../src/integrations/ad-platform-registry.ts';
import { managerOf } from '../../src/integrations/ads/manager.ts';
import { MINUTE_MS } from '../../src/kit/time.ts';
import { campaignWorld } from '../harness/ads/campaigns.ts';
import type { ScriptedAds } from '../harness/ads/scripted-ads.ts';
import * as clock from '../harness/clock.ts';
import { systemCtx, testEnv } from '../harness/world.ts';
import { FABLE, fableAdapter, made } from './adapter.ts';

const NOWHERE = { send: async () => undefined } as unknown as typeof testEnv.LANE_ADS;

/** The platform Fable, with people who consent at once. */
async function fableWorld(): Promise<ScriptedAds> {
  const env = { ...testEnv, LANE_ADS: NOWHERE, LANE_RESULTS: NOWHERE };
  return {
    provider: 'fable',
    env,
    site: () => fableAdapter.site({} as never),
    ctx: (now = clock.now()) => systemCtx(env, now),
    sim: async () => ({}),
    fault: async () => undefined,
    file: () => 'https://fable.example/file',
    async consent(url) {
      const { searchParams: asked } = new URL(url);
      const back = new URL(asked.get('redirect_uri')!);
      back.search = new URLSearchParams({ state: asked.get('state')!, code: 'code' }).toString();
      return back;
    },
    session: async () => ({
      site: fableAdapter.site({} as never),
      token: 'token',
      selection: { adAccountId: '1' },
      currency: 'usd',
      timezone: 'Etc/UTC',
    }),
  };
}

afterAll(() => clock.release());

it('is connected, listed with its fields, and runs a campaign that can be paused and archived', async () => {
  const world = await campaignWorld({ world: fableWorld, selection: { adAccountId: '1' }, pixel: 'px_1' });
  const fields = await world.send('GET', '/v1/ad-fields?platform=fable');
  expect(fields.body.data.map(({ path }: { path: string }) => path)).toContain('/settings/pixel');
  const wrong = await world.send('POST', '/v1/campaigns', world.body({ settings: { wheel: 1 } }));
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
    422,
    expect.stringContaining('/settings/wheel'),
  ]);
  const sent = await world.send('POST', '/v1/campaigns', world.body());
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const { id } = sent.body.data;
  const get = async () => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
  for (let pass = 0; pass < 15 && (await get()).status !== 'live'; pass++) await world.pass(3 * MINUTE_MS);
  expect(await get()).toMatchObject({
    status: 'live',
    platforms: [{ platform: 'fable', status: 'live', error: null }],
  });
  const kinds = () => made.map(({ step, state }) => `${step.kind} ${state}`).sort();
  const all = (state: string) => [`ad ${state}`, `ad ${state}`, `ad_set ${state}`, `campaign ${state}`];
  const videos = ['video paused', 'video paused'];
  expect(kinds()).toEqual([...all('active'), ...videos]);
  for (const [verb, status] of Object.entries({ pause: 'paused', archive: 'archived' })) {
    const set = await world.send('PATCH', `/v1/campaigns/${id}`, { status: verb });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    for (let pass = 0; pass < 5; pass++) await world.pass();
    expect((await get()).status).toBe(status);
    expect(made.find(({ step }) => step.kind === 'campaign')).toMatchObject({ state: status });
  }
});

it('has the name of its adapter, as every other', async () => {
  for (const { name, load } of Object.values<AdPlatformRow>(AD_PLATFORM_REGISTRY))
    expect((await load()).capabilities.name).toBe(name);
});

it('is called by its name where people read of it', async () => {
  expect(String(FABLE.error('auth_expired').message)).toMatch(/^Fable no longer accepts the connection/);
  expect(managerOf('Fable')).toBe('Fable Ads Manager');
  expect(PROVIDER_NAMES).toMatchObject({ fable: 'Fable', meta: 'Meta' });
});
