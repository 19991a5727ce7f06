// What a plan brings to a platform is made once: for two steps that ask for the same, for a plan that names it, and for a repair.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdsOperation } from '../../../../src/domains/ads/plan-execution/ads-operation.ts';
import { resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import { HOUR_MS } from '../../../../src/kit/time.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { expectAgreed, planOn } from '../../../harness/ads/executed-plans.ts';
import { type PlanDesk, planDesk } from '../../../harness/ads/plan-desk.ts';
import { fileOf } from '../../../harness/ads/planned-campaign.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

const META = CAMPAIGN_PLACES.find(({ name }) => name === 'meta')!;
let world: CampaignWorld;
let desk: PlanDesk;
let campaign: { id: string; adSets: { id: string }[] };
beforeAll(async () => {
  serveFilms();
  world = await campaignWorld(META.at);
  desk = planDesk(world);
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
  for (let n = 0; n < 3; n++) await world.passAds();
  campaign = await desk.campaign(made.body.data.id);
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

const counted = async (kind: string) => (await world.meta.sim('nodes', { kind })).data.length as number;
const pass = async (ms?: number) => {
  for (let n = 0; n < 2; n++) await world.passAds(ms);
};
const step = (id: string) => ({ kind: 'step', id });
const resource = (id: string) => ({ kind: 'resource', id });
const upload = (id: string, source: object): SaidStep => ({
  ...{ id, resourceKind: 'media', mutation: 'upload', input: { source } },
});
const creative = (id: string, submission: object, media: object, ...after: string[]): SaidStep => ({
  ...{ id, resourceKind: 'creative', mutation: 'create', after, input: { submission, media } },
});
const ad = (id: string, shown: object, ...after: string[]): SaidStep => ({
  ...{ id, resourceKind: 'ad', mutation: 'create', after },
  input: { name: id, deliveryGroup: resource(resourceIdOf(campaign.adSets[0]!.id)), creative: shown },
});
const ofCampaign = (...steps: SaidStep[]) => planOn(META, campaign, steps, 'auction');
const uploads = (submission: string, ...steps: SaidStep[]) =>
  planOf('upload_media', { kind: 'creative_asset', id: submission }, steps, {
    clientRequestId: crypto.randomUUID(),
  });
const told = ({ steps }: AdsOperation) => steps.map(({ state, resource }) => [state, resource?.id]);

/** Makes Meta's answer to a step of a plan the last one: a refusal, or none at all where it was sent. */
async function fail(plan: string, key: string, reason: string) {
  const error = { reason, message: 'No.', field: null, platformCode: null, path: null };
  const { meta } = await testEnv.DB.prepare(
    `UPDATE platform_steps SET status = 'failed', error = ?1
      WHERE task_id = (SELECT task_id FROM ads_operations WHERE plan_id = ?2) AND key GLOB ?3`,
  )
    .bind(JSON.stringify(error), plan, key)
    .run();
  expect(meta.changes).toBe(1);
  await testEnv.DB.prepare('UPDATE platform_tasks SET due_at = 0').run();
  await pass();
  return await desk.operation(plan);
}

async function repaired({ repair }: AdsOperation, ms?: number) {
  const { plan } = await desk.execute(repair);
  await pass(ms);
  const operation = await desk.operation(plan.id);
  expect(operation.state, JSON.stringify(operation.steps)).toBe('succeeded');
  return operation;
}

/** The videos that creatives show. */
const shown = async (): Promise<string[]> =>
  (await world.meta.sim('nodes', { kind: 'creative' })).data.map(
    (one: { object_story_spec: { video_data: { video_id: string } } }) =>
      one.object_story_spec.video_data.video_id,
  );
const resourceOf = async (id: string) => (await desk.api('GET', `/ads/resources/${id}`)).data;

describe('two steps that ask for the same', () => {
  it('have one video and one creative, and wait for them', async () => {
    const id = await mintApproved(world.brand.id);
    const source = { kind: 'submission', id };
    const file = { kind: 'file', id: await fileOf(id) };
    const before = await Promise.all(['video', 'creative', 'ad'].map(counted));
    const { plan, operations } = await desk.execute(
      ofCampaign(
        ...[upload('a', source), upload('b', file)],
        ...[creative('c', source, step('a'), 'a'), creative('d', source, step('b'), 'b')],
        ...[ad('e', step('d'), 'd')],
      ),
    );
    expect(told(operations[0])).toEqual(Array.from({ length: 5 }, () => ['queued', undefined]));
    await pass();
    const done = told(await desk.operation(plan.id));
    expect(done.map(([state]) => state)).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
    expect([done[1], done[3]]).toEqual([done[0], done[2]]);
    const [video, made] = [await resourceOf(done[0]![1]!), await resourceOf(done[2]![1]!)];
    expect([video.resourceKind, video.syncState, made.resourceKind]).toEqual(['media', 'synced', 'creative']);
    const after = await Promise.all(['video', 'creative', 'ad'].map(counted));
    expect(after.map((n, at) => n - before[at]!)).toEqual([1, 1, 1]);
    expect(await shown()).toContain(video.providerResourceId);
    // Once it is there, another upload of it makes none, and names what is there.
    const again = await desk.execute(ofCampaign(upload('again', file)));
    expect(told(again.operations[0])).toEqual([['succeeded', done[0]![1]]]);
    expect(await counted('video')).toBe(after[0]);
  });

  it('fail together, and their repair makes one video for both', async () => {
    const id = await mintApproved(world.brand.id);
    const source = { kind: 'submission', id };
    const before = await counted('video');
    const { plan } = await desk.execute(
      uploads(id, upload('a', source), upload('b', { kind: 'file', id: await fileOf(id) })),
    );
    const failed = await fail(plan.id, 'video *', 'invalid');
    expect([failed.state, ...told(failed)]).toEqual(['failed', ['failed', undefined], ['failed', undefined]]);
    const [a, b] = told(await repaired(failed));
    expect([b, await counted('video')]).toEqual([a, before + 1]);
  });
});

describe('a plan that names an uploaded video', () => {
  it('shows that one, and uploads no other', async () => {
    const id = await mintApproved(world.brand.id);
    const source = { kind: 'submission', id };
    await world.meta.sim('settings', { processing: HOUR_MS });
    const { plan } = await desk.execute(uploads(id, upload('a', source)));
    await pass();
    const [[, media]] = told(await desk.operation(plan.id)) as [[string, string]];
    const wanted = ofCampaign(creative('c', source, resource(media)), ad('e', step('c'), 'c'));
    const early = await desk.api('POST', '/ads/plans', wanted);
    expect([early.status, early.error.details]).toEqual([
      422,
      [expect.objectContaining({ step: 'c', path: '/steps/0/input/media/id', code: 'not_ready' })],
    ]);
    await pass(HOUR_MS);
    await world.meta.sim('settings', { processing: 0 });
    const elsewhere = `UPDATE platform_tasks SET connection_id = ?1 WHERE connection_id = ?2
      AND id = (SELECT task_id FROM ads_operations WHERE plan_id = ?3)`;
    const move = async (to: string, from: string) =>
      await testEnv.DB.prepare(elsewhere).bind(to, from, plan.id).run();
    await move('conn_other', world.connection);
    const other = await desk.api('POST', '/ads/plans', wanted);
    expect(other.error.details).toMatchObject([{ step: 'c', code: 'other_account' }]);
    await move(world.connection, 'conn_other');
    const before = await counted('video');
    const begun = await desk.execute(wanted);
    await pass();
    expect((await desk.operation(begun.plan.id)).state).toBe('succeeded');
    expect(await counted('video')).toBe(before);
    expect(await shown()).toContain((await resourceOf(media)).providerResourceId);
  });
});

describe('a repair', () => {
  it.each<[string, (id: string) => unknown]>([
    ['of an upload', (id) => uploads(id, upload('a', { kind: 'submission', id }))],
    [
      'of an ad',
      (id) => {
        const source = { kind: 'submission', id };
        return ofCampaign(
          upload('a', source),
          creative('c', source, step('a'), 'a'),
          ad('e', step('c'), 'c'),
        );
      },
    ],
  ])('%s goes on with the video whose processing nobody has confirmed', async (_, planned) => {
    const before = await counted('video');
    const { plan } = await desk.execute(planned(await mintApproved(world.brand.id)));
    await world.meta.sim('settings', { processing: HOUR_MS });
    await world.passAds();
    const failed = await fail(plan.id, 'ready *', 'too_many_tries');
    await world.meta.sim('settings', { processing: 0 });
    const [[state, media]] = told(failed) as [[string, string]];
    expect([state, (await resourceOf(media)).syncState]).toEqual(['failed', 'failed']);
    // The first one ends like that as well.
    const begun = await desk.execute(failed.repair);
    await world.meta.sim('settings', { processing: HOUR_MS });
    await world.passAds();
    expect((await resourceOf(media)).syncState).toBe('waiting_provider');
    const again = await fail(begun.plan.id, 'ready *', 'blocked_too_long');
    await world.meta.sim('settings', { processing: 0 });
    const mended = await repaired(again, HOUR_MS);
    expect([told(mended)[0], await counted('video')]).toEqual([['succeeded', media], before + 1]);
    const video = await resourceOf(media);
    expect(video.syncState).toBe('synced');
    if (mended.steps.length > 1) expect(await shown()).toContain(video.providerResourceId);
  });

  it('uploads a video again that the platform cannot use', async () => {
    const id = await mintApproved(world.brand.id);
    const before = await counted('video');
    const { plan } = await desk.execute(uploads(id, upload('a', { kind: 'submission', id })));
    await world.meta.sim('settings', { processing: HOUR_MS });
    await world.passAds();
    const failed = await fail(plan.id, 'ready *', 'video_unusable');
    await world.meta.sim('settings', { processing: 0 });
    const mended = await repaired(failed);
    expect(told(mended)[0]![1]).not.toBe(told(failed)[0]![1]);
    expect(await counted('video')).toBe(before + 2);
  });

  it('finds what was made without an answer, and makes no other', async () => {
    const id = await mintApproved(world.brand.id);
    const source = { kind: 'submission', id };
    const before = await Promise.all(['video', 'creative', 'ad', 'adset'].map(counted));
    const [first] = campaign.adSets;
    let body: unknown = ofCampaign(
      upload('a', source),
      creative('c', source, step('a'), 'a'),
      {
        ...{ id: 'share', resourceKind: 'delivery_group', mutation: 'update', input: { budgetShare: 60 } },
        localResourceId: resourceIdOf(first!.id),
      },
      {
        ...{ id: 'set', resourceKind: 'delivery_group', mutation: 'create', after: ['c'] },
        input: { name: 'Second', budgetShare: 40 },
      },
      {
        ...{ id: 'e', resourceKind: 'ad', mutation: 'create', after: ['set', 'c'] },
        input: { name: 'e', deliveryGroup: step('set'), creative: step('c') },
      },
    );
    for (const key of ['video *', 'creative *', 'ad_set *', 'ad *']) {
      const { plan } = await desk.execute(body);
      // What is made next, since all else of the plan comes after it.
      await world.meta.fault('fail_after', 'POST act', { times: 1 });
      await world.passAds();
      const { repair } = await fail(plan.id, key, 'too_many_tries');
      body = repair;
    }
    const { plan } = await desk.execute(body);
    await pass();
    expect((await desk.operation(plan.id)).state).toBe('succeeded');
    const after = await Promise.all(['video', 'creative', 'ad', 'adset'].map(counted));
    expect(after.map((n, at) => n - before[at]!)).toEqual([1, 1, 1, 1]);
    await expectAgreed(world, META, campaign.id);
  });
});
