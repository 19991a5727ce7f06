// One plan of everything on each platform, in each of its variants: v1, the platform and the resources say the same after it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import { endingPlan, expectAgreed, wholePlan } from '../../../harness/ads/executed-plans.ts';
import { type PlanDesk, planDesk } from '../../../harness/ads/plan-desk.ts';
import * as clock from '../../../harness/clock.ts';
import { portion } from '../../../harness/vitest/portion.ts';
import { testEnv } from '../../../harness/world.ts';

beforeAll(() => serveFilms());
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

const DAILY = { daily: 40_000, billingLimit: 9_000_000 };
const APP = {
  optimizationEvent: 'install',
  destination: { type: 'google_play', value: 'https://play.google.com/store/apps/details?id=com.acme' },
};

describe.each(portion(CAMPAIGN_PLACES, 4))('on $name', (place) => {
  let world: CampaignWorld;
  let desk: PlanDesk;
  let own: object;
  beforeAll(async () => {
    world = await campaignWorld(place.at);
    desk = planDesk(world);
    own = await place.body(world);
  });

  const { variants, shares } = place.adapter.capabilities;
  it.each(Object.keys(variants))('a plan of a campaign of the kind %s', async (variant) => {
    const ofApp = variant === 'app';
    const [first, second] = world.submissions;
    const adSets = [
      { ads: ofApp ? [{ creative: first }] : [{ creative: first }, { creative: second }] },
      { ads: [{ creative: second }] },
    ].map((set, n) => ({ name: `Set ${n}`, ...set, ...(shares && { budgetShare: [60, 40][n] }) }));
    const body = world.body({ ...own, name: `Plan ${variant}`, budget: DAILY, adSets, ...(ofApp && APP) });
    const made = await world.send('POST', '/v1/campaigns', body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    for (let n = 0; n < 4; n++) await world.passAds();
    const campaign = await desk.campaign(made.body.data.id);
    expect(['in_review', 'live'], JSON.stringify(campaign.platforms)).toContain(campaign.status);
    const fresh = await mintApproved(world.brand.id);
    const { plan } = await desk.execute(wholePlan(place, campaign, fresh, variant));
    for (let n = 0; n < 4; n++) await world.passAds();
    const operation = await desk.operation(plan.id);
    expect(operation.state, JSON.stringify(operation.steps)).toBe('succeeded');
    const after = await expectAgreed(world, place, campaign.id);
    expect(after.name).toBe('Autumn');
    const told = ({ adSets: all }: typeof after) =>
      all.map((one) => [one.name, one.budgetShare, one.ads.map(({ creative }) => creative)]);
    expect(told(after)).toEqual([
      ['Set 0', shares ? 33.33 : 33.34, [first]],
      ['Set 1', 33.33, [second]],
      ['Second', shares ? 33.34 : 33.33, [fresh]],
    ]);
    const [one, two, three] = after.adSets;
    const less = await desk.execute(endingPlan(place, after, two!, [one!, three!], variant));
    const begun = await desk.campaign(campaign.id);
    for (let n = 0; n < 2; n++) await world.passAds();
    expect(await desk.states(less.plan.id)).toEqual({ [place.name]: 'succeeded' });
    // What was read before undoes none of its steps.
    const { version } = await desk.campaign(campaign.id);
    expect(version).toBe(begun.version + less.plan.steps.length);
    const ads = await testEnv.DB.prepare('SELECT DISTINCT status FROM ads WHERE ad_set_id = ?')
      .bind(two!.id)
      .all();
    expect(ads.results).toEqual([{ status: 'archived' }]);
    expect(told(await expectAgreed(world, place, campaign.id))).toEqual([
      ['Set 0', 50, [first]],
      ['Second', 50, [fresh]],
    ]);
  });
});
