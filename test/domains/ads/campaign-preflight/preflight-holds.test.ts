// The platform accepts what passes the preflight: each campaign that passes can be set up.
import { afterAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { campaignWorld } from '../../../harness/ads/campaigns.ts';
import * as google from '../../../harness/ads/google.ts';
import * as meta from '../../../harness/ads/meta.ts';
import * as snapchat from '../../../harness/ads/snapchat.ts';
import * as tiktok from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { portion } from '../../../harness/vitest/portion.ts';
import { ORIGIN, testEnv } from '../../../harness/world.ts';

const LOGO = `customers/${google.MAIN}/assets/900`;
interface Place {
  at: Parameters<typeof campaignWorld>[0];
  settings: object;
  /** A destination type that the settings are not for. */
  notThere?: string;
}

const PLACES: Record<string, Place> = {
  meta: {
    at: {
      world: meta.metaWorld,
      selection: { adAccountId: meta.MAIN, pageId: meta.PAGE },
      pixel: meta.PIXEL,
    },
    settings: { pixel: meta.PIXEL, app: '700000000000001' },
  },
  tiktok: {
    at: {
      world: tiktok.tiktokWorld,
      selection: { advertiserId: tiktok.MAIN, identityId: tiktok.IDENTITY },
      pixel: tiktok.PIXEL,
    },
    settings: { pixel: tiktok.PIXEL, app: tiktok.APP },
    // Its app is for Android.
    notThere: 'ios_app_store',
  },
  google: {
    at: { world: google.googleWorld, selection: { adAccountId: google.MAIN }, pixel: '1' },
    settings: { logo: LOGO, businessName: 'Acme', languages: ['1000'] },
  },
  snapchat: {
    at: {
      world: snapchat.snapchatWorld,
      selection: {
        organizationId: snapchat.ORGANIZATION,
        adAccountId: snapchat.MAIN,
        profileId: snapchat.PROFILE,
      },
      pixel: snapchat.PIXEL,
    },
    settings: { pixel: snapchat.PIXEL, languages: ['en'] },
  },
};

const DESTINATIONS = [
  { type: 'website', value: 'https://shop.example/?a=1#top' },
  { type: 'ios_app_store', value: 'https://apps.apple.com/us/app/acme/id123456789' },
  { type: 'google_play', value: 'https://play.google.com/store/apps/details?id=com.acme.shop' },
  { type: 'mobile_app', value: 'https://shop.example/app' },
  { type: 'deep_link', value: 'acme://offer' },
];
const EVENTS = ['lead', 'initiate_checkout', 'trial_start', 'purchase', 'contact', 'install', undefined];
const AGES = [
  ...([
    [18, 24],
    [20, 24],
    [13, 65],
  ] as const),
  ...([
    [40, 20],
    [55, 65],
    [65, 65],
  ] as const),
];
const CALLS = ['book_now', 'contact_us', 'download', 'learn_more', 'sign_up', 'subscribe'];
const day = (n: number) => new Date(clock.now() + n * DAY_MS).toISOString().slice(0, 10);

/** Bodies for each kind of thing that a platform may refuse. */
function bodies(settings: object, notThere?: string): Record<string, unknown>[] {
  const ad = { primaryText: 'See it.', headline: 'Summer', callToAction: 'shop_now' };
  const all: Record<string, unknown>[] = [];
  const destinations = DESTINATIONS.filter(({ type }) => type !== notThere);
  for (const objective of ['traffic', 'awareness'])
    for (const destination of destinations.filter(({ type }) => type !== 'mobile_app'))
      all.push({ objective, destination, settings, ad });
  for (const destination of destinations)
    for (const optimizationEvent of destination.type === 'website' ? EVENTS : EVENTS.slice(-3))
      all.push({ objective: 'conversion', destination, optimizationEvent, settings, ad });
  const website = { objective: 'conversion', destination: DESTINATIONS[0], settings, ad };
  const app = { ...website, destination: DESTINATIONS[2], optimizationEvent: 'install' };
  for (const [n, [ageMin, ageMax]] of AGES.entries())
    all.push({
      ...website,
      ad: { ...ad, callToAction: CALLS[n] },
      audience: { countries: ['US', 'DE'], ageMin, ageMax, gender: n % 2 === 0 ? 'male' : 'all' },
    });
  all.push({ ...app, audience: { countries: ['US'], gender: 'female' } });
  all.push({ ...app, audience: { countries: ['US'], ageMin: 25 } });
  all.push({ ...app, optimizationEvent: 'purchase', settings: { ...settings, conversion: google.IN_APP } });
  for (const more of [
    { ad: { primaryText: 'So good 🎉', callToAction: 'shop_now' } },
    { ad: { ...ad, primaryText: 'é'.repeat(90), headline: 'ü'.repeat(34) } },
    { name: 'Été 🎉 [x] "quoted" \\ slash' },
    { schedule: { startDate: day(0), endDate: day(0) }, budget: { billingLimit: 90_000 } },
    { schedule: { startDate: day(1), endDate: day(40) }, budget: { daily: 2_001, billingLimit: 90_001 } },
    { budget: { daily: 5_000 } },
    { tracking: { urlParameters: 'utm_source=ads&b=%20' } },
    { audience: { countries: ['US', 'JP', 'AE', 'ZA'], expand: true } },
    { settings: { ...settings, specialAdCategories: ['HOUSING'], budgetOptimization: 'campaign' } },
    { settings: { ...settings, specialAdCategories: ['HOUSING'] } },
    {
      settings: { ...settings, specialAdCategories: ['EMPLOYMENT'] },
      audience: { countries: ['US'], ageMin: 30 },
    },
    { audience: { countries: ['SG'] } },
    {
      settings: { ...settings, singaporeBeneficiary: '11', singaporePayer: '12' },
      audience: { countries: ['SG'] },
    },
    { settings: { ...settings, languages: undefined }, audience: { countries: ['US', 'JP'] } },
    { schedule: { startDate: day(1), endDate: day(1) }, budget: { daily: 5_000 } },
    { settings: { ...settings, budgetOptimization: 'campaign' } },
    // A campaign with only warnings is accepted as well.
    { audience: { countries: ['US'], ageMin: 35, expand: true } },
    { settings: { ...settings, connectedTv: false } },
    { settings: { ...settings, budgetOptimization: 'campaign' }, budget: { daily: 4_000 } },
  ])
    all.push({ ...website, ...more });
  return all;
}

afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

describe.each(portion(Object.entries(PLACES), 2))(
  'what the preflight lets through to %s',
  (name, { at, settings, notThere }) => {
    it('is set up there', async () => {
      const world = await campaignWorld(at);
      if (name === 'google' || name === 'snapchat')
        await world.meta.sim('settings', { tokenLives: 9 * DAY_MS });
      if (name === 'google')
        await world.meta.sim('add', {
          kind: 'asset',
          parent: google.MAIN,
          id: LOGO,
          name: 'Logo',
          imageAsset: { data: '' },
        });
      const real = globalThis.fetch;
      vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) =>
        String(url).startsWith(`${ORIGIN}/files/`)
          ? new Response('a film', { headers: { 'Content-Type': 'video/mp4', 'Content-Length': '6' } })
          : await real(url, init),
      );
      const creatives = world.submissions.slice(0, 1);
      const made = new Map<string, unknown>();
      let refused = 0;
      const tried = portion(bodies(settings, notThere), 5);
      for (const more of tried) {
        const body = world.body({ launch: false, creatives, ...more });
        const answer = await world.send('POST', '/v1/campaigns', body);
        if (answer.status === 201) made.set(answer.body.data.id, more);
        else
          expect(answer.body.error, JSON.stringify(answer.body)).toMatchObject({
            code: 'operation_rejected',
          });
        refused += Number(answer.status !== 201);
      }
      const rows = async () =>
        (
          await testEnv.DB.prepare(
            'SELECT c.id, c.status, p.error FROM campaigns c JOIN campaign_platforms p ON p.campaign_id = c.id WHERE c.account_id = ?',
          )
            .bind(world.brand.id)
            .all<{ id: string; status: string; error: string | null }>()
        ).results;
      for (let turn = 0; turn < 20; turn++) {
        await world.passAds(turn === 0 ? MINUTE_MS : 3 * MINUTE_MS);
        if ((await rows()).every(({ status }) => status !== 'processing')) break;
      }
      const broken = (await rows()).filter(({ status }) => status !== 'paused');
      // The next platform's simulated world is separate.
      await testEnv.DB.prepare("UPDATE platform_tasks SET status = 'cancelled'").run();
      expect(broken.map((one) => [one, made.get(one.id)])).toEqual([]);
      // Enough campaigns were accepted, and enough were refused.
      expect(made.size).toBeGreaterThan(tried.length / 4);
      expect(refused).toBeGreaterThan(0);
    }, 60_000);
  },
);
