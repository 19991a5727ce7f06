// TikTok's adapter against the simulator: what it creates exists once, and reads back in our terms.
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdContent, AdStepSpec } from '../../src/integrations/ads/steps.ts';
import { tiktokAdapter as tiktok } from '../../src/integrations/tiktok/adapter.ts';
import { requestId } from '../../src/integrations/tiktok/making.ts';
import { fromTiktok, toTiktok } from '../../src/integrations/tiktok/units.ts';
import { stateOf, targeting } from '../../src/integrations/tiktok/words.ts';
import { DAY_MS, HOUR_MS } from '../../src/kit/time.ts';
import { adSet, campaign, creative, errorOf, GOAL, intent } from '../harness/ads/ad-steps.ts';
import type { ScriptedAds } from '../harness/ads/scripted-ads.ts';
import {
  APP,
  CENTER,
  CLOSED,
  IDENTITY,
  LINKED,
  MAIN,
  PIXEL,
  TOKYO,
  TOKYO_IDENTITY,
  tiktokWorld,
} from '../harness/ads/tiktok.ts';
import * as clock from '../harness/clock.ts';

let world: ScriptedAds;
let session: AdSession;
beforeAll(async () => {
  world = await tiktokWorld();
  session = await world.session();
});

const goal = { ...GOAL, pixel: PIXEL };
const group = (of: string, more: object = {}) => adSet(of, { goal, ...more });
const ad = (set: string, content: AdContent): AdStepSpec => ({
  kind: 'ad',
  intent: intent(),
  name: 'Ad 🎉',
  adSet: set,
  creative: content,
});
const make = async (step: AdStepSpec, at = session) => (await tiktok.create(at, step)).id;
const film = (): AdStepSpec => ({
  kind: 'video',
  intent: intent(),
  name: 'V',
  url: 'https://x.example/v.mp4',
});
const still = (): AdStepSpec => ({
  kind: 'image',
  intent: intent(),
  name: 'I',
  bytes: new Uint8Array([1, 2]),
});

async function launch() {
  const top = await make(campaign({ name: 'Summer ☀️ sale' }));
  const set = await make(group(top));
  const video = await make(film());
  const image = await make(still());
  expect(await tiktok.videoState(session, video)).toEqual({ state: 'processing', cover: null });
  await world.sim('clock', { advance: 31_000 });
  const ready = await tiktok.videoState(session, video);
  expect(ready).toEqual({ state: 'ready', cover: expect.stringMatching(/^https:/) });
  const content = creative(video, image);
  return { top, set, video, image, content, ad: await make(ad(set, content)), cover: ready.cover! };
}

const states = async (id: string) =>
  (await tiktok.state(session, [id])).map(({ kind, state }) => `${kind} ${state}`);
const KINDS = ['campaign', 'ad_set', 'ad'] as const;

describe('a campaign', () => {
  it('is made off, reviewed, read, changed, copied, reported on and deleted', async () => {
    const { top, set, ad: one } = await launch();
    expect(await states(top)).toEqual(['campaign paused', 'ad_set paused', 'ad paused']);
    const [first, second] = await tiktok.state(session, [top]);
    expect(first).toMatchObject({ name: 'Summer sale', parent: null, budget: null });
    expect(second).toMatchObject({ parent: top, budget: { daily: 2500 } });
    const ids = [top, set, one];
    for (const [at, kind] of KINDS.entries()) await tiktok.setRunning(session, kind, ids[at]!, 'active');
    expect(await states(top)).toEqual(['campaign active', 'ad_set in_review', 'ad in_review']);
    await world.sim('clock', { advance: DAY_MS });
    expect(await states(top)).toEqual(['campaign active', 'ad_set active', 'ad active']);
    const endsAt = clock.now() + 90 * DAY_MS;
    const audience = { countries: ['FR'], ageMin: 21, ageMax: 65, gender: 'all', expand: true } as const;
    await tiktok.change(session, 'ad_set', set, { name: 'Set A', budget: { daily: 3050 }, audience, endsAt });
    expect((await tiktok.state(session, [top]))[1]).toMatchObject({ name: 'Set A', budget: { daily: 3050 } });
    await tiktok.change(session, 'ad', one, { name: 'Renamed' });
    await world.sim('delivery', {
      ad: one,
      date: '2026-05-03',
      spend: 1234,
      impressions: 10,
      clicks: 2,
      purchases: 3,
      value: 1050,
    });
    await world.sim('delivery', { ad: one, date: '2026-06-20', spend: 1, purchases: 0 });
    await tiktok.setRunning(session, 'campaign', top, 'paused');
    const copy = (await tiktok.copy(session, {
      kind: 'campaign',
      id: top,
      into: null,
      suffix: ' (copy)',
    })) as {
      task: string;
    };
    expect(await tiktok.copied(session, 'campaign', copy.task)).toBeNull();
    await world.sim('clock', { advance: 6000 });
    const { id: again } = (await tiktok.copied(session, 'campaign', copy.task))!;
    expect((await tiktok.state(session, [again]))[0]).toMatchObject({
      name: 'Summer sale (copy)',
      state: 'paused',
    });
    for (let twice = 0; twice < 2; twice++) await tiktok.setRunning(session, 'campaign', top, 'archived');
    expect(await tiktok.state(session, [top])).toEqual([]);
    // Its results are still reported, over ranges that are longer than the platform allows in one request.
    const rows = [];
    let pages = 0;
    for (let next: string | null = null, on = true; on; pages++) {
      const page = await tiktok.days(session, { since: '2026-05-01', until: '2026-07-15', next });
      rows.push(...page.items.filter((row) => row.ad === one && row.day < '2026-07-01'));
      next = page.next;
      on = next !== null;
    }
    expect(pages).toBe(3);
    expect(rows).toEqual([
      {
        day: '2026-05-03',
        campaign: top,
        adSet: set,
        ad: one,
        spend: 1234,
        impressions: 10,
        clicks: 2,
        plays: 5,
        conversions: { purchase: 3 },
        revenue: 3150,
      },
      expect.objectContaining({ day: '2026-06-20', spend: 1, conversions: {}, revenue: 0 }),
    ]);
  });

  it('says why it does not run', async () => {
    await world.sim('settings', { rejections: [{ name: 'Ad' }] });
    const { top, set, ad: one } = await launch();
    for (const [at, kind] of KINDS.entries())
      await tiktok.setRunning(session, kind, [top, set, one][at]!, 'active');
    await world.sim('clock', { advance: HOUR_MS });
    expect((await tiktok.state(session, [top]))[2]).toMatchObject({
      state: 'rejected',
      issues: ['review_rejected:AUDIT_DENY'],
    });
    await world.sim(`nodes/${top}`, { _issue: 'CAMPAIGN_STATUS_BUDGET_EXCEED' });
    expect((await tiktok.state(session, [top]))[0]).toMatchObject({
      state: 'needs_attention',
      issues: ['budget_spent:BUDGET_EXCEED'],
    });
    await world.sim(`nodes/${MAIN}`, { status: 'STATUS_DISABLE' });
    expect((await tiktok.state(session, [top]))[0]).toMatchObject({ issues: ['ad_account_closed'] });
    await world.sim(`nodes/${MAIN}`, { status: 'STATUS_ENABLE' });
  });

  it('of which an answer was lost is found again, and there is one of each', async () => {
    const before = await world.sim('counts');
    const { top, set, content } = await launch();
    const steps: AdStepSpec[] = [campaign(), group(top), film(), still(), ad(set, content)];
    for (const step of steps) {
      expect(await tiktok.find(session, step)).toBeNull();
      await world.fault('fail_after', 'POST ');
      expect(await errorOf(tiktok.create(session, step)), step.kind).toMatchObject({
        kind: 'transient',
        mayHaveHappened: true,
      });
      expect(await tiktok.find(session, step), step.kind).toEqual({ id: expect.any(String) });
    }
    // Within ten seconds the platform itself recognizes a repeated request.
    expect(await errorOf(tiktok.create(session, steps[0]!))).toMatchObject({
      kind: 'transient',
      mayHaveHappened: true,
      platformCode: '40050',
    });
    const counts = await world.sim('counts');
    for (const edge of ['smart_plus/campaign/create', 'smart_plus/adgroup/create', 'smart_plus/ad/create'])
      expect(counts[`POST ${edge}`] - before[`POST ${edge}`], edge).toBe(2);
  });

  it('spends as one where its budget is its own, and for its time where it is for that', async () => {
    const endsAt = clock.now() + 10 * DAY_MS;
    const together = await make(campaign({ budget: { daily: 2000 } }));
    await make(group(together, { budget: null }));
    const whole = await make(campaign({ budget: { lifetime: 50_000 }, endsAt }));
    await make(group(whole, { budget: null, endsAt }));
    expect((await tiktok.state(session, [together, whole])).map(({ budget }) => budget)).toEqual([
      ...[{ lifetime: 50_000 }, { daily: 2000 }],
      ...[null, null],
    ]);
    await tiktok.change(session, 'campaign', together, { budget: { daily: 2100 } });
    expect((await tiktok.state(session, [together]))[0]!.budget).toEqual({ daily: 2100 });
  });

  it('is for an app, or for leads, and for nothing that Smart+ is not', async () => {
    const storeUrl = 'https://play.google.com/store/apps/details?id=sim.app';
    const app = { ...GOAL, pixel: null, event: null, app: { id: APP, storeUrl } };
    const forApp = await make(campaign({ objective: 'app_promotion', goal: app }));
    const inApp = { ...app, event: 'purchase' as const };
    for (const one of [app, inApp]) await make(group(forApp, { objective: 'app_promotion', goal: one }));
    const leads = { objective: 'leads', goal: { ...goal, event: 'lead' } } as const;
    const capped = { ...leads, goal: { ...leads.goal, targetCost: 500 } };
    const bidding = await make(group(await make(campaign(leads)), capped));
    await tiktok.change(session, 'ad_set', bidding, { bidding: { strategy: 'cost_cap', amount: 650 } });
    const { data } = await world.sim('nodes', { kind: 'adgroup' });
    expect(data.slice(0, 3)).toMatchObject([
      { optimization_event: 'FORM', bid_type: 'BID_TYPE_CUSTOM', conversion_bid_price: 6.5 },
      { promotion_type: 'APP_ANDROID', optimization_goal: 'IN_APP_EVENT', optimization_event: 'ACTIVE_PAY' },
      { promotion_type: 'APP_ANDROID', optimization_goal: 'INSTALL', operation_status: 'DISABLE' },
    ]);
    const free = group(forApp, { objective: 'app_promotion', goal: app });
    const change = { bidding: { strategy: 'cost_cap', amount: 650 } } as const;
    expect((await errorOf(tiktok.change(session, 'ad_set', await make(free), change))).kind).toBe('invalid');
    for (const objective of ['traffic', 'awareness', 'engagement'] as const) {
      expect(tiktok.capabilities.objectives).not.toContain(objective);
      expect((await errorOf(tiktok.create(session, campaign({ objective })))).kind).toBe('invalid');
    }
  });
});

describe('an ad', () => {
  it("shows a creator's post by its code, which is used once, until that ends", async () => {
    const set = await make(group(await make(campaign())));
    await world.sim('posts', { auth_code: '#spark+code=', handle: 'jo', days: 7 });
    const content = { ...creative('', ''), partner: { code: '#spark+code=' } };
    const [first] = [await make(ad(set, content)), await make(ad(set, content))];
    expect((await world.sim('counts'))['POST tt_video/authorize']).toBe(1);
    const { data } = await world.sim('nodes', { kind: 'ad' });
    expect(data.find((one: { id: string }) => one.id === first)).toMatchObject({
      creative_list: [{ creative_info: { identity_type: 'AUTH_CODE', tiktok_item_id: expect.any(String) } }],
      landing_page_url_list: [{ landing_page_url: 'https://shop.example/?service_id=1' }],
    });
    for (const code of ['#other=', '#spark+code=']) {
      if (code !== '#other=') await world.sim(`nodes/${encodeURIComponent(code)}`, { _revoked: true });
      const refused = await errorOf(tiktok.create(session, ad(set, { ...content, partner: { code } })));
      expect([refused.kind, refused.field, refused.mayHaveHappened]).toEqual(['invalid', 'auth_code', false]);
    }
    // A creator's identity cannot be selected.
    expect((await tiktok.setup(session, { advertiserId: MAIN })).identityId!.map(({ id }) => id)).toEqual([
      IDENTITY,
    ]);
  });

  it('bears the identity that was picked, with a cover at an address, and leads where it should', async () => {
    const { set, content, cover } = await launch();
    const linked = {
      ...session,
      selection: { advertiserId: MAIN, businessCenterId: CENTER, identityId: LINKED },
    };
    const link = 'https://shop.example/a?b=1#c';
    const id = await make(ad(set, { ...content, cover: { url: cover }, link }), linked);
    const { data } = await world.sim('nodes', { kind: 'ad' });
    expect(data.find((one: { id: string }) => one.id === id)).toMatchObject({
      creative_list: [{ creative_info: { identity_type: 'BC_AUTH_TT', identity_authorized_bc_id: CENTER } }],
      landing_page_url_list: [{ landing_page_url: 'https://shop.example/a?b=1&service_id=1#c' }],
      ad_text_list: [{ ad_text: 'Look' }],
    });
    const gone = { ...session, selection: { advertiserId: MAIN, identityId: '1' } };
    expect(await errorOf(tiktok.create(gone, ad(set, content)))).toMatchObject({ field: 'identityId' });
    await world.sim('settings', { videosFail: 1 });
    const bad = await make(film());
    await world.sim('clock', { advance: 31_000 });
    expect((await tiktok.videoState(session, bad)).state).toBe('failed');
  });
});

describe('what there is to pick and to aim at', () => {
  it("is listed with what depends on it, in the advertiser's own currency", async () => {
    const options = await tiktok.setup(session, { advertiserId: MAIN, businessCenterId: CENTER });
    expect(options.advertiserId).toContainEqual({
      id: MAIN,
      name: 'Main advertiser',
      parentId: CENTER,
      currency: 'usd',
      timezone: 'America/New_York',
      status: 'active',
    });
    expect(options.advertiserId!.find(({ id }) => id === CLOSED)!.status).toBe('disabled');
    expect(options.identityId!.map(({ id }) => id)).toEqual([IDENTITY, LINKED]);
    const tokyo = {
      ...session,
      selection: { advertiserId: TOKYO, identityId: TOKYO_IDENTITY },
      currency: 'jpy',
    };
    expect([await tiktok.budgetFloor(session), await tiktok.budgetFloor(tokyo)]).toEqual([2000, 3000]);
    const top = await make(campaign({ budget: { daily: 3001 } }), tokyo);
    expect((await tiktok.state(tokyo, [top]))[0]!.budget).toEqual({ daily: 3001 });
    expect((await tiktok.interests(session, 'running', null)).items).toHaveLength(3);
    expect((await tiktok.interests(session, 'yoga', null)).items).toEqual([]);
    expect((await tiktok.audiences(session, null)).items).toEqual([
      { id: expect.any(String), name: 'Customers', ready: true },
      { id: expect.any(String), name: 'Being counted', ready: false },
    ]);
  });

  it('is aimed at nobody outside, and counted as the platform does', () => {
    const ages = (ageMin: number, ageMax: number) => {
      const audience = { countries: [], ageMin, ageMax, gender: 'male', expand: false } as const;
      return targeting(audience, ['1']).targeting_spec.age_groups;
    };
    expect(ages(18, 65)).toHaveLength(5);
    expect(ages(21, 50)).toEqual(['AGE_25_34', 'AGE_35_44']);
    expect(() => ages(18, 20)).toThrow();
    expect([toTiktok(1234, 'usd'), toTiktok(500, 'jpy')]).toEqual([12.34, 500]);
    for (const amount of [1, 29, 1999, 2_147_483_649])
      expect(fromTiktok(toTiktok(amount, 'usd'), 'usd')).toBe(amount);
    expect(() => toTiktok(1.5, 'usd')).toThrow(RangeError);
    expect(requestId({ key: 'zzzzzzzzzzzz' })).toBe('4738381338321616895');
    expect(stateOf('AD_STATUS_SOMETHING_NEW')).toEqual({
      state: 'unknown',
      issues: ['state_unknown:SOMETHING_NEW'],
    });
    expect(stateOf('AD_STATUS_CREATOR_AUTHORIZATION_REVOKED').state).toBe('needs_attention');
  });
});
