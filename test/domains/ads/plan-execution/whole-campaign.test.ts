// A plan that makes what a campaign's own set-up has left on a platform, and plans that pause and end it on all of them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { eventsOf } from '../../../harness/ads/ad-connections.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
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

it('completes a set-up that failed: the campaign is published, and runs there as elsewhere', async () => {
  await snap.fault('refuse', 'POST adaccounts', { times: 1 });
  const creatives = world.submissions.slice(0, 1);
  const body = world.body({ name: 'Completed', settings: ON_BOTH, creatives });
  ({ id } = (await world.send('POST', '/v1/campaigns', body)).body.data);
  await pass(3);
  expect((await desk.campaign(id)).platforms).toMatchObject([{ error: null }, { status: 'draft' }]);
  const published = async () =>
    (await eventsOf(world.brand.id)).filter((type) => type === 'campaign.published').length;
  const before = await published();
  const local = async (table: string) =>
    (await testEnv.DB.prepare(`SELECT id FROM ${table} WHERE campaign_id = ? AND platform = 'snapchat'`)
      .bind(id)
      .first<{ id: string }>())!;
  const [set, ad] = [await local('ad_sets'), await local('ads')];
  const shown = { kind: 'submission', id: creatives[0] };
  const byStep = (one: string) => ({ kind: 'step', id: one });
  const steps: SaidStep[] = [
    { id: 'top', resourceKind: 'campaign', mutation: 'create', input: { name: 'Completed' } },
    { id: 'video', resourceKind: 'media', mutation: 'upload', after: ['top'], input: { source: shown } },
    {
      ...{ id: 'creative', resourceKind: 'creative', mutation: 'create', after: ['video'] },
      input: { submission: shown, media: byStep('video') },
    },
    {
      ...{ id: 'set', resourceKind: 'delivery_group', mutation: 'create', after: ['top'] },
      ...{ localResourceId: resourceIdOf(set.id), input: { name: 'Ours', budgetShare: 100 } },
    },
    {
      ...{ id: 'ad', resourceKind: 'ad', mutation: 'create', after: ['set', 'creative'] },
      localResourceId: resourceIdOf(ad.id),
      input: { name: 'Our ad', deliveryGroup: byStep('set'), creative: byStep('creative') },
    },
  ];
  const execute = async (some: SaidStep[]) => {
    const on = some.map((one) => ({ ...one, platform: 'snapchat' }));
    const more = { clientRequestId: crypto.randomUUID() };
    const { plan } = await desk.execute(planOf('publish_campaign', { kind: 'paid_campaign', id }, on, more));
    await pass(5);
    return plan.id as string;
  };
  // The campaign alone completes nothing.
  await execute(steps.slice(0, 1));
  expect((await desk.campaign(id)).platforms).toMatchObject([{}, { status: 'draft' }]);
  expect(await published()).toBe(before);
  const rest = await execute(
    steps.slice(1).map((one) => ({ ...one, after: one.after!.filter((id) => id !== 'top') })),
  );
  const operation = await desk.operation(rest);
  expect(operation.state, JSON.stringify(operation.steps)).toBe('succeeded');
  const resources = operation.steps.map(({ resource }) => resource?.id ?? null);
  expect(resources.slice(2)).toEqual([resourceIdOf(set.id), resourceIdOf(ad.id)]);
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
  const all = async (operation: string, mutation: string, input: Record<string, unknown>) => {
    const steps = ['meta', 'snapchat'].map((platform) => ({
      platform,
      resourceKind: 'campaign',
      mutation,
      input,
    }));
    const more = { clientRequestId: crypto.randomUUID() };
    const { plan } = await desk.execute(planOf(operation, { kind: 'paid_campaign', id }, steps, more));
    await pass(3);
    return plan.id as string;
  };
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
