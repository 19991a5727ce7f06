// Meta's adapter against the simulator: what it creates exists once, and reads back in our terms.
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdStepSpec } from '../../src/integrations/ads/steps.ts';
import { metaAdapter as meta } from '../../src/integrations/meta/adapter.ts';
import { fromMeta, toMeta } from '../../src/integrations/meta/units.ts';
import { fromDecimal } from '../../src/integrations/provider/decimal.ts';
import { DAY_MS, day } from '../../src/kit/time.ts';
import { adSet, campaign, creative, errorOf, intent } from '../harness/ads/ad-steps.ts';
import { CLOSED, MAIN, type MetaWorld, metaWorld, PAGE, PROFILE, TOKYO } from '../harness/ads/meta.ts';
import { recorded, replayed } from '../harness/ads/recorded-fetch.ts';
import * as clock from '../harness/clock.ts';

let world: MetaWorld;
let session: AdSession;
beforeAll(async () => {
  world = await metaWorld();
  session = await world.session();
});

async function launch(at: AdSession) {
  const { id: top } = await meta.create(at, campaign());
  const { id: set } = await meta.create(at, adSet(top));
  const { id: video } = await meta.create(at, {
    kind: 'video',
    intent: intent(),
    name: 'V',
    url: 'https://x.example/v.mp4',
  });
  const { id: image } = await meta.create(at, {
    kind: 'image',
    intent: intent(),
    name: 'I',
    bytes: new Uint8Array([1, 2]),
  });
  expect(await meta.videoState(at, video)).toEqual({ state: 'processing', cover: null });
  await world.sim('clock', { advance: 31_000 });
  expect(await meta.videoState(at, video)).toEqual({
    state: 'ready',
    cover: expect.stringMatching(/^https:/),
  });
  const { id: made } = await meta.create(at, creative(video, image));
  const { id: ad } = await meta.create(at, {
    kind: 'ad',
    intent: intent(),
    name: 'Ad',
    adSet: set,
    creative: made,
  });
  return { top, set, ad, video, image };
}

const states = async (at: AdSession, id: string) =>
  (await meta.state(at, [id])).map(({ kind, state }) => `${kind} ${state}`);

describe('a campaign', () => {
  it('is made paused, reviewed, read, changed, copied, reported on and archived', async () => {
    const at = { ...session, selection: { ...session.selection, profileId: PROFILE } };
    const { top, set, ad } = await launch(at);
    expect(await states(at, top)).toEqual(['campaign paused', 'ad_set paused', 'ad paused']);
    const objects = await meta.state(at, [top]);
    expect(objects[0]).toMatchObject({ name: 'Summer', parent: null });
    expect(objects[1]).toMatchObject({ parent: top, budget: { daily: 2500 } });
    for (const [kind, id] of [
      ['campaign', top],
      ['ad_set', set],
      ['ad', ad],
    ] as const)
      await meta.setRunning(at, kind, id, 'active');
    expect(await states(at, top)).toEqual(['campaign active', 'ad_set active', 'ad in_review']);
    await world.sim('clock', { advance: DAY_MS });
    expect((await states(at, top))[2]).toBe('ad active');
    await meta.change(at, 'ad_set', set, { name: 'Set A', budget: { daily: 3000 } });
    expect((await meta.state(at, [top]))[1]).toMatchObject({ name: 'Set A', budget: { daily: 3000 } });
    const now = clock.now() + DAY_MS;
    const { items, next } = await meta.days(at, { since: day(now - DAY_MS), until: day(now), next: null });
    expect(items.filter((one) => one.ad === ad).length).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({
      day: expect.any(String),
      spend: expect.any(Number),
      conversions: expect.any(Object),
    });
    expect(next).toBeNull();
    expect(await meta.copy(at, { kind: 'ad', id: ad, into: set, suffix: ' (copy)' })).toEqual({
      id: expect.any(String),
    });
    const copy = await meta.copy(at, { kind: 'campaign', id: top, into: null, suffix: ' (copy)' });
    const { task } = copy as { task: string };
    expect(await meta.copied(at, 'campaign', task)).toBeNull();
    await world.sim('clock', { advance: 6000 });
    const { id: second } = (await meta.copied(at, 'campaign', task))!;
    expect(await states(at, second)).toEqual(['campaign paused', 'ad_set paused', 'ad paused', 'ad paused']);
    await meta.setRunning(at, 'campaign', top, 'archived');
    expect((await states(at, top))[0]).toBe('campaign archived');
  });

  it('names the page whose reach it is', async () => {
    const objective = 'awareness' as const;
    const { id: top } = await meta.create(session, campaign({ objective }));
    const { id: set } = await meta.create(session, adSet(top, { objective }));
    const { data } = await world.sim('nodes', { kind: 'adset' });
    expect(data.find(({ id }: { id: string }) => id === set)).toMatchObject({
      optimization_goal: 'REACH',
      promoted_object: { page_id: PAGE },
    });
  });

  it('has each result counted once, on a website and in an app', async () => {
    const { set, ad } = await launch(session);
    const date = day(clock.now() + DAY_MS);
    await world.sim('delivery', { ad, date, spend: 100, purchases: 2, value: 900, installs: 3 });
    const counted = async () => {
      const { items } = await meta.days(session, { since: date, until: date, next: null });
      const { conversions, revenue } = items.find((one) => one.ad === ad)!;
      return { ...conversions, revenue };
    };
    expect(await counted()).toEqual({ purchase: 2, revenue: 1800 });
    await world.sim(`nodes/${set}`, { promoted_object: { application_id: '800000000000001' } });
    const { result, answers } = await recorded(counted);
    expect(result).toEqual({ purchase: 2, install: 3, revenue: 1800 });
    // The simulator names an app's events as the platform does.
    expect(answers[0]!.text).toContain('app_custom_event.fb_mobile_purchase');
  });

  it('has the parts of a result added up where the platform tells no whole', async () => {
    const actions = [
      { action_type: 'app_custom_event.fb_mobile_purchase', value: '2' },
      { action_type: 'offsite_conversion.fb_pixel_purchase', value: '1' },
      { action_type: 'omni_add_to_cart', value: '4' },
      { action_type: 'app_custom_event.fb_mobile_add_to_cart', value: '3' },
    ];
    const asked = () => meta.days(session, { since: date, until: date, next: null });
    const date = '2026-06-01';
    const row = {
      date_start: date,
      date_stop: date,
      account_currency: 'USD',
      spend: '1.00',
      campaign_id: '1',
      adset_id: '2',
      ad_id: '3',
      impressions: '1',
      clicks: '1',
      actions,
      action_values: actions.slice(0, 2).map((one) => ({ ...one, value: '5.00' })),
    };
    const { answers } = await recorded(asked);
    const { items } = await replayed(answers, { at: 0, by: () => Response.json({ data: [row] }) }, asked);
    expect(items[0]).toMatchObject({ conversions: { purchase: 3, add_to_cart: 4 }, revenue: 1000 });
  });

  it('has what followed a view told apart, by whichever windows an ad set counts', async () => {
    const { ad } = await launch(session);
    const date = day(clock.now() + DAY_MS);
    const said = async (counts: object) => {
      await world.sim('delivery', { ad, date, spend: 100, ...counts });
      const { items } = await meta.days(session, { since: date, until: date, next: null });
      const { conversions, viewPurchases, otherWindowPurchases } = items.find((one) => one.ad === ad)!;
      return [conversions.purchase, viewPurchases, otherWindowPurchases];
    };
    expect(await said({ purchases: 5, clicked: 3, viewed: 2 })).toEqual([5, 2, 0]);
    // Clicks alone: what views brought is no part of it. A day of clicks. 28 days of clicks beside a day of views.
    expect(await said({ purchases: 3, clicked: 3, viewed: 2 })).toEqual([3, 0, 0]);
    expect(await said({ purchases: 2, clicked: 3, viewed: 0 })).toEqual([2, 0, -1]);
    expect(await said({ purchases: 8, clicked: 3, viewed: 2 })).toEqual([8, 2, 3]);
    expect(await said({ purchases: 0, clicked: 0, viewed: 0 })).toEqual([undefined, 0, 0]);
  });

  it('says why it does not run', async () => {
    await world.sim('settings', { rejections: [{ name: 'Ad', policy: 'alcohol' }] });
    const { top, set, ad } = await launch(session);
    for (const [kind, id] of [
      ['campaign', top],
      ['ad_set', set],
      ['ad', ad],
    ] as const)
      await meta.setRunning(session, kind, id, 'active');
    await world.sim('clock', { advance: DAY_MS });
    expect((await meta.state(session, [top]))[2]).toMatchObject({
      state: 'rejected',
      policies: ['alcohol'],
      issues: ['review_rejected:1815869'],
    });
    await world.sim(`nodes/${top}`, { _issue: 'Ask ada@example.com' });
    expect((await meta.state(session, [top]))[0]).toMatchObject({
      state: 'needs_attention',
      issues: ['not_running:WITH_ISSUES, 1'],
    });
    await world.sim(`nodes/${MAIN}`, { account_status: 2 });
    expect((await meta.state(session, [top]))[0]).toMatchObject({
      state: 'needs_attention',
      issues: ['ad_account_closed'],
    });
    await world.sim(`nodes/${MAIN}`, { account_status: 1 });
    await world.sim(`nodes/${top}`, { status: 'DELETED' });
    expect(await meta.state(session, [top])).toEqual([]);
  });

  it('of which an answer was lost is found again, and there is one of each', async () => {
    const before = await world.sim('counts');
    const { top, set, video, image } = await launch(session);
    const { id: made } = await meta.create(session, creative(video, image));
    const steps: AdStepSpec[] = [
      campaign(),
      adSet(top),
      { kind: 'video', intent: intent(), name: 'V', url: 'https://x.example/v.mp4' },
      creative(video, image),
      { kind: 'ad', intent: intent(), name: 'Ad', adSet: set, creative: made },
    ];
    for (const step of steps) {
      expect(await meta.find(session, step)).toBeNull();
      await world.fault('fail_after', 'POST act_');
      expect(await errorOf(meta.create(session, step))).toMatchObject({
        kind: 'transient',
        mayHaveHappened: true,
      });
      expect(await meta.find(session, step)).toEqual({ id: expect.stringMatching(/^\d+$/) });
    }
    const counts = await world.sim('counts');
    for (const edge of ['campaigns', 'adsets', 'advideos', 'ads'])
      expect(counts[`POST act_:/${edge}`] - before[`POST act_:/${edge}`], edge).toBe(2);
  });
});

describe('what there is to pick and to aim at', () => {
  it("is listed with what depends on it, in the account's own currency", async () => {
    const options = await meta.setup(session, { adAccountId: MAIN });
    expect(options.adAccountId).toContainEqual({
      id: MAIN,
      name: 'Main account',
      parentId: '200000000000001',
      currency: 'usd',
      timezone: 'America/New_York',
      status: 'active',
    });
    expect(options.adAccountId!.find(({ id }) => id === CLOSED)!.status).toBe('disabled');
    expect([options.pageId!.length, options.profileId!.map(({ id }) => id)]).toEqual([2, [PROFILE]]);
    const tokyo = { ...session, selection: { adAccountId: TOKYO }, currency: 'jpy' };
    expect([await meta.budgetFloor(session), await meta.budgetFloor(tokyo)]).toEqual([100, 150]);
    expect((await meta.interests(session, 'running', null)).items).toHaveLength(3);
    expect((await meta.audiences(session, null)).items).toEqual([
      { id: expect.any(String), name: 'Customers', ready: true },
    ]);
  });

  it('counts money as the platform does', () => {
    expect([toMeta(1234, 'usd'), toMeta(500, 'jpy'), toMeta(150_000, 'huf')]).toEqual([1234, 500, 1500]);
    expect([fromMeta(1234, 'usd'), fromMeta(500, 'jpy'), fromMeta(1500, 'huf')]).toEqual([
      1234, 500, 150_000,
    ]);
    const read = ['12.34', '12', '0.005', '1.999', '', '-1', '1e3', 'NaN'].map((text) =>
      fromDecimal(text, 'usd'),
    );
    expect(read).toEqual([1234, 1200, 1, 200, null, null, null, null]);
    expect([fromDecimal('150', 'jpy'), fromDecimal('150.5', 'jpy')]).toEqual([150, 151]);
    expect(() => toMeta(1.5, 'usd')).toThrow(RangeError);
  });
});
