// Snapchat's adapter against the simulator: what it creates exists once, and reads back in our terms.
import { beforeAll, describe, expect, it } from 'vitest';
import { vars } from '../../src/env.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdStepSpec, CreativeStep, VideoStep } from '../../src/integrations/ads/steps.ts';
import { snapchatAdapter as snapchat } from '../../src/integrations/snapchat/adapter.ts';
import { fromMicros, toMicros } from '../../src/integrations/snapchat/units.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/time.ts';
import { dayIn, isoIn, isZone, startOfDayIn } from '../../src/kit/zone.ts';
import * as steps from '../harness/ads/ad-steps.ts';
import { errorOf, GOAL, intent } from '../harness/ads/ad-steps.ts';
import type { ScriptedAds } from '../harness/ads/scripted-ads.ts';
import {
  CLOSED,
  MAIN,
  ORGANIZATION,
  PIXEL,
  PROFILE,
  REDIRECT,
  snapchatWorld,
  TOKYO,
} from '../harness/ads/snapchat.ts';
import * as clock from '../harness/clock.ts';
import { expectLogged } from '../harness/logs.ts';

let world: ScriptedAds;
let session: AdSession;
beforeAll(async () => {
  world = await snapchatWorld();
  session = await world.session();
});

const goal = { ...GOAL, pixel: PIXEL };
const { campaign } = steps;
const audience = { ...steps.adSet('').audience, languages: ['en'] };
const adSet: typeof steps.adSet = (of, more = {}) => steps.adSet(of, { goal, audience, ...more });
const video = (bytes = 1000): VideoStep => ({
  kind: 'video',
  intent: intent(),
  name: 'V',
  url: world.file(bytes),
});
const creative = (medium: string): CreativeStep => ({ ...steps.creative(medium, ''), cover: null });
const ad = (set: string, made: string): AdStepSpec => ({
  kind: 'ad',
  intent: intent(),
  name: 'Ad',
  adSet: set,
  creative: made,
});

async function launch(at: AdSession) {
  const { id: top } = await snapchat.create(at, campaign());
  const { id: set } = await snapchat.create(at, adSet(top));
  const { id: medium } = await snapchat.create(at, video());
  expect(await snapchat.videoState(at, medium)).toEqual({ state: 'processing', cover: null });
  await world.sim('clock', { advance: 31_000 });
  expect(await snapchat.videoState(at, medium)).toEqual({ state: 'ready', cover: null });
  const { id: made } = await snapchat.create(at, creative(medium));
  const { id: first } = await snapchat.create(at, ad(set, made));
  const running = [
    ['campaign', top],
    ['ad_set', set],
    ['ad', first],
  ] as const;
  return { top, set, ad: first, medium, made, running };
}

const states = async (at: AdSession, id: string) =>
  (await snapchat.state(at, [id])).map(({ kind, state }) => `${kind} ${state}`);

/** The simulator's clock runs ahead of ours, so a token of its world may have expired. */
const renewed = async () => {
  session = await world.session();
  return session;
};

describe('a campaign', () => {
  it('is made paused, reviewed, read, changed, reported on and put away', async () => {
    const at = session;
    const { top, set, running } = await launch(at);
    expect(await states(at, top)).toEqual(['campaign paused', 'ad_set paused', 'ad paused']);
    const objects = await snapchat.state(at, [top]);
    expect(objects[0]).toMatchObject({ name: 'Summer', parent: null });
    expect(objects[1]).toMatchObject({ parent: top, budget: { daily: 2500 } });
    for (const [kind, id] of running) await snapchat.setRunning(at, kind, id, 'active');
    expect(await states(at, top)).toEqual(['campaign active', 'ad_set active', 'ad in_review']);
    await world.sim('clock', { advance: HOUR_MS / 2 });
    expect((await states(at, top))[2]).toBe('ad active');
    const change = {
      name: 'Set A',
      budget: { daily: 3000 },
      audience: { countries: ['FR'], ageMin: 21, ageMax: 65, gender: 'all', expand: true } as const,
    };
    await snapchat.change(at, 'ad_set', set, change);
    // Fields that a change does not name stay the same, although the platform replaces the whole object.
    const [before, after] = [await world.sim('nodes', { kind: 'adsquad' }), await snapchat.state(at, [top])];
    expect(after[1]).toMatchObject({ name: 'Set A', budget: { daily: 3000 }, state: 'active' });
    expect(before.data[0]).toMatchObject({
      name: expect.stringMatching(/^Set A \[\w+\]$/),
      pixel_id: PIXEL,
      daily_budget_micro: 30_000_000,
      optimization_goal: 'PIXEL_PURCHASE',
      conversion_window: 'SWIPE_28DAY_VIEW_1DAY',
      targeting: {
        geos: [{ country_code: 'fr' }],
        demographics: [{ min_age: '21' }],
        enable_targeting_expansion: true,
      },
    });
    await snapchat.setRunning(at, 'campaign', top, 'archived');
    expect(await states(at, top)).toEqual(['campaign paused', 'ad_set paused', 'ad paused']);
    expect((await snapchat.state(at, [top, set, top, set, top, set]))[0]).toMatchObject({ id: top });
  });

  it('is reported by ad and day of its own zone, in reports and pages as long as need be', async () => {
    const at = await renewed();
    const [one, two] = [await launch(at), await launch(at)];
    const zone = 'America/New_York';
    const last = clock.now() + 400 * DAY_MS;
    const [until, since] = [dayIn(zone, last), dayIn(zone, last - 89 * DAY_MS)];
    const [first, middle] = [since, dayIn(zone, last - 45 * DAY_MS)];
    const row = { impressions: 1000, swipes: 30, spend: 12_345_678, conversion_purchases: 2 };
    for (const [of, date, more] of [
      [one.ad, first, { conversion_purchases_value: 50_000_000 }],
      [one.ad, until, {}],
      [two.ad, middle, { conversion_purchases: 0, conversion_sign_ups: 1 }],
    ] as const)
      await world.sim('delivery', { ad: of, date, ...row, ...more });
    await world.sim('settings', { statsPage: 1 });
    const found = [];
    let [next, reports]: [string | null, number] = [null, 0];
    do {
      const page = await snapchat.days(at, { since, until, next });
      found.push(...page.items);
      [next, reports] = [page.next, reports + 1];
    } while (next !== null);
    await world.sim('settings', { statsPage: 200 });
    // Every ad there has its own page in each of three reports.
    expect(reports).toBeGreaterThanOrEqual(6);
    const about = { impressions: 1000, clicks: 30, spend: 1235 };
    const at1 = { campaign: one.top, adSet: one.set, ad: one.ad, ...about };
    expect(found.sort((a, b) => a.day.localeCompare(b.day))).toEqual([
      { day: first, ...at1, conversions: { purchase: 2 }, revenue: 5000 },
      {
        day: middle,
        ...about,
        campaign: two.top,
        adSet: two.set,
        ad: two.ad,
        conversions: { complete_registration: 1 },
        revenue: 0,
      },
      { day: until, ...at1, conversions: { purchase: 2 }, revenue: 0 },
    ]);
  });

  it('says why it does not run', async () => {
    const at = await renewed();
    await world.sim('settings', { rejections: [{ name: 'Ad', reason: 'Prohibited content' }] });
    const { top, set, running } = await launch(at);
    for (const [kind, id] of running) await snapchat.setRunning(at, kind, id, 'active');
    await world.sim('clock', { advance: HOUR_MS / 2 });
    expect((await snapchat.state(at, [top]))[2]).toMatchObject({
      state: 'rejected',
      policies: ['Prohibited content'],
    });
    await world.sim(`nodes/${set}`, { _issue: 'INVALID_NO_FUNDING_SOURCE' });
    expect((await snapchat.state(at, [top]))[1]).toMatchObject({
      state: 'needs_attention',
      issues: ['billing:INVALID_NO_FUNDING_SOURCE'],
    });
    await world.sim(`nodes/${MAIN}`, { status: 'CLOSED' });
    expect((await snapchat.state(at, [top]))[0]).toMatchObject({
      state: 'needs_attention',
      issues: ['ad_account_closed'],
    });
    await world.sim(`nodes/${MAIN}`, { status: 'ACTIVE' });
    await world.sim(`nodes/${top}`, { deleted: true });
    expect(await snapchat.state(at, [top])).toEqual([]);
  });

  it('of which an answer was lost is found again, and there is one of each', async () => {
    const at = await renewed();
    const before = await world.sim('counts');
    const { top, set, medium, made } = await launch(at);
    const step = [campaign(), adSet(top), video(), creative(medium), ad(set, made)];
    for (const one of step) {
      expect(await snapchat.find(at, one)).toBeNull();
      const path = one.kind === 'video' ? 'POST media' : 'POST ad';
      await world.fault('fail_after', one.kind === 'ad_set' ? 'POST campaigns' : path);
      expect(await errorOf(snapchat.create(at, one)), one.kind).toMatchObject({
        kind: 'transient',
        mayHaveHappened: true,
      });
      expect(await snapchat.find(at, one)).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    }
    const counts = await world.sim('counts');
    const edges = ['adaccounts/:/campaigns', 'campaigns/:/adsquads', 'adaccounts/:/media', 'adsquads/:/ads'];
    for (const edge of edges) expect(counts[`POST ${edge}`] - before[`POST ${edge}`], edge).toBe(2);
  });
});

describe('a video', () => {
  it.each([
    ['answer was lost', 'fail_after', 'POST adaccounts'],
    ['bytes never came', 'fail_before', 'POST media'],
  ])('whose %s gets them when it is made again, and is one', async (_, kind, path) => {
    const at = await renewed();
    const step = video();
    const before = await world.sim('counts');
    await world.fault(kind, path);
    expect(await errorOf(snapchat.create(at, step))).toMatchObject({ kind: 'transient' });
    expect(await snapchat.find(at, step)).toBeNull();
    const { id } = await snapchat.create(at, step);
    expect([await snapchat.find(at, step), await snapchat.create(at, step)]).toEqual([{ id }, { id }]);
    const counts = await world.sim('counts');
    for (const edge of ['adaccounts/:/media', 'media/:/upload'])
      expect(counts[`POST ${edge}`] - (before[`POST ${edge}`] ?? 0), edge).toBe(1);
  });

  it('that can not be read, or not be used, is told apart', async () => {
    const at = await renewed();
    const gone = { ...video(), url: `${world.file(1)}/nothing` };
    expect(await errorOf(snapchat.create(at, gone))).toMatchObject({
      kind: 'transient',
      mayHaveHappened: false,
    });
    await world.sim('settings', { mediaFail: 1 });
    const { id: failed } = await snapchat.create(at, video());
    await world.sim('clock', { advance: 31_000 });
    expect((await snapchat.videoState(at, failed)).state).toBe('failed');
  });
});

describe('what there is to pick', () => {
  it("is listed with what depends on it, in the account's own currency", async () => {
    const at = await renewed();
    const options = await snapchat.setup(at, { organizationId: ORGANIZATION });
    expect(options.organizationId!.map(({ id }) => id)).toEqual([ORGANIZATION]);
    expect(options.adAccountId).toContainEqual({
      id: MAIN,
      name: 'Main account',
      parentId: ORGANIZATION,
      currency: 'usd',
      timezone: 'America/New_York',
      status: 'active',
    });
    expect(options.adAccountId!.find(({ id }) => id === CLOSED)!.status).toBe('disabled');
    expect(options.profileId!.map(({ id }) => id)).toContain(PROFILE);
    const tokyo = { ...at, selection: { adAccountId: TOKYO }, currency: 'jpy' };
    expect([await snapchat.budgetFloor(at), await snapchat.budgetFloor(tokyo)]).toEqual([500, 750]);
  });

  it('counts days as the clocks of the ad account do, also when they change', () => {
    const days = ['2026-11-01', '2026-11-02', '2026-03-08', '2026-03-09'];
    expect(days.map((day) => isoIn('America/New_York', startOfDayIn('America/New_York', day)))).toEqual([
      ...['2026-11-01T00:00:00.000-04:00', '2026-11-02T00:00:00.000-05:00'],
      ...['2026-03-08T00:00:00.000-05:00', '2026-03-09T00:00:00.000-04:00'],
    ]);
    // Where clocks skip midnight, the day begins later.
    const beirut = startOfDayIn('Asia/Beirut', '2026-03-29');
    expect(isoIn('Asia/Beirut', beirut)).toBe('2026-03-29T01:00:00.000+03:00');
    expect([dayIn('Asia/Beirut', beirut), dayIn('Asia/Beirut', beirut - 1)]).toEqual([
      ...['2026-03-29', '2026-03-28'],
    ]);
    expect([isZone('Asia/Kolkata'), isZone('Nowhere/Land')]).toEqual([true, false]);
  });

  it('counts money as the platform does', () => {
    expect([toMicros(1234, 'usd'), toMicros(500, 'jpy')]).toEqual([12_340_000, 500_000_000]);
    expect([fromMicros(12_345_678, 'usd'), fromMicros(499_500_000, 'jpy')]).toEqual([1235, 500]);
    expect(() => toMicros(1.5, 'usd')).toThrow(RangeError);
  });
});

describe('signing in', () => {
  const ask = () => snapchat.authorizeUrl(world.site(), { state: 'st', redirectUri: REDIRECT });
  const grantOf = async (form = {}) => {
    const code = (await world.consent(ask(), form)).searchParams.get('code')!;
    return await snapchat.exchangeCode(world.site(), { code, redirectUri: REDIRECT, now: 1_000_000 });
  };

  it('says whose it is, how long it is good for and what is missing', async () => {
    expect(await grantOf({ decline: 'snapchat-profile-api' })).toMatchObject({
      expiresAt: 1_000_000 + HOUR_MS,
      refreshToken: expect.any(String),
      user: { id: expect.any(String), name: 'Ada Sim' },
      missing: ['listing your public profiles'],
    });
    const code = (await world.consent(ask())).searchParams.get('code')!;
    const answer = { code, redirectUri: REDIRECT, now: 0 };
    await snapchat.exchangeCode(world.site(), answer);
    expect((await errorOf(snapchat.exchangeCode(world.site(), answer))).kind).toBe('invalid');
  });

  it('is renewed without the person, until they or we take it back', async () => {
    const grant = await grantOf();
    await world.sim('clock', { advance: HOUR_MS });
    expect((await errorOf(snapchat.setup({ ...session, token: grant.token }, {}))).kind).toBe('auth_expired');
    const fresh = await snapchat.renew!(world.site(), grant.refreshToken!, 5);
    expect(fresh.expiresAt).toBe(5 + HOUR_MS);
    expect((await snapchat.setup({ ...session, token: fresh.token }, {})).organizationId).toHaveLength(1);
    await snapchat.revoke(world.site(), fresh);
    const over = snapchat.renew!(world.site(), fresh.refreshToken!, 5);
    expect((await errorOf(over)).kind).toBe('auth_expired');
  });

  it('needs an app of ours', () => {
    expectLogged('error', /SNAPCHAT_CLIENT_SECRET is not set on creator-marketing-service/);
    const none = vars({ ...world.env, SNAPCHAT_CLIENT_SECRET: undefined } as never);
    expect(snapchat.configured(none)).toBe(false);
    expect(() => snapchat.site(none)).toThrow(/not configured/);
  });
});
