// The campaign fields that a platform takes: how they are listed, and how a body is checked against them.

import { describe, expect, it } from 'vitest';
import type { CampaignBody } from '../../../../src/domains/ads/ad-fields/campaign-body.ts';
import { checkAdded, checkFields } from '../../../../src/domains/ads/ad-fields/check-fields.ts';
import { fieldsOf } from '../../../../src/domains/ads/ad-fields/fields-of.ts';
import { platformObjective } from '../../../../src/domains/ads/ad-fields/platform-objective.ts';
import { destinationProblems } from '../../../../src/domains/ads/campaign-preflight/check-terms.ts';
import type { CampaignTerms } from '../../../../src/domains/ads/campaign-terms/terms.ts';
import { AdText, Settings } from '../../../../src/domains/ads/campaign-terms/terms.ts';
import { AD_PLATFORMS } from '../../../../src/integrations/ad-platforms.ts';
import { GOOGLE_FIELDS } from '../../../../src/integrations/google/fields.ts';
import type { META_FIELDS } from '../../../../src/integrations/meta/fields.ts';
import { SNAPCHAT_FIELDS } from '../../../../src/integrations/snapchat/fields.ts';
import { TIKTOK_FIELDS } from '../../../../src/integrations/tiktok/fields.ts';
import { call, mintAccount, systemCtx } from '../../../harness/world.ts';

const meta = { name: 'meta', capabilities: (await systemCtx().reactions.adPlatforms.meta!()).capabilities };
const own = (name: string, fields: typeof META_FIELDS, more = {}) => ({
  name,
  capabilities: { ...meta.capabilities, name, fields, ...more },
});
const google = own('google', GOOGLE_FIELDS, {
  objectives: meta.capabilities.objectives.filter((one) => one !== 'awareness'),
  partnerAds: false,
  text: (await systemCtx().reactions.adPlatforms.google!()).capabilities.text,
});
const tiktok = own('tiktok', TIKTOK_FIELDS);
const snapchat = own('snapchat', SNAPCHAT_FIELDS, { text: { name: 375, primaryText: 100, headline: 34 } });

const body = (more: Record<string, unknown> = {}): CampaignBody => ({
  name: 'Autumn',
  objective: 'conversions',
  destination: { type: 'website', value: 'https://shop.example' },
  budget: { billingLimit: 100_000 },
  schedule: { startDate: '2026-12-01' },
  audience: { countries: ['US'], ageMin: 18, ageMax: 65 },
  creatives: ['sub_1'],
  ad: { primaryText: 'Look', callToAction: 'shop_now' },
  optimizationEvent: 'purchase',
  settings: { pixel: '123456' },
  ...more,
});
const app = { destination: { type: 'ios_app_store', value: 'https://apps.apple.com/app/id123456' } };
const said = (problems: { path: string; code: string }[]) =>
  problems.map(({ path, code }) => `${path} ${code}`);

describe('a campaign held against its platform', () => {
  it('breaks nothing where all is there, and names all at once where it is not', () => {
    expect(checkFields(body(), meta)).toEqual([]);
    const problems = checkFields(
      body({
        name: ' ',
        objective: 'conversions',
        optimizationEvent: 'open',
        settings: { pixel: 'abc', specialAdCategories: ['HOUSING', 'LUCK'], surprise: 1, left: null },
        tracking: { urlParameters: 'a=b c', trackingUrlTemplate: 'https://x.example' },
        audience: { countries: ['US', 'RU'], ageMin: 12.5, ageMax: 99 },
        ad: { primaryText: 'x'.repeat(2201), headline: 7 },
        creatives: [],
      }),
      meta,
    );
    expect(said(problems)).toEqual([
      '/name too_short',
      '/audience/countries/1 not_one_of',
      '/audience/ageMin wrong_type',
      '/audience/ageMax too_large',
      '/optimizationEvent not_one_of',
      '/creatives too_short',
      '/ad/primaryText too_long',
      '/ad/headline wrong_type',
      '/ad/callToAction required',
      '/settings/pixel malformed',
      '/settings/specialAdCategories/1 not_one_of',
      '/audience/ageMin wrong_type',
      '/audience/ageMax not_one_of',
      '/tracking/urlParameters malformed',
      '/settings/surprise not_taken',
      '/tracking/trackingUrlTemplate not_taken',
    ]);
    for (const problem of problems) {
      expect(problem.platform).toBe('meta');
      expect(problem.fix).toMatch(/^(Fill it in\. |Change it\. |Choose |Set it to |Shorten |Remove )/);
      expect(problem.message).toMatch(/\.$/);
    }
  });

  it('needs what the law of a country or a special ad category asks for', () => {
    const people = (more: object) => ({ countries: ['US'], ageMin: 18, ageMax: 65, ...more });
    const about = (...specialAdCategories: string[]) => ({ pixel: '123456', specialAdCategories });
    expect(checkFields(body({ settings: about('HOUSING') }), meta)).toEqual([]);
    const women = body({ settings: about('EMPLOYMENT'), audience: people({ gender: 'female', ageMin: 25 }) });
    expect(said(checkFields(women, meta))).toEqual([
      '/audience/ageMin not_one_of',
      '/audience/gender not_one_of',
    ]);
    expect(checkFields({ ...women, settings: about('ISSUES_ELECTIONS_POLITICS') }, meta)).toEqual([]);
    expect(said(checkFields(body({ settings: about('CREDIT') }), meta))).toEqual([
      '/settings/specialAdCategories/0 not_one_of',
    ]);
    const singapore = body({ audience: people({ countries: ['US', 'SG'] }) });
    expect(said(checkFields(singapore, meta))).toEqual([
      '/settings/singaporeBeneficiary required',
      '/settings/singaporePayer required',
    ]);
    const behind = { pixel: '123456', singaporeBeneficiary: '11', singaporePayer: '12' };
    expect(checkFields({ ...singapore, settings: behind }, meta)).toEqual([]);
    const australia = body({ audience: people({ countries: ['AU'] }) });
    expect(checkFields(australia, meta)).toEqual([]);
    const finance = { ...australia, settings: about('FINANCIAL_PRODUCTS_SERVICES') };
    expect(said(checkFields(finance, meta))).toEqual([
      '/settings/australiaBeneficiary required',
      '/settings/australiaPayer required',
    ]);
  });

  it('needs what measures it, by what its objective is on the platform', () => {
    expect(platformObjective('conversions', 'google_play', 'purchase')).toBe('app_promotion');
    expect(platformObjective('conversions', 'website', 'lead')).toBe('leads');
    expect(platformObjective('traffic', 'google_play', 'lead')).toBe('traffic');
    expect(said(checkFields(body({ settings: {} }), meta))).toEqual(['/settings/pixel required']);
    expect(said(checkFields(body({ optimizationEvent: undefined }), meta))).toEqual([
      '/optimizationEvent required',
    ]);
    // A pixel from the defaults does no harm in a campaign that cannot use it.
    expect(checkFields(body({ objective: 'traffic', optimizationEvent: undefined }), meta)).toEqual([]);
    expect(said(checkFields(body(app), meta))).toEqual(['/settings/app required']);
    const settings = { app: '42' };
    expect(checkFields(body({ ...app, settings, optimizationEvent: undefined }), meta)).toEqual([]);
    expect(said(checkFields(body({ optimizationEvent: 'install' }), meta))).toEqual([
      '/optimizationEvent not_one_of',
    ]);
  });

  it('holds what only one platform takes to that one', () => {
    expect(said(checkFields(body({ objective: 'awareness' }), google))).toContain('/objective not_one_of');
    expect(said(checkFields(body({ identity: 'creator', settings: {} }), google))).toEqual([
      '/identity not_one_of',
      '/settings/logo required',
      '/settings/businessName required',
    ]);
    const settings = { logo: 'customers/1/assets/2', businessName: 'Fern', targetCpa: 0 };
    expect(checkFields(body({ settings }), google)).toEqual([]);
    const installs = { ...app, optimizationEvent: 'install' as const };
    expect(said(checkFields(body({ ...installs, settings }), google))).toEqual([
      '/settings/targetCpa too_small',
    ]);
    // The event that counts in an app is required, and the app is named by its page.
    expect(said(checkFields(body({ ...app, settings: {} }), google))).toEqual([
      '/settings/conversion required',
    ]);
    const link = { destination: { type: 'deep_link' as const, value: 'myapp://offer' } };
    expect(said(checkFields(body({ ...installs, ...link, settings: {} }), google))).toEqual([
      '/destination/value malformed',
    ]);
    // People who set a deep link are told what to do.
    const [told] = checkFields(body({ ...link, settings: { app: '7' } }), meta);
    expect(told).toMatchObject({
      path: '/destination/value',
      fix: expect.stringContaining('cannot use a deep link'),
    });
    const headed = (length: number) => ({
      primaryText: 'Look',
      callToAction: 'shop_now',
      headline: 'h'.repeat(length),
    });
    const forApp = { ...installs, settings: {} };
    expect(checkFields(body({ settings, ad: headed(40) }), google)).toEqual([]);
    expect(said(checkFields(body({ settings, ad: headed(41) }), google))).toEqual(['/ad/headline too_long']);
    expect(checkFields(body({ ...forApp, ad: headed(30) }), google)).toEqual([]);
    expect(said(checkFields(body({ ...forApp, ad: headed(31) }), google))).toEqual(['/ad/headline too_long']);
    expect(
      said(
        checkFields(
          body({ settings: { pixel: '1', budgetOptimization: 'ads', locations: [6252001] } }),
          tiktok,
        ),
      ),
    ).toEqual(['/settings/locations/0 wrong_type', '/settings/budgetOptimization not_one_of']);
    const without = {
      ...google,
      capabilities: { ...google.capabilities, objectives: ['conversions'] as const },
    };
    expect(said(checkFields(body(app), without))[0]).toBe('/destination/type not_one_of');
  });

  it('checks a platform that a block of settings adds, and says where in the block', () => {
    const block = { primaryText: 'Hi', link: 'https://shop.example/snap', headline: 'Now', status: 'active' };
    const pixel = '0a1b2c3d-0000-4000-8000-00000000000f';
    const whole = body({ settings: { pixel: '1', snapchat: { ...block, pixel } } });
    expect(checkFields(whole, meta, ['snapchat'])).toEqual([]);
    expect(said(checkFields(whole, meta))).toEqual(['/settings/snapchat not_taken']);
    const ended = body({ settings: { pixel: '1', snapchat: { ...block, pixel, status: 'archived' } } });
    expect(checkFields(ended, meta)).toEqual([]);
    expect(Settings.parse(whole.settings)).toMatchObject({ snapchat: { pixel } });
    expect(checkAdded(whole, snapchat)).toEqual([]);
    const broken = body({
      ad: { primaryText: 'Look', callToAction: 'shop_now', headline: 'h'.repeat(35) },
      settings: { pixel: '1', snapchat: { primaryText: 'x'.repeat(101), link: '', pixel: '1', logo: 'x' } },
    });
    expect(said(checkAdded(broken, snapchat))).toEqual([
      '/settings/snapchat/link too_short',
      '/settings/snapchat/primaryText too_long',
      '/ad/headline too_long',
      '/settings/snapchat/pixel malformed',
      '/settings/snapchat/logo not_taken',
    ]);
  });

  it('survives whatever is sent as settings', () => {
    for (const settings of [
      null,
      7,
      'x',
      [],
      [1],
      { pixel: {} },
      { pixel: ['1'] },
      { __proto__: 1, 'a/b~c': 1 },
    ])
      for (const platform of [meta, google, tiktok, snapchat]) {
        expect(() =>
          checkFields(body({ settings, tracking: settings, audience: settings }), platform),
        ).not.toThrow();
        expect(() => checkAdded(body({ settings: { snapchat: settings } }), snapchat)).not.toThrow();
      }
    expect(said(checkFields(body({ settings: { 'a/b~c': 1, pixel: '1' } }), meta))).toEqual([
      '/settings/a~1b~0c not_taken',
    ]);
  });

  it('speaks of each field in patterns that are patterns, with one rule an objective and destination', () => {
    for (const { capabilities } of [meta, google, tiktok, snapchat])
      for (const field of fieldsOf(capabilities)) {
        expect(() => new RegExp(field.pattern ?? '', 'u')).not.toThrow();
        expect(field.path).toMatch(/^\/[a-zA-Z]+(\/[a-zA-Z]+)?$/);
      }
  });
});

describe("an ad's words", () => {
  it('have one line as their headline, and as many as they like below', () => {
    const words = (headline: string) => ({ primaryText: 'Two\nlines', callToAction: 'shop_now', headline });
    expect(AdText.safeParse(words('One line')).success).toBe(true);
    for (const odd of ['Two\nlines', 'Two\u2028lines', 'Hidden\u200b'])
      expect(AdText.safeParse(words(odd)).success, JSON.stringify(odd)).toBe(false);
  });
});

describe('GET /v1/ad-fields', () => {
  it('lists them for each platform there is, and those of one campaign alone', async () => {
    const { readKey: key } = await mintAccount();
    const all = (await call('GET', '/v1/ad-fields', { key })).body.data;
    const there = AD_PLATFORMS.filter((name) => systemCtx().reactions.adPlatforms[name]);
    expect(new Set(all.map(({ platform }: { platform: string }) => platform))).toEqual(new Set(there));
    // Every condition has to be listed, or a client would take one country's requirement for everyone's.
    const asKept = meta.capabilities.fields.map(({ path, when }) => ({ path, when }));
    for (const one of asKept.filter(({ when }) => when !== null)) {
      const listed = all.filter((field: { platform: string }) => field.platform === 'meta');
      expect(listed).toContainEqual(expect.objectContaining(one));
    }
    expect(asKept.some(({ when }) => when?.country && when.category)).toBe(true);
    const paths = async (query: string) =>
      (await call('GET', `/v1/ad-fields?platform=meta&${query}`, { key })).body.data.map(
        (field: { path: string }) => field.path,
      ) as string[];
    const web = await paths('objective=conversions&destination=website');
    expect(web).toContain('/settings/pixel');
    expect(web).not.toContain('/settings/app');
    expect(web.filter((path) => path === '/optimizationEvent')).toHaveLength(1);
    const inApp = await paths('objective=conversions&destination=google_play');
    expect(inApp).toContain('/settings/app');
    expect(inApp).not.toContain('/settings/pixel');
    expect((await call('GET', '/v1/ad-fields?platform=myspace', { key })).status).toBe(400);
  });
});

it('sends nobody to a page with a user name or password in its URL', () => {
  const codes = (value: string) =>
    destinationProblems({ destination: { type: 'website', value } } as CampaignTerms).map(({ code }) => code);
  expect(['https://me:secret@a.example', 'https://me@a.example', 'nowhere'].flatMap(codes)).toEqual(
    Array(3).fill('malformed'),
  );
  expect(codes('https://a.example/@me')).toEqual([]);
});
