// A repair does what was left of an operation, and makes nothing again that is there.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdsOperation } from '../../../../src/domains/ads/plan-execution/ads-operation.ts';
import { resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { expectAgreed, planOn } from '../../../harness/ads/executed-plans.ts';
import { type PlanDesk, planDesk } from '../../../harness/ads/plan-desk.ts';
import { fileOf } from '../../../harness/ads/planned-campaign.ts';
import { resourcesOf } from '../../../harness/ads/resources.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

const META = CAMPAIGN_PLACES.find(({ name }) => name === 'meta')!;
let world: CampaignWorld;
let desk: PlanDesk;
beforeAll(async () => {
  serveFilms();
  world = await campaignWorld(META.at);
  desk = planDesk(world);
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

async function mintCampaign() {
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (let n = 0; n < 3; n++) await world.passAds();
  return await desk.campaign(made.body.data.id);
}
type Campaign = Awaited<ReturnType<typeof mintCampaign>>;

const counted = async (kind: string) => (await world.meta.sim('nodes', { kind })).data.length as number;
const pass = async () => {
  for (let n = 0; n < 2; n++) await world.passAds();
};
const plan = (campaign: Campaign, steps: SaidStep[]) => planOn(META, campaign, steps, 'auction');

/** Begins a plan of which Meta refuses the platform's steps with these keys. @returns its operation, once it has ended. */
async function refused(body: unknown, ...keys: string[]) {
  const { plan } = await desk.execute(body);
  const error = { reason: 'invalid', message: 'No.', field: null, platformCode: null, path: null };
  const { meta } = await testEnv.DB.prepare(
    `UPDATE platform_steps SET status = 'failed', error = ?1
      WHERE task_id = (SELECT task_id FROM ads_operations WHERE plan_id = ?2)
        AND EXISTS (SELECT 1 FROM json_each(?3) WHERE platform_steps.key GLOB value)`,
  )
    .bind(JSON.stringify(error), plan.id, JSON.stringify(keys))
    .run();
  expect(meta.changes).toBe(keys.length);
  await pass();
  return await desk.operation(plan.id);
}

async function repaired(repair: unknown) {
  const { plan } = await desk.execute(repair);
  await pass();
  const operation = await desk.operation(plan.id);
  expect(operation.state, JSON.stringify(operation.steps)).toBe('succeeded');
  return operation;
}

describe('a repair', () => {
  it('turns on what was made, and makes no other', async () => {
    const campaign = await mintCampaign();
    const creative = (await resourcesOf(world.brand, `&campaignId=${campaign.id}`)).find(
      ({ resourceKind }) => resourceKind === 'creative',
    )!;
    const [sets, ads, creatives] = [await counted('adset'), await counted('ad'), await counted('creative')];
    const steps: SaidStep[] = [
      {
        ...{ id: 'share', resourceKind: 'delivery_group', mutation: 'update', input: { budgetShare: 60 } },
        localResourceId: resourceIdOf(campaign.adSets[0].id),
      },
      {
        ...{ id: 'set', resourceKind: 'delivery_group', mutation: 'create' },
        input: { name: 'Second', budgetShare: 40 },
      },
      {
        ...{ id: 'ad', resourceKind: 'ad', mutation: 'create', after: ['set'] },
        input: {
          ...{ name: 'Same film', deliveryGroup: { kind: 'step', id: 'set' } },
          creative: { kind: 'resource', id: creative.id },
        },
      },
    ];
    const half = await refused(plan(campaign, steps), 'run adset_*', 'run ad_*');
    expect(half.steps.map(({ state, resource }) => [state, resource !== null])).toEqual([
      ['succeeded', true],
      ['failed', true],
      ['failed', false],
    ]);
    // The ad was not reached, since the ad set was not turned on.
    const again = await refused(half.repair, 'run ad_*');
    expect(again.steps.map(({ state }) => state)).toEqual(['succeeded', 'failed']);
    await repaired(again.repair);
    expect([await counted('adset'), await counted('ad'), await counted('creative')]).toEqual([
      ...[sets + 1, ads + 1, creatives],
    ]);
    // The new ad shows what an ad of the campaign shows already.
    expect((await desk.campaign(campaign.id)).creatives).toEqual(campaign.creatives);
    const after = await expectAgreed(world, META, campaign.id);
    expect(after.adSets.map(({ name, budgetShare, ads }) => [name, budgetShare, ads.length])).toEqual([
      [campaign.adSets[0].name, 60, 2],
      ['Second', 40, 1],
    ]);
  });

  it('replaces only the ads that the text has not reached, and ends those behind the others', async () => {
    const campaign = await mintCampaign();
    const [first, second] = campaign.adSets[0].ads as { id: string }[];
    const before = await counted('ad');
    const videos = await counted('video');
    const text: SaidStep = {
      ...{ id: 'text', resourceKind: 'campaign', mutation: 'update' },
      input: { ad: { primaryText: 'Look.' } },
    };
    const half = await refused(plan(campaign, [text]), `retire ${first!.id}`, `ad ${second!.id}`);
    expect([half.state, await counted('ad')]).toEqual(['failed', before + 1]);
    const more = await refused(half.repair, `ad ${second!.id}`);
    expect([more.state, await counted('ad')]).toEqual(['failed', before + 1]);
    await repaired(more.repair);
    // What the ads show is there already.
    expect([await counted('ad'), await counted('video')]).toEqual([before + 2, videos]);
    await expectAgreed(world, META, campaign.id);
    expect((await desk.campaign(campaign.id)).ad.primaryText).toBe('Look.');
  });

  it('names the video that the platform had before the plan asked for its upload', async () => {
    const campaign = await mintCampaign();
    const submission = { kind: 'submission', id: world.submissions[0] };
    const step = (id: string) => ({ kind: 'step', id });
    const steps: SaidStep[] = [
      { id: 'video', resourceKind: 'media', mutation: 'upload', input: { source: submission } },
      {
        ...{ id: 'creative', resourceKind: 'creative', mutation: 'create', after: ['video'] },
        input: { submission, media: step('video') },
      },
      {
        ...{ id: 'ad', resourceKind: 'ad', mutation: 'create', after: ['creative'] },
        input: {
          ...{ name: 'Again', creative: step('creative') },
          deliveryGroup: { kind: 'resource', id: resourceIdOf(campaign.adSets[0].id) },
        },
      },
    ];
    const [videos, ads] = [await counted('video'), await counted('ad')];
    const failed = await refused(plan(campaign, steps), 'creative *');
    expect(failed.steps.map(({ state }) => state)).toEqual(['succeeded', 'failed', 'failed']);
    const media = { kind: 'resource', id: failed.steps[0]!.resource!.id };
    expect(failed.repair!.steps[0]).toMatchObject({ input: { submission, media } });
    await repaired(failed.repair);
    expect([await counted('video'), await counted('ad')]).toEqual([videos, ads + 1]);
    const creatives = (await world.meta.sim('nodes', { kind: 'creative' })).data;
    expect(creatives.at(-1).object_story_spec.video_data.video_id).toMatch(/^\d+$/);
    await expectAgreed(world, META, campaign.id);
  });

  it('uploads a video that no campaign shows, as the plan that failed', async () => {
    const submission = await mintApproved(world.brand.id);
    const source = { kind: 'submission', id: submission };
    const target = { kind: 'creative_asset', id: submission };
    const upload = { id: 'video', resourceKind: 'media', mutation: 'upload', input: { source } };
    const before = await counted('video');
    const failed = await refused(planOf('upload_media', target, [upload]), 'video *');
    const resources = ({ steps }: AdsOperation) => steps.map(({ resource }) => resource);
    expect([failed.state, failed.campaignId, resources(failed)]).toEqual(['failed', null, [null]]);
    const made = await repaired(failed.repair);
    expect(await counted('video')).toBe(before + 1);
    const [resource] = resources(made);
    const { data } = await desk.api('GET', `/ads/resources/${resource!.id}`);
    expect(data).toMatchObject({ resourceKind: 'media', syncState: 'synced', campaignId: null });
    expect(data.localId).toBe(await fileOf(submission));
    expect((await desk.api('GET', `/ads/plans/${made.planId}`)).data.executionState).toBe('completed');
  });

  it('follows an operation whose tries are used up', async () => {
    const campaign = await mintCampaign();
    const name: SaidStep = {
      id: 'name',
      resourceKind: 'campaign',
      mutation: 'update',
      input: { name: 'Tried' },
    };
    const { plan: begun } = await desk.execute(plan(campaign, [name]));
    await world.meta.fault('fail_before', 'POST', { times: 20 });
    for (let n = 0; n < 12; n++) await world.passAds(11 * MINUTE_MS);
    await world.meta.sim('faults', { clear: true });
    const operation = await desk.operation(begun.id);
    const [{ attempts, error }] = operation.steps as [AdsOperation['steps'][number]];
    const { code, fix } = error!;
    expect([operation.state, code, attempts]).toEqual(['dead_lettered', 'too_many_tries', 10]);
    expect(fix).toMatch(/^Repair the plan\. If it fails again, /);
    await repaired(operation.repair);
    expect((await expectAgreed(world, META, campaign.id)).name).toBe('Tried');
  });
});
