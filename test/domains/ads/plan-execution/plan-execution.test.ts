// Plans from their body to what two platforms have: each change once, each platform by itself, and the campaign as they are.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CampaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import { planBody } from '../../../harness/ads/plans.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import { ON_BOTH, twoPlatforms } from '../../../harness/ads/two-platforms.ts';
import * as clock from '../../../harness/clock.ts';
import { call } from '../../../harness/world.ts';

let world: CampaignWorld;
let snap: ScriptedAds;
/** The requests to Snapchat that fail. */
let isDown = false;

beforeAll(async () => {
  ({ world, snap } = await twoPlatforms(async () => {
    if (isDown) throw new TypeError('fetch failed');
  }));
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

async function pass(times = 1, ms = 60_000): Promise<void> {
  for (let n = 0; n < times; n++) {
    await snap.sim('clock', { advance: ms });
    await world.passAds(ms);
  }
}
const api = async (method: string, path: string, body?: unknown) => {
  const { status, body: answered } = await call(method, path, {
    env: world.meta.env,
    key: world.brand.key,
    ...(body === undefined ? {} : { body }),
  });
  return { status, data: answered.data, error: answered.error };
};
const read = async (id: string) => (await world.send('GET', `/v1/campaigns/${id}?expand=adSets`)).body.data;

/** A campaign that is set up on both platforms. */
async function mintCampaign(name: string) {
  const answer = await world.send('POST', '/v1/campaigns', world.body({ name, settings: ON_BOTH, launch: false }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await pass(3);
  const campaign = await read(answer.body.data.id);
  expect(campaign.status).toBe('paused');
  return campaign;
}

const step = (id: string, platform: string, more: object) => ({
  id,
  idempotencyKey: `key of ${id}`,
  sequence: 1,
  platform,
  productVariant: 'auction',
  dependsOnStepIds: [],
  ...more,
});
const budgetStep = (platform: string, billingLimit: number) =>
  step(`budget ${platform}`, platform, {
    resourceKind: 'campaign',
    mutation: 'update',
    fieldPaths: ['/budget/billingLimit'],
    input: { budget: { billingLimit } },
  });

async function execute(campaign: string, steps: unknown[], operationType = 'update_campaign') {
  const platforms = [...new Set((steps as { platform: string }[]).map(({ platform }) => platform))];
  const body = planBody({ operationType, platforms, steps, target: { kind: 'paid_campaign', id: campaign } } as never);
  const made = await api('POST', '/ads/plans', body);
  expect(made.status, JSON.stringify(made.error)).toBe(201);
  const { id, revision, semanticHash } = made.data;
  const yes = await api('PUT', `/ads/plans/${id}/approval`, { revision, semanticHash });
  expect(yes.status, JSON.stringify(yes.error)).toBe(200);
  const begun = await api('POST', `/ads/plans/${id}/executions`, { revision, semanticHash });
  expect(begun.status, JSON.stringify(begun.error)).toBe(202);
  return begun.data;
}
const operationsOf = async (plan: string) => (await api('GET', `/ads/operations?planId=${plan}`)).data.items;
const statesOf = async (plan: string) =>
  Object.fromEntries(
    (await operationsOf(plan)).map((one: { platform: string; state: string }) => [one.platform, one.state]),
  );

describe('a plan that is executed', () => {
  it('changes a field on all platforms, and the campaign with them', async () => {
    const campaign = await mintCampaign('Two budgets');
    const { plan } = await execute(campaign.id, [budgetStep('meta', 120_000), budgetStep('snapchat', 120_000)]);
    expect((await read(campaign.id)).pendingChange).toMatchObject({ action: 'plan', status: 'in_progress' });
    expect((await read(campaign.id)).budget.billingLimit).toBe(90_000);
    await pass(2);
    expect(await statesOf(plan.id)).toEqual({ meta: 'succeeded', snapchat: 'succeeded' });
    const after = await read(campaign.id);
    expect([after.budget.billingLimit, after.pendingChange]).toEqual([120_000, null]);
    expect((await api('GET', `/ads/plans/${plan.id}`)).data.executionState).toBe('completed');
  });

  it('brings a new video, an ad set and an ad to a platform', async () => {
    const campaign = await mintCampaign('New video');
    const submission = await mintApproved(world.brand.id);
    const before = (await world.meta.sim('nodes', { kind: 'ad' })).data.length;
    const source = { kind: 'submission', id: submission };
    const [first] = campaign.adSets.filter((one: { platform: string }) => one.platform === 'meta');
    const { plan } = await execute(campaign.id, [
      step('video', 'meta', { resourceKind: 'media', mutation: 'upload', fieldPaths: ['/source'], input: { source } }),
      step('creative', 'meta', {
        ...{ sequence: 2, resourceKind: 'creative', mutation: 'create', dependsOnStepIds: ['video'] },
        fieldPaths: ['/submission', '/media'],
        input: { submission: source, media: { kind: 'step', id: 'video' } },
      }),
      step('share', 'meta', {
        ...{ resourceKind: 'delivery_group', mutation: 'update', fieldPaths: ['/budgetShare'] },
        ...{ input: { budgetShare: 60 }, localResourceId: first.id.replace('adset_', 'res_') },
      }),
      step('set', 'meta', {
        ...{ resourceKind: 'delivery_group', mutation: 'create', fieldPaths: ['/name', '/budgetShare'] },
        input: { name: 'Second', budgetShare: 40 },
      }),
      step('ad', 'meta', {
        ...{ sequence: 3, resourceKind: 'ad', mutation: 'create', dependsOnStepIds: ['creative', 'set'] },
        fieldPaths: ['/name', '/deliveryGroup', '/creative'],
        input: {
          name: 'New',
          deliveryGroup: { kind: 'step', id: 'set' },
          creative: { kind: 'step', id: 'creative' },
        },
      }),
    ]);
    await pass(4);
    const [operation] = await operationsOf(plan.id);
    expect(operation.state, JSON.stringify(operation.steps)).toBe('succeeded');
    const after = await read(campaign.id);
    const sets = after.adSets.filter((one: { platform: string }) => one.platform === 'meta');
    expect(sets.map(({ name, budgetShare }: { name: string; budgetShare: number }) => [name, budgetShare])).toEqual([
      [first.name, 60],
      ['Second', 40],
    ]);
    expect((await world.meta.sim('nodes', { kind: 'ad' })).data.length).toBe(before + 1);
    expect(after.creatives).toContain(submission);
  });

  it('tells what failed, and its repair does the rest alone', async () => {
    const campaign = await mintCampaign('Half');
    isDown = true;
    const { plan } = await execute(campaign.id, [budgetStep('meta', 150_000), budgetStep('snapchat', 150_000)]);
    await pass(12, 3_600_000);
    isDown = false;
    expect(await statesOf(plan.id)).toEqual({ meta: 'succeeded', snapchat: 'dead_lettered' });
    const [operation] = (await operationsOf(plan.id)).filter((one: { repair: unknown }) => one.repair);
    const mended = await api('POST', '/ads/plans', operation.repair);
    expect(mended.status, JSON.stringify(mended.error)).toBe(201);
  });
});
