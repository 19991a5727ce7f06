// What the platforms require of a campaign besides its fields. A documented requirement is a problem before
// the platform is asked, and the simulator enforces it too; an undocumented but likely one is a warning, and
// nobody enforces it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignProblem } from '../../../../src/domains/ads/campaign-record/campaign-problem.ts';
import type { AdAudience, AdStepSpec } from '../../../../src/integrations/ads/steps.ts';
import { googleAdapter } from '../../../../src/integrations/google/adapter.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { snapchatAdapter } from '../../../../src/integrations/snapchat/adapter.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { adSet, campaign, errorOf, GOAL } from '../../../harness/ads/ad-steps.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import * as google from '../../../harness/ads/google.ts';
import * as meta from '../../../harness/ads/meta.ts';
import * as snapchat from '../../../harness/ads/snapchat.ts';
import * as tiktok from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

const FINANCE = 'FINANCIAL_PRODUCTS_SERVICES';
const day = (n: number) => new Date(clock.now() + n * DAY_MS).toISOString().slice(0, 10);
const everybody = { ageMin: 18, ageMax: 65, gender: 'all', expand: false } as const;

const PLACES = {
  meta: {
    world: meta.metaWorld,
    selection: { adAccountId: meta.MAIN, pageId: meta.PAGE, profileId: meta.PROFILE },
    pixel: meta.PIXEL,
  },
  tiktok: {
    world: tiktok.tiktokWorld,
    selection: { advertiserId: tiktok.MAIN, identityId: tiktok.IDENTITY },
    pixel: tiktok.PIXEL,
  },
  google: { world: google.googleWorld, selection: { adAccountId: google.MAIN }, pixel: '1' },
  snapchat: {
    world: snapchat.snapchatWorld,
    selection: {
      organizationId: snapchat.ORGANIZATION,
      adAccountId: snapchat.MAIN,
      profileId: snapchat.PROFILE,
    },
    pixel: snapchat.PIXEL,
  },
};

const worlds = {} as Record<keyof typeof PLACES, CampaignWorld>;
beforeAll(async () => {
  for (const [name, place] of Object.entries(PLACES)) {
    worlds[name as keyof typeof PLACES] = await campaignWorld(place);
  }
});
afterAll(() => clock.release());

const preflight = async (
  world: CampaignWorld,
  more: object,
): Promise<{ problems: CampaignProblem[]; warnings: CampaignProblem[] }> => {
  const answer = await world.send('POST', '/v1/campaign-preflights', world.body(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const found = (all: readonly CampaignProblem[]) => all.map(({ path, code }) => `${path} ${code}`);

describe('Meta', () => {
  const named = { pixel: meta.PIXEL, singaporeBeneficiary: '11', singaporePayer: '12' };
  const finance = { pixel: meta.PIXEL, specialAdCategories: [FINANCE] };
  it.each<[string, object, string[]]>([
    ['a billing limit of $99.99', { budget: { billingLimit: 9_999 } }, ['/budget/billingLimit below_floor']],
    ['a billing limit of $100', { budget: { billingLimit: 10_000 } }, []],
    [
      'a billing limit of $99.99 and too small a day, of both',
      { budget: { daily: 10, billingLimit: 9_999 } },
      ['/budget/daily below_floor', '/budget/billingLimit below_floor'],
    ],
    [
      'Singapore without anybody behind the ads',
      { audience: { countries: ['SG'] } },
      ['/settings/singaporeBeneficiary required', '/settings/singaporePayer required'],
    ],
    ['Singapore', { audience: { countries: ['SG'] }, settings: named }, []],
    [
      'Singapore among others without a payer',
      {
        audience: { countries: ['US', 'SG'] },
        settings: { pixel: meta.PIXEL, singaporeBeneficiary: '11' },
      },
      ['/settings/singaporePayer required'],
    ],
    ['Australia', { audience: { countries: ['AU'] } }, []],
    ['finance elsewhere', { settings: finance }, []],
    [
      'finance in Australia without anybody behind the ads',
      { audience: { countries: ['AU'] }, settings: finance },
      ['/settings/australiaBeneficiary required', '/settings/australiaPayer required'],
    ],
    [
      'housing for some ages and one gender',
      {
        settings: { pixel: meta.PIXEL, specialAdCategories: ['HOUSING'] },
        audience: { countries: ['US'], ageMin: 21, ageMax: 50, gender: 'female' },
      },
      ['/audience/ageMin not_one_of', '/audience/ageMax not_one_of', '/audience/gender not_one_of'],
    ],
    [
      'the old name of finance',
      { settings: { pixel: meta.PIXEL, specialAdCategories: ['CREDIT'] } },
      ['/settings/specialAdCategories/0 not_one_of'],
    ],
    [
      'housing from 17 to 64',
      {
        settings: { pixel: meta.PIXEL, specialAdCategories: ['HOUSING'] },
        audience: { countries: ['US'], ageMin: 17, ageMax: 64 },
      },
      ['/audience/ageMin not_one_of', '/audience/ageMax not_one_of'],
    ],
    [
      'housing for everybody',
      {
        settings: { pixel: meta.PIXEL, specialAdCategories: ['HOUSING'] },
        audience: { countries: ['US'], ageMin: 18, ageMax: 65, gender: 'all' },
      },
      [],
    ],
    [
      'politics for some ages and one gender',
      {
        settings: { pixel: meta.PIXEL, specialAdCategories: ['ISSUES_ELECTIONS_POLITICS'] },
        audience: { countries: ['US'], ageMin: 21, gender: 'female' },
      },
      [],
    ],
    [
      'a daily budget for a day',
      { schedule: { startDate: day(1), endDate: day(1) }, budget: { daily: 5_000 } },
      ['/schedule/endDate too_short'],
    ],
    [
      'a daily budget for what is left of today',
      { schedule: { startDate: day(0), endDate: day(0) }, budget: { daily: 5_000 } },
      ['/schedule/endDate too_short'],
    ],
    [
      'a daily budget for two days',
      { schedule: { startDate: day(1), endDate: day(2) }, budget: { daily: 5_000 } },
      [],
    ],
    [
      'a whole budget for a day',
      { schedule: { startDate: day(1), endDate: day(1) }, budget: { billingLimit: 50_000 } },
      [],
    ],
  ])('is told of %s', async (_, more, problems) => {
    const said = await preflight(worlds.meta, more);
    expect(found(said.problems).toSorted()).toEqual(problems.toSorted());
    for (const { fix } of said.problems) expect(fix).toMatch(/^[A-Z].*\.$/);
  });

  it('refuses the same by itself', async () => {
    const session = await worlds.meta.meta.session();
    const refused = async (step: AdStepSpec) => (await errorOf(metaAdapter.create(session, step))).field;
    expect(await refused(campaign({ cap: 9_999 }))).toBe('spend_cap');
    expect(await refused(campaign({ specialCategories: ['CREDIT'] }))).toBe('special_ad_categories');
    expect(await refused(campaign({ specialCategories: ['HOUSING'], countries: [] }))).toBe(
      'special_ad_category_country',
    );
    const { id } = await metaAdapter.create(session, campaign({ cap: 10_000 }));
    const { id: money } = await metaAdapter.create(session, campaign({ specialCategories: [FINANCE] }));
    const set = (of: string, countries: string[], more: Partial<AdAudience> = {}, settings = {}) =>
      adSet(of, { audience: { ...everybody, countries, ...more }, settings });
    const one = set(id, ['US']);
    expect(await refused({ ...one, endsAt: clock.now() + DAY_MS })).toBe('end_time');
    expect(await refused(set(money, ['US'], { ageMin: 30 }))).toBe('targeting');
    expect(await refused(set(money, ['US'], { gender: 'male' }))).toBe('targeting');
    expect(await refused(set(money, ['AU']))).toBe('regional_regulated_categories');
    expect(await refused(set(id, ['SG']))).toBe('regional_regulated_categories');
    expect(await refused(set(id, ['SG'], {}, { singaporeBeneficiary: '11' }))).toBe(
      'regional_regulation_identities',
    );
    await metaAdapter.create(session, set(id, ['SG'], {}, named));
    expect(
      (await errorOf(metaAdapter.change(session, 'campaign', id, { cap: 5_000 }))).placed(
        metaAdapter.capabilities.places,
      ).path,
    ).toBe('/budget/billingLimit');
  });
});

describe('Snapchat', () => {
  const settings = { pixel: snapchat.PIXEL };
  const ad = { primaryText: 'See it.', headline: 'Summer', callToAction: 'shop_now' };
  it('is told of several countries without one language, and refuses them by itself', async () => {
    const two = { audience: { countries: ['US', 'CA'] }, ad };
    const said = await preflight(worlds.snapchat, { ...two, settings });
    expect(found(said.problems)).toEqual(['/settings/languages required']);
    const spoken = await preflight(worlds.snapchat, { ...two, settings: { ...settings, languages: ['en'] } });
    expect(spoken.problems).toEqual([]);
    const session = await worlds.snapchat.meta.session();
    const goal = { ...GOAL, pixel: snapchat.PIXEL };
    const { id } = await snapchatAdapter.create(session, campaign({ goal }));
    const audience = { ...everybody, countries: ['US', 'CA'] };
    const error = await errorOf(snapchatAdapter.create(session, adSet(id, { goal, audience })));
    expect(error.placed(snapchatAdapter.capabilities.places).path).toBe('/audience');
  });

  it('goes beyond an audience where nobody says that it may not, and not where we do', async () => {
    const { meta: world } = worlds.snapchat;
    const session = await world.session();
    const goal = { ...GOAL, pixel: snapchat.PIXEL };
    const { id } = await snapchatAdapter.create(session, campaign({ goal }));
    const off = { enabled: false };
    for (const expand of [false, true]) {
      const audience = { ...everybody, countries: ['US'], expand };
      const { id: squad } = await snapchatAdapter.create(session, adSet(id, { goal, audience }));
      const { data } = await world.sim('nodes', { kind: 'adsquad' });
      const { targeting } = data.find((one: { id: string }) => one.id === squad);
      const is = expand ? { enabled: true } : off;
      expect(targeting).toMatchObject({
        enable_targeting_expansion: expand,
        auto_expansion_options: { interest_expansion_option: is, custom_audience_expansion_option: is },
      });
    }
    // Without a documented value, the simulator behaves as the platform does.
    const made = await fetch(`${session.site.at.api}/v1/campaigns/${id}/adsquads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        adsquads: [
          {
            campaign_id: id,
            name: 'Bare',
            type: 'SNAP_ADS',
            status: 'PAUSED',
            billing_event: 'IMPRESSION',
            optimization_goal: 'SWIPES',
            bid_strategy: 'AUTO_BID',
            placement_v2: { config: 'AUTOMATIC' },
            daily_budget_micro: 20_000_000,
            delivery_constraint: 'DAILY_BUDGET',
            targeting: { geos: [{ country_code: 'us' }] },
          },
        ],
      }),
    });
    const [{ adsquad }] = ((await made.json()) as { adsquads: { adsquad: unknown }[] }).adsquads as [
      { adsquad: unknown },
    ];
    expect(adsquad).toMatchObject({
      targeting: {
        enable_targeting_expansion: true,
        auto_expansion_options: { interest_expansion_option: { enabled: true } },
      },
    });
  });
});

describe('Google', () => {
  it('leaves out TV screens by a bid of nothing where that is asked, speaks to who speaks a language, and takes both', async () => {
    const session = await worlds.google.meta.session();
    const { meta: world } = worlds.google;
    const top = { budget: { daily: 2_500 }, startsAt: clock.now() + 2 * DAY_MS };
    await googleAdapter.create(session, campaign(top));
    const criteria = async (kind: string) => (await world.sim('nodes', { kind })).data;
    expect(await criteria('campaignCriterion')).toEqual([]);
    const { id } = await googleAdapter.create(
      session,
      campaign({ ...top, settings: { connectedTv: false } }),
    );
    expect(await criteria('campaignCriterion')).toMatchObject([
      { device: { type: 'CONNECTED_TV' }, bidModifier: 0 },
    ]);
    const audience = { ...everybody, countries: ['US'] };
    const set = { budget: null, audience: { ...audience, languages: ['1003'] } };
    await googleAdapter.create(session, adSet(id, set));
    expect(await criteria('adGroupCriterion')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ language: { languageConstant: 'languageConstants/1003' } }),
      ]),
    );
    const odd = { ...set, audience: { ...audience, languages: ['1999'] } };
    const error = await errorOf(googleAdapter.create(session, adSet(id, odd)));
    expect(error.placed(googleAdapter.capabilities.places).path).toBe('/settings/languages');
  });
});

describe('what is likely alone', () => {
  const app = {
    destination: { type: 'ios_app_store', value: 'https://apps.apple.com/us/app/acme/id123456789' },
    optimizationEvent: 'install',
    settings: { app: '700000000000001' },
  };
  const logo = `customers/${google.MAIN}/assets/900`;
  const shown = { logo, businessName: 'Acme' };
  it.each<[keyof typeof PLACES, string, object]>([
    ['meta', '/audience/ageMin age_hint', { audience: { countries: ['US'], ageMin: 30, expand: true } }],
    ['meta', '/destination/value skadnetwork', app],
    [
      'tiktok',
      '/budget/daily small_campaign_budget',
      { budget: { daily: 4_000 }, settings: { pixel: tiktok.PIXEL, budgetOptimization: 'campaign' } },
    ],
    [
      'tiktok',
      '/ad/callToAction call_to_action_portfolio',
      { optimizationEvent: 'lead', settings: { pixel: tiktok.PIXEL } },
    ],
    ['google', '/settings/connectedTv unconfirmed_device', { settings: { ...shown, connectedTv: false } }],
    [
      'google',
      '/ad/headline second_headline',
      {
        destination: { type: 'google_play', value: 'https://play.google.com/store/apps/details?id=com.acme' },
        optimizationEvent: 'install',
        settings: {},
      },
    ],
  ])('is a warning of %s (%s), in the answer too, and refused by nobody', async (name, warning, more) => {
    const world = worlds[name];
    const said = await preflight(world, more);
    expect([said.problems, found(said.warnings)]).toEqual([[], [warning]]);
    for (const { message, fix } of said.warnings)
      for (const text of [message, fix]) expect(text).toMatch(/^[A-Z].*\.$/);
    const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false, ...more }));
    expect([made.status, found(made.body.data.warnings)]).toEqual([201, [warning]]);
    const read = await world.send('GET', `/v1/campaigns/${made.body.data.id}`);
    expect(found(read.body.data.warnings)).toEqual([warning]);
  });

  it('of the selection is a warning until it is chosen', async () => {
    const world = worlds.meta;
    const select = (selection: object) =>
      world.send('PATCH', `/v1/connections/${world.connection}`, { selection });
    const bare = { adAccountId: meta.MAIN, pageId: meta.PAGE };
    await testEnv.DB.prepare('UPDATE connections SET selection = ? WHERE id = ?')
      .bind(JSON.stringify(bare), world.connection)
      .run();
    expect(found((await preflight(world, {})).warnings)).toEqual(['/connection instagram_account']);
    const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
    const warnings = async () =>
      found((await world.send('GET', `/v1/campaigns/${made.body.data.id}`)).body.data.warnings);
    expect(found(made.body.data.warnings)).toEqual(['/connection instagram_account']);
    expect(await warnings()).toEqual(['/connection instagram_account']);
    const listed = await world.send('GET', '/v1/campaigns?limit=1');
    expect(found(listed.body.data[0].warnings)).toEqual(['/connection instagram_account']);
    expect((await select({ ...bare, profileId: meta.PROFILE })).status).toBe(200);
    expect(await warnings()).toEqual([]);
  });
});
