// A plan that makes what a campaign's own set-up has left on a platform, and plans that pause and end it on all of them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { eventsOf } from '../../../harness/ads/ad-connections.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { MAIN } from '../../../harness/ads/meta.ts';
import { type PlanDesk, planDesk } from '../../../harness/ads/plan-desk.ts';
import { ON_BOTH, type TwoPlatforms, twoPlatforms } from '../../../harness/ads/two-platforms.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

let { world, snap } = {} as TwoPlatforms;
let desk: PlanDesk;
let id: string;
beforeAll(async () => {
  ({ world, snap } = await twoPlatforms());
  desk = planDesk(world);
});
const pass = async (minutes: number) => {
  for (let n = 0; n < minutes; n++) {
    await snap.sim('clock', { advance: MINUTE_MS });
    await world.passAds();
  }
};

const published = async () =>
  (await eventsOf(world.brand.id)).filter((type) => type === 'campaign.published').length;

/** The steps that make what a campaign's set-up has left on a platform. */
async function completing(platform: string, campaign: string, name: string): Promise<SaidStep[]> {
  const local = async (table: string) =>
    (await testEnv.DB.prepare(`SELECT id FROM ${table} WHERE campaign_id = ? AND platform = ?`)
      .bind(campaign, platform)
      .first<string>('id'))!;
  const [set, ad] = [await local('ad_sets'), await local('ads')];
  const shown = { kind: 'submission', id: world.submissions[0] };
  const step = (id: string) => ({ kind: 'step', id: `${id} ${platform}` });
  const steps: SaidStep[] = [
    { id: 'top', resourceKind: 'campaign', mutation: 'create', input: { name } },
    { id: 'video', resourceKind: 'media', mutation: 'upload', after: ['top'], input: { source: shown } },
    {
      ...{ id: 'creative', resourceKind: 'creative', mutation: 'create', after: ['video'] },
      input: { submission: shown, media: step('video') },
    },
    {
      ...{ id: 'set', resourceKind: 'delivery_group', mutation: 'create', after: ['top'] },
      ...{ localResourceId: resourceIdOf(set), input: { name: 'Ours', budgetShare: 100 } },
    },
    {
      ...{ id: 'ad', resourceKind: 'ad', mutation: 'create', after: ['set', 'creative'] },
      localResourceId: resourceIdOf(ad),
      input: { name: 'Our ad', deliveryGroup: step('set'), creative: step('creative') },
    },
  ];
  return steps.map(({ id: key, after = [], ...one }) => ({
    ...{ ...one, platform, id: `${key} ${platform}` },
    after: after.map((on) => `${on} ${platform}`),
  }));
}

const onBoth = (mutation: string, input: Record<string, unknown>): SaidStep[] =>
  ['meta', 'snapchat'].map((platform) => ({ platform, resourceKind: 'campaign', mutation, input }));

async function execute(operation: string, steps: SaidStep[], minutes = 5): Promise<string> {
  const more = { clientRequestId: crypto.randomUUID() };
  const { plan } = await desk.execute(planOf(operation, { kind: 'paid_campaign', id }, steps, more));
  await pass(minutes);
  return plan.id;
}

it('completes a set-up that failed: the campaign is published, and runs there as elsewhere', async () => {
  await snap.fault('refuse', 'POST adaccounts', { times: 1 });
  const creatives = world.submissions.slice(0, 1);
  const body = world.body({ name: 'Completed', settings: ON_BOTH, creatives });
  ({ id } = (await world.send('POST', '/v1/campaigns', body)).body.data);
  await pass(3);
  expect((await desk.campaign(id)).platforms).toMatchObject([{ error: null }, { status: 'draft' }]);
  const before = await published();
  const [top, ...others] = await completing('snapchat', id, 'Completed');
  // The campaign alone completes nothing.
  await execute('publish_campaign', [top!]);
  expect((await desk.campaign(id)).platforms).toMatchObject([{}, { status: 'draft' }]);
  expect(await published()).toBe(before);
  const left = others.map((one) => ({ ...one, after: one.after!.filter((on) => on !== top!.id) }));
  const operation = await desk.operation(await execute('publish_campaign', left));
  expect(operation.state, JSON.stringify(operation.steps)).toBe('succeeded');
  const resources = operation.steps.map(({ resource }) => resource?.id ?? null);
  expect(resources.slice(2)).toEqual(others.slice(2).map(({ localResourceId }) => localResourceId));
  const after = await desk.campaign(id);
  expect(after.platforms.map(({ status }: { status: string }) => status)).toEqual(['in_review', 'in_review']);
  expect([after.status, after.pendingChange, (await published()) - before]).toEqual(['in_review', null, 1]);
  const there = (await snap.sim('nodes', { kind: 'campaign' })).data.find((one: { name: string }) =>
    one.name.startsWith('Completed ['),
  );
  expect(there.status).toBe('ACTIVE');
  const sets = (await snap.sim('nodes', { kind: 'adsquad' })).data;
  expect(sets.filter((one: { campaign_id: string }) => one.campaign_id === there.id)).toMatchObject([
    { name: expect.stringMatching(/^Ours \[/), status: 'ACTIVE' },
  ]);
});

it('pauses and ends it on both platforms: it is over once it is on each', async () => {
  const all = async (operation: string, mutation: string, input: Record<string, unknown>) =>
    await execute(operation, onBoth(mutation, input), 3);
  const standing = async () =>
    await testEnv.DB.prepare('SELECT wanted, hold, status FROM campaigns WHERE id = ?').bind(id).first();
  await testEnv.DB.prepare("UPDATE campaigns SET hold = 'billing_limit_reached' WHERE id = ?").bind(id).run();
  await all('pause_campaign', 'set_status', { status: 'paused' });
  expect(await standing()).toEqual({ wanted: 'paused', hold: null, status: 'paused' });
  await snap.fault('refuse', 'PUT adaccounts', { times: 1 });
  const half = await all('archive_campaign', 'archive', {});
  expect(await desk.states(half)).toEqual({ meta: 'succeeded', snapchat: 'failed' });
  expect(await standing()).toMatchObject({ wanted: 'paused', status: 'paused' });
  const { repair } = await desk.operation(half, 'snapchat');
  const { plan } = await desk.execute(repair);
  await pass(3);
  expect(await desk.states(plan.id)).toEqual({ snapchat: 'succeeded' });
  expect(await standing()).toMatchObject({ wanted: 'archived', status: 'archived' });
});

it('completes two platforms one after the other: it is published with the last, and turned on once', async () => {
  await world.meta.fault('refuse', `POST ${MAIN}/campaigns`, { status: 400, code: 100 });
  await snap.fault('refuse', 'POST adaccounts', { times: 1 });
  const creatives = world.submissions.slice(0, 1);
  const body = world.body({ name: 'Neither', settings: ON_BOTH, creatives });
  ({ id } = (await world.send('POST', '/v1/campaigns', body)).body.data);
  await pass(3);
  const before = await published();
  await execute('publish_campaign', await completing('meta', id, 'Neither'));
  expect((await desk.campaign(id)).platforms).toMatchObject([{ error: null }, { status: 'draft' }]);
  expect(await published()).toBe(before);
  const run = onBoth('set_status', { status: 'active' }).map((one) => ({ ...one, after: ['ad snapchat'] }));
  const last = await execute('publish_campaign', [...(await completing('snapchat', id, 'Neither')), ...run]);
  expect(await desk.states(last)).toEqual({ meta: 'succeeded', snapchat: 'succeeded' });
  expect((await published()) - before).toBe(1);
  const asked = await testEnv.DB.prepare(
    "SELECT COUNT(*) AS n FROM platform_tasks WHERE subject = ? AND platform = 'snapchat'",
  )
    .bind(id)
    .first('n');
  // The set-up that failed, and the plan.
  expect(asked).toBe(2);
});

it('launches a campaign of a partner that the brand has approved by the plan alone', async () => {
  const body = world.body({ name: 'Asked', settings: ON_BOTH, launch: false });
  ({ id } = (await world.send('POST', '/v1/campaigns', body)).body.data);
  await pass(3);
  const launched = new Set<unknown>();
  // As if the limit had been reached; a campaign that no partner made is approved by nobody.
  for (const [before, after] of [
    ['pending', 'approved'],
    [null, null],
  ]) {
    const asked = "UPDATE campaigns SET approval_status = ?, hold = 'billing_limit_reached' WHERE id = ?";
    await testEnv.DB.prepare(asked).bind(before, id).run();
    const plan = await execute('resume_campaign', onBoth('set_status', { status: 'active' }), 2);
    expect(await desk.states(plan)).toEqual({ meta: 'succeeded', snapchat: 'succeeded' });
    const { results } = await testEnv.DB.prepare(
      'SELECT wanted, hold, approval_status, launched_at AS at FROM campaigns WHERE id = ?',
    )
      .bind(id)
      .all();
    launched.add(results[0]!.at);
    expect(results).toMatchObject([{ wanted: 'live', hold: null, approval_status: after }]);
  }
  expect(launched.size).toBe(1);
});
