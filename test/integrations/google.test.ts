// Google's adapter against the simulator: what it creates exists once, and reads back in our terms.
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdSetStep, AdStepSpec, CampaignStep, Running } from '../../src/integrations/ads/steps.ts';
import { googleAdapter as google } from '../../src/integrations/google/adapter.ts';
import { fromDay, fromMicros, fromWhole, toMicros, untilDay } from '../../src/integrations/google/units.ts';
import { DAY_MS, day } from '../../src/kit/time.ts';
import {
  adSet as anyAdSet,
  campaign as anyCampaign,
  errorOf,
  GOAL,
  intent,
} from '../harness/ads/ad-steps.ts';
import {
  adWith,
  CLIENT,
  CLOSED,
  film,
  type GoogleWorld,
  googleWorld,
  IN_APP,
  MAIN,
  MANAGER,
  PNG,
  PURCHASES,
  TOKYO,
} from '../harness/ads/google.ts';
import * as clock from '../harness/clock.ts';

let world: GoogleWorld;
let session: AdSession;
beforeAll(async () => {
  world = await googleWorld();
  // Tests move its clock by days.
  await world.sim('settings', { tokenLives: 100 * DAY_MS });
  session = await world.session();
});

const goal = { ...GOAL, pixel: null };
const audience = { countries: ['US', 'DE'], ageMin: 20, ageMax: 50, gender: 'female', expand: true } as const;
/** How far the platform's clock is ahead of ours. */
let ahead = 0;
const advance = async (ms: number) => {
  ahead += ms;
  await world.sim('clock', { advance: ms });
};
const present = () => clock.now() + ahead;
const campaign = (more: Partial<CampaignStep> = {}) =>
  anyCampaign({ budget: { daily: 2500 }, goal, startsAt: present(), ...more });
const adSet = (of: string, more: Partial<AdSetStep> = {}) =>
  anyAdSet(of, { budget: null, goal, audience, ...more });
const APP = { id: null, storeUrl: 'https://play.google.com/store/apps/details?id=com.acme.app' };
const ofAnApp = { objective: 'app_promotion', goal: { ...goal, event: 'install', app: APP } } as const;

/** What ads are made of: a ready video, and a logo. */
async function media(at = session) {
  const { id: video } = await google.create(at, film());
  expect(await google.videoState(at, video)).toEqual({ state: 'processing', cover: null });
  await advance(31_000);
  expect((await google.videoState(at, video)).state).toBe('ready');
  const image = { kind: 'image', intent: intent(), name: 'Logo', bytes: PNG } as const;
  const { id: logo } = await google.create(at, image);
  expect(await google.create(at, { ...image, intent: intent() })).toEqual({ id: logo });
  return { video, brand: { name: 'Acme', logo } };
}

async function launch(more: Partial<CampaignStep> = {}) {
  const content = await media();
  const { id: top } = await google.create(session, campaign(more));
  const objective = more.objective ?? 'conversions';
  const { id: set } = await google.create(session, adSet(top, { objective }));
  const { id: ad } = await google.create(session, adWith(set, content));
  return { top, set, ad, content };
}

const run = async (of: { top: string; set: string; ad: string }, to: 'active' | 'paused' | 'archived') => {
  for (const [kind, id] of Object.entries({ campaign: of.top, ad_set: of.set, ad: of.ad }))
    await google.setRunning(session, kind as Running, id, to);
};
const states = async (id: string) =>
  (await google.state(session, [id])).map(({ kind, state }) => `${kind} ${state}`);
const node = async (kind: string, has: string) =>
  (await world.sim('nodes', { kind })).data.find(({ id }: { id: string }) => id.includes(has));

describe('a Demand Gen campaign', () => {
  it('is made paused, reviewed, read, changed, reported on and archived', async () => {
    const made = await launch();
    const { top, set, ad } = made;
    expect(await states(top)).toEqual(['campaign paused', 'ad_set paused', 'ad paused']);
    const [one, two, three] = await google.state(session, [top]);
    expect(one).toMatchObject({ name: 'Summer', parent: null, budget: { daily: 2500 } });
    expect([two, three]).toMatchObject([
      { name: 'Set 1', parent: top },
      { name: 'Ad', parent: set, id: ad },
    ]);
    expect((await node('campaign', top)).maximizeConversions).toEqual({});
    const { dimensions } = (await world.sim('nodes', { kind: 'audience' })).data[0];
    expect(dimensions[0].age.ageRanges).toEqual([{ minAge: '25', maxAge: '44' }]);
    const targets = (await world.sim('nodes', { kind: 'adGroupCriterion' })).data.filter(
      ({ adGroup }: { adGroup: string }) => adGroup.endsWith(set),
    );
    expect(targets.map((target: { location?: object }) => target.location !== undefined).sort()).toEqual([
      false,
      true,
      true,
    ]);
    await run(made, 'active');
    expect(await states(top)).toEqual(['campaign active', 'ad_set active', 'ad in_review']);
    await advance(DAY_MS);
    expect((await states(top))[2]).toBe('ad active');
    await google.change(session, 'campaign', top, { name: 'Autumn', budget: { daily: 3000 } });
    await google.change(session, 'ad_set', set, { audience: { ...audience, countries: ['GB'], ageMax: 65 } });
    expect((await google.state(session, [top]))[0]).toMatchObject({
      name: 'Autumn',
      budget: { daily: 3000 },
    });
    const now = present();
    const range = { since: day(now - 10 * DAY_MS), until: day(now), next: null };
    const { items, next } = await google.days(session, range);
    expect(next).toBe(day(now - 3 * DAY_MS));
    const rest = await google.days(session, { ...range, next });
    const mine = [...items, ...rest.items].filter((row) => row.ad === ad);
    expect(mine.length).toBeGreaterThan(0);
    for (const { spend, conversions, revenue } of mine)
      expect([spend > 0, revenue]).toEqual([true, (conversions.purchase ?? 0) * 2500]);
    expect(rest.next).toBeNull();
    await run(made, 'paused');
    for (let twice = 0; twice < 2; twice++) await google.setRunning(session, 'campaign', top, 'archived');
    expect(await states(top)).toEqual(['campaign archived', 'ad_set archived', 'ad archived']);
  });

  it('says why it does not run', async () => {
    await world.sim('settings', { rejections: [{ name: 'Ad', topic: 'ALCOHOL' }] });
    const made = await launch();
    await run(made, 'active');
    await advance(DAY_MS);
    const read = async () => await google.state(session, [made.top]);
    expect((await read())[2]).toMatchObject({ state: 'rejected', policies: ['ALCOHOL'] });
    expect((await read())[0]).toMatchObject({ state: 'active', issues: [] });
    const name = `customers/${MAIN}/campaigns/${made.top}`;
    await world.sim(`nodes/${name}`, { _issue: 'BUDGET_MISCONFIGURED' });
    expect((await read())[0]).toMatchObject({
      state: 'needs_attention',
      issues: ['budget_invalid:BUDGET_MISCONFIGURED'],
    });
    await world.sim(`nodes/${name}`, { _issue: null });
    await world.sim(`nodes/${MAIN}`, { status: 'SUSPENDED' });
    expect((await read())[0]).toMatchObject({ state: 'needs_attention', issues: ['ad_account_closed'] });
    await world.sim(`nodes/${MAIN}`, { status: 'ENABLED' });
  });

  it('of which an answer was lost is found again, and there is one of each', async () => {
    const { top, set, content } = await launch();
    const before = await world.sim('counts');
    const steps: AdStepSpec[] = [campaign(), adSet(top), adWith(set, content)];
    for (const step of steps) {
      expect(await google.find(session, step)).toBeNull();
      await world.fault('fail_after', `POST customers/${MAIN}/googleAds:mutate`);
      expect(await errorOf(google.create(session, step))).toMatchObject({
        kind: 'transient',
        mayHaveHappened: true,
      });
      const found = await google.find(session, step);
      expect(found).toEqual({ id: expect.stringMatching(/^[\d~]+$/) });
    }
    const counts = await world.sim('counts');
    for (const kind of ['campaign', 'campaignBudget', 'adGroup'])
      expect(counts[`create ${kind}`] - (before[`create ${kind}`] ?? 0), kind).toBe(1);
  });

  it('has its whole budget, its dates and a goal of its own when it is told so', async () => {
    const endsAt = present() + 10 * DAY_MS;
    const own = {
      budget: { lifetime: 90_000 },
      endsAt,
      goal: { ...goal, conversion: PURCHASES, targetCost: 1250 },
    };
    const { id } = await google.create(session, campaign(own));
    expect((await google.state(session, [id]))[0]!.budget).toEqual({ lifetime: 90_000 });
    expect(await node('campaigns', id)).toBeUndefined();
    const made = await node('campaign', `campaigns/${id}`);
    expect(made).toMatchObject({
      maximizeConversions: { targetCpaMicros: '12500000' },
      endDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d 23:59:59$/),
    });
    const config = await node('conversionGoalCampaignConfig', id);
    expect(config).toMatchObject({ goalConfigLevel: 'CAMPAIGN', customConversionGoal: expect.any(String) });
    const custom = await node('customConversionGoal', config.customConversionGoal);
    expect(custom.conversionActions).toEqual([PURCHASES]);
    const traffic = await google.create(session, campaign({ objective: 'traffic' }));
    expect((await node('campaign', traffic.id)).targetSpend).toEqual({});
    const awareness = await errorOf(google.create(session, campaign({ objective: 'awareness' })));
    expect(awareness).toMatchObject({ kind: 'invalid', field: 'objective' });
  });
});

describe('an app campaign', () => {
  it('aims at installs or at what happens in the app, in its places, with one ad a group', async () => {
    const made = await launch(ofAnApp);
    await run(made, 'active');
    expect(await states(made.top)).toEqual(['campaign active', 'ad_set active', 'ad in_review']);
    expect(await node('campaign', made.top)).toMatchObject({
      advertisingChannelType: 'MULTI_CHANNEL',
      maximizeConversions: {},
      appCampaignSetting: { appId: 'com.acme.app', appStore: 'GOOGLE_APP_STORE' },
    });
    const second = adWith(made.set, made.content);
    expect(await google.find(session, second)).toEqual({ id: made.ad });
    expect((await errorOf(google.create(session, second))).platformCode).toBe(
      'resourceCountLimitExceededError.RESOURCE_LIMIT',
    );
    const apple = { id: null, storeUrl: 'https://apps.apple.com/us/app/acme/id123456789' };
    const inApp = { ...goal, event: 'purchase', app: apple, conversion: IN_APP, targetCost: 500 } as const;
    const { id } = await google.create(session, campaign({ ...ofAnApp, goal: inApp }));
    expect(await node('campaign', id)).toMatchObject({
      selectiveOptimization: { conversionActions: [IN_APP] },
      targetCpa: { targetCpaMicros: '5000000' },
      appCampaignSetting: { appId: '123456789', appStore: 'APPLE_APP_STORE' },
    });
    await google.change(session, 'ad_set', made.set, { audience: { ...audience, countries: ['JP'] } });
    const places = (await world.sim('nodes', { kind: 'campaignCriterion' })).data.filter(
      (one: { campaign: string; _removed?: boolean }) => one.campaign.endsWith(made.top) && !one._removed,
    );
    expect(places.map((one: { location: object }) => one.location)).toEqual([
      { geoTargetConstant: 'geoTargetConstants/2392' },
    ]);
    for (const wrong of [{ app: null }, { app: { id: null, storeUrl: 'https://x.example/?id=com.a.b' } }])
      expect(
        (await errorOf(google.create(session, campaign({ ...ofAnApp, goal: { ...ofAnApp.goal, ...wrong } }))))
          .field,
      ).toBe('app_id');
  });
});

describe('what there is to pick and to aim at', () => {
  it('is listed, through a manager account too, with the least budget of each', async () => {
    const options = await google.setup(session, {});
    expect(options.businessId!.map(({ id, name }) => [id, name])).toEqual([[MANAGER, 'Sim Agency']]);
    expect(options.adAccountId!.map(({ id }) => id)).toEqual([MAIN, TOKYO, CLOSED]);
    expect(options.adAccountId![1]).toEqual({
      id: TOKYO,
      name: 'Tokyo',
      parentId: null,
      currency: 'jpy',
      timezone: 'Asia/Tokyo',
      status: 'active',
    });
    expect(options.adAccountId![2]!.status).toBe('disabled');
    const through = await google.setup(session, { businessId: MANAGER });
    expect(through.adAccountId).toMatchObject([{ id: CLIENT, parentId: MANAGER, currency: 'eur' }]);
    const tokyo = { ...session, selection: { adAccountId: TOKYO }, currency: 'jpy', timezone: 'Asia/Tokyo' };
    expect([await google.budgetFloor(session), await google.budgetFloor(tokyo)]).toEqual([500, 700]);
    const selection = { adAccountId: CLIENT, businessId: MANAGER };
    const client = { ...session, selection, currency: 'eur', timezone: 'Europe/Berlin' };
    expect(await google.create(client, campaign())).toEqual({ id: expect.any(String) });
    const alone = { ...client, selection: { adAccountId: CLIENT } };
    expect((await errorOf(google.create(alone, campaign()))).kind).toBe('permission');
    expect((await google.interests(session, 'running', null)).items).toHaveLength(3);
    expect((await google.interests(session, "50%' OR [x]", null)).items).toEqual([]);
  });

  it('is read however many pages it takes', async () => {
    const ids = [
      (await google.create(session, campaign())).id,
      (await google.create(session, campaign())).id,
    ];
    await world.sim('settings', { pageSize: 1 });
    expect((await google.state(session, ids)).map(({ id }) => id).sort()).toEqual(ids.toSorted());
    await world.sim('settings', { pageSize: 10_000 });
  });

  it('counts money and days as the platform does', () => {
    expect([toMicros(1234, 'usd'), toMicros(500, 'jpy')]).toEqual(['12340000', '500000000']);
    expect([fromMicros('12345678', 'usd'), fromMicros('500000000', 'jpy')]).toEqual([1235, 500]);
    expect([fromWhole(12.345, 'usd'), fromWhole(250, 'jpy')]).toEqual([1235, 250]);
    expect(() => toMicros(1.5, 'usd')).toThrow(RangeError);
    const midnight = Date.parse('2026-03-01T05:00:00Z');
    expect([fromDay(midnight, 'America/New_York'), untilDay(midnight, 'America/New_York')]).toEqual([
      '2026-03-01 00:00:00',
      '2026-02-28 23:59:59',
    ]);
  });
});
