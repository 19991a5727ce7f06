// Likely requirements of platforms: where each warning begins and ends, by the platform's own part of the
// campaign.
import { describe, expect, it } from 'vitest';
import { warningsOf } from '../../../../src/domains/ads/campaign-preflight/answer-campaign.ts';
import type { AdPlatform, Selection } from '../../../../src/integrations/ads/platform.ts';
import { googleAdapter } from '../../../../src/integrations/google/adapter.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { snapchatAdapter } from '../../../../src/integrations/snapchat/adapter.ts';
import { tiktokAdapter } from '../../../../src/integrations/tiktok/adapter.ts';

type Terms = Parameters<typeof warningsOf>[0];
const WHOLE: Selection = { profileId: '1' };
const at = (name: string, { capabilities }: AdPlatform, selection: Selection | null = WHOLE) => ({
  name,
  capabilities,
  selection,
  adSets: 1,
});
const META = at('meta', metaAdapter);
const TIKTOK = at('tiktok', tiktokAdapter);
const GOOGLE = at('google', googleAdapter);
const SNAPCHAT = at('snapchat', snapchatAdapter);

const termsWith = (more: object): Terms =>
  ({
    objective: 'conversions',
    optimizationEvent: 'purchase',
    identity: 'brand',
    settings: {},
    destination: { type: 'website', value: 'https://shop.example/' },
    budget: { daily: null, billingLimit: 90_000 },
    schedule: { startDate: '2027-06-01', endDate: null },
    audience: { countries: ['US'], ageMin: 18, ageMax: 65, gender: 'all', expand: false },
    ...more,
  }) as Terms;
const said = (platforms: ReturnType<typeof at>[], more: object, currency = 'usd') =>
  warningsOf(termsWith(more), platforms[0]!.name, platforms, currency).map(
    ({ path, code }) => `${path} ${code}`,
  );

describe('TikTok, where the campaign sets the budget', () => {
  const settings = { budgetOptimization: 'campaign' };
  const small = ['/budget/daily small_campaign_budget'];
  const ends = { startDate: '2027-06-01', endDate: '2027-06-02' };
  it.each<[string, object, string[]]>([
    ['$49.99 a day', { budget: { daily: 4_999, billingLimit: null } }, small],
    ['$50 a day', { budget: { daily: 5_000, billingLimit: null } }, []],
    ['a limit of $1,499.99', { budget: { daily: null, billingLimit: 149_999 } }, small],
    ['a limit of $1,500, a thirtieth a day', { budget: { daily: null, billingLimit: 150_000 } }, []],
    ['$49.99 in all', { budget: { daily: null, billingLimit: 4_999 }, schedule: ends }, small],
    ['$50 in all', { budget: { daily: null, billingLimit: 5_000 }, schedule: ends }, []],
    ['$50 a day under a lower limit', { budget: { daily: 5_000, billingLimit: 4_000 } }, []],
    ['no budget yet', { budget: { daily: null, billingLimit: null } }, []],
  ])('warns as it should of %s', (_, more, warnings) => {
    expect(said([TIKTOK], { settings, ...more })).toEqual(warnings);
    // The whole budget belongs to the campaign.
    expect(said([TIKTOK], more)).toEqual([]);
  });

  it('does not warn where a small limit is raised to what its ad sets need at least', () => {
    const limit = { settings, budget: { daily: null, billingLimit: 30_000 } };
    const withSets = (adSets: number) => said([{ ...TIKTOK, adSets }], limit);
    expect([withSets(1), withSets(2), withSets(3)]).toEqual([small, small, []]);
  });

  it('goes by its own part of the money, and by the currency', () => {
    const of = (daily: number) => ({ settings, budget: { daily, billingLimit: null } });
    expect(said([TIKTOK, SNAPCHAT], of(9_998))).toEqual(small);
    expect(said([TIKTOK, SNAPCHAT], of(10_000))).toEqual([]);
    expect(said([TIKTOK], of(7_499), 'jpy')).toEqual(small);
    expect(said([TIKTOK], of(7_500), 'jpy')).toEqual([]);
    expect(said([TIKTOK], of(1), 'xau')).toEqual([]);
  });
});

describe('Meta, with audience expansion', () => {
  const audience = (ageMin: number, ageMax: number, expand = true) => ({
    audience: { countries: ['US'], ageMin, ageMax, gender: 'all', expand },
  });
  it.each<[number, number, string[]]>([
    [18, 65, []],
    [25, 65, []],
    [26, 65, ['/audience/ageMin age_hint']],
    [18, 64, ['/audience/ageMax age_hint']],
    [30, 40, ['/audience/ageMin age_hint', '/audience/ageMax age_hint']],
  ])('takes ages from %i to %i as they are, or says that they are a suggestion', (from, to, warnings) => {
    expect(said([META], audience(from, to))).toEqual(warnings);
    expect(said([META], audience(from, to, false))).toEqual([]);
  });
});

describe('what else is likely', () => {
  const app = {
    destination: { type: 'ios_app_store', value: 'https://apps.apple.com/us/app/a/id123456789' },
  };
  const android = {
    destination: { type: 'google_play', value: 'https://play.google.com/store/apps/details?id=a.b' },
  };
  const brazil = {
    audience: { countries: ['US', 'BR'], ageMin: 18, ageMax: 65, gender: 'all', expand: false },
  };
  it.each<[string, ReturnType<typeof at>, object, string[]]>([
    ['an app in the App Store', META, app, ['/destination/value skadnetwork']],
    ['an app on Google Play', META, android, []],
    ['an ad in a creator’s name', META, { identity: 'creator' }, ['/identity unconfirmed_link']],
    ['Brazil', META, brazil, ['/audience/countries brazil_identities']],
    ['no Instagram account', at('meta', metaAdapter, {}), {}, ['/connection instagram_account']],
    ['a connection that nobody has looked at', at('meta', metaAdapter, null), {}, []],
    ['leads', TIKTOK, { optimizationEvent: 'lead' }, ['/ad/callToAction call_to_action_portfolio']],
    ['purchases', TIKTOK, {}, []],
    ['an app', GOOGLE, android, ['/ad/headline second_headline']],
    ['a website', GOOGLE, {}, []],
    [
      'TV screens left out',
      GOOGLE,
      { settings: { connectedTv: false } },
      ['/settings/connectedTv unconfirmed_device'],
    ],
    ['TV screens', GOOGLE, { settings: { connectedTv: true } }, []],
    ['several countries in one language', SNAPCHAT, brazil, []],
  ])('is told of %s', (_, platform, more, warnings) => {
    expect(said([platform], more)).toEqual(warnings);
  });
});
