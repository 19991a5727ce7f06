// Plans from their body to what two platforms have: each change once, each platform by itself, and the campaign as they are.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import { eventsOf } from '../../../harness/ads/ad-connections.ts';
import { type CampaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import { type PlanDesk, planDesk } from '../../../harness/ads/plan-desk.ts';
import { run } from '../../../harness/ads/planned-campaign.ts';
import { budgetStep, budgets, campaignPlan, step } from '../../../harness/ads/platform-steps.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import { ON_BOTH, twoPlatforms } from '../../../harness/ads/two-platforms.ts';
import * as clock from '../../../harness/clock.ts';

let world: CampaignWorld;
let snap: ScriptedAds;
let desk: PlanDesk;

beforeAll(async () => {
  ({ world, snap } = await twoPlatforms());
  desk = planDesk(world);
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
const read = async (id: string) => await desk.campaign(id);

/** A campaign that is set up on both platforms. */
async function mintCampaign(name: string) {
  const answer = await world.send(
    'POST',
    '/v1/campaigns',
    world.body({ name, settings: ON_BOTH, launch: false }),
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await pass(3);
  const campaign = await read(answer.body.data.id);
  expect(campaign.status).toBe('paused');
  return campaign;
}

const execute = async (...plan: Parameters<typeof campaignPlan>) => await desk.execute(campaignPlan(...plan));

describe('a plan that is executed', () => {
  it('changes a field on all platforms, and the campaign with them', async () => {
    const campaign = await mintCampaign('Two budgets');
    const half = await desk.api(
      'POST',
      '/ads/plans',
      campaignPlan(campaign.id, [budgetStep('meta', 120_000)]),
    );
    expect(half.error?.details).toMatchObject([{ path: '/steps/0/platform', code: 'missing_platform' }]);
    const { plan } = await execute(campaign.id, budgets(120_000));
    expect((await read(campaign.id)).pendingChange).toMatchObject({ action: 'plan', status: 'in_progress' });
    const begun = await read(campaign.id);
    expect([begun.budget.billingLimit, begun.version]).toEqual([90_000, campaign.version + 1]);
    await pass(2);
    expect(await desk.states(plan.id)).toEqual({ meta: 'succeeded', snapchat: 'succeeded' });
    const after = await read(campaign.id);
    expect([after.budget.billingLimit, after.pendingChange]).toEqual([120_000, null]);
    // Each of the two steps has changed it, and nothing else did.
    expect(after.version).toBe(campaign.version + 3);
    expect((await desk.api('GET', `/ads/plans/${plan.id}`)).data.executionState).toBe('completed');
    const told = await eventsOf(world.brand.id);
    expect(told.filter((type) => type === 'ads_operation.ended')).toHaveLength(2);
  });

  it('brings a new video, an ad set and an ad to a platform', async () => {
    const campaign = await mintCampaign('New video');
    const submission = await mintApproved(world.brand.id);
    const before = (await world.meta.sim('nodes', { kind: 'ad' })).data.length;
    const source = { kind: 'submission', id: submission };
    const [first] = campaign.adSets;
    const { plan } = await execute(campaign.id, [
      step('video', 'meta', {
        resourceKind: 'media',
        mutation: 'upload',
        fieldPaths: ['/source'],
        input: { source },
      }),
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
    const begun = await read(campaign.id);
    await pass(4);
    const operation = await desk.operation(plan.id);
    expect(operation.state, JSON.stringify(operation.steps)).toBe('succeeded');
    // What the platform makes of it is read at once.
    const readAt =
      'SELECT state_read_at AS at FROM campaign_platforms WHERE campaign_id = ? AND platform = ?';
    const found = await world.meta.env.DB.prepare(readAt).bind(campaign.id, 'meta').first<number>('at');
    expect(found).toBeGreaterThanOrEqual(Date.parse(operation.endedAt!));
    const after = await read(campaign.id);
    expect(after.adSets).toMatchObject([
      { name: first.name, budgetShare: 60 },
      { name: 'Second', budgetShare: 40 },
    ]);
    expect((await world.meta.sim('nodes', { kind: 'ad' })).data.length).toBe(before + 1);
    expect(after.creatives).toContain(submission);
    // The share, the ad set and the ad have each changed it, so that what was read before undoes none of them.
    expect(after.version).toBe(begun.version + 3);
    const { creatives, version } = begun;
    const late = await world.send('PATCH', `/v1/campaigns/${campaign.id}`, { creatives, version });
    expect(late.body.error?.code).toBe('version_conflict');
    const paid = 'SELECT 1 AS n FROM campaign_submissions WHERE campaign_id = ? AND submission_id = ?';
    expect(await world.meta.env.DB.prepare(paid).bind(campaign.id, submission).first('n')).toBe(1);
  });

  it('tells what failed, and its repair does that and nothing else, once', async () => {
    const campaign = await mintCampaign('Half');
    await snap.fault('refuse', 'PUT adaccounts', { times: 1 });
    const { plan } = await execute(campaign.id, budgets(150_000));
    await pass(2);
    expect(await desk.states(plan.id)).toEqual({ meta: 'succeeded', snapchat: 'failed' });
    const failed = await desk.operation(plan.id, 'snapchat');
    const repair = failed.repair!;
    expect(failed.steps).toMatchObject([
      {
        state: 'failed',
        error: {
          message: expect.stringContaining('Snapchat'),
          fix: expect.stringMatching(/, then repair the plan\.$/),
        },
      },
    ]);
    const other = {
      ...repair,
      steps: [{ ...repair.steps[0], input: { budget: { billingLimit: 160_000 } } }],
    };
    const renamed = { ...repair, steps: [{ ...repair.steps[0], idempotencyKey: 'another' }] };
    for (const body of [other, renamed]) {
      const refused = await desk.api('POST', '/ads/plans', body);
      expect([refused.status, refused.error.details]).toEqual([
        422,
        expect.arrayContaining([expect.objectContaining({ path: '/steps', code: 'not_the_repair' })]),
      ]);
    }
    const its =
      "(SELECT connection_id FROM campaign_platforms WHERE campaign_id = ? AND platform = 'snapchat')";
    const connection = (status: string) =>
      run(`UPDATE connections SET status = '${status}' WHERE id = ${its}`, campaign.id);
    await connection('expired');
    const unusable = await desk.api('POST', '/ads/plans', repair);
    expect(unusable.error?.details).toMatchObject([{ path: '/steps/0/platform', code: 'one_connection' }]);
    await connection('active');
    // As if a partner had made the same: neither takes the other's place.
    const second = await desk.approve({ ...repair, clientRequestId: 'of the partner' });
    await run("UPDATE ads_plans SET maker_id = 'acct_' || ? WHERE id = ?", '0'.repeat(26), second.id);
    const mended = await desk.execute(repair);
    await pass(2);
    expect(await desk.states(mended.plan.id)).toEqual({ snapchat: 'succeeded' });
    const there = (await snap.sim('nodes', { kind: 'campaign' })).data;
    const [half] = there.filter((one: { name: string }) => one.name.startsWith('Half ['));
    expect(half.lifetime_spend_cap_micro).toBe(750_000_000);
    expect((await desk.api('GET', `/ads/operations/${failed.id}`)).data.repair).toBeNull();
    const again = await desk.api('POST', '/ads/plans', { ...repair, clientRequestId: 'again' });
    expect(again.status).toBe(422);
    expect(again.error.details.map(({ code }: { code: string }) => code)).toContain('nothing_left');
    const { revision } = (await desk.api('GET', `/ads/plans/${second.id}`)).data;
    const now = { ...second.read, revision };
    expect((await desk.api('PUT', `/ads/plans/${second.id}/approval`, now)).status).toBe(200);
    const late = await desk.begin({ ...second, read: now });
    expect([late.status, late.error.code, await desk.operations(second.id)]).toEqual([409, 'conflict', []]);
  });

  it('is refused while something else is under way, and keeps edits out but pausing and archiving', async () => {
    const campaign = await mintCampaign('Busy');
    const waits = await desk.approve(campaignPlan(campaign.id, budgets(105_000)));
    const task =
      'platform_tasks SET status = ? WHERE id = (SELECT max(id) FROM platform_tasks WHERE subject = ?)';
    const [busyWith, impossible] = [
      'Another change of the campaign is in progress',
      'The plan is no longer possible',
    ];
    for (const [set, busy, idle, said] of [
      [
        'campaigns SET pending_change = ? WHERE id = ?',
        '{"action":"update","status":"awaiting_approval"}',
        null,
        busyWith,
      ],
      ['campaigns SET status = ? WHERE id = ?', 'processing', 'paused', busyWith],
      [task, 'open', 'done', busyWith],
      ['campaigns SET wanted = ? WHERE id = ?', 'archived', 'paused', impossible],
    ] as const) {
      await run(`UPDATE ${set}`, busy, campaign.id);
      const early = await desk.begin(waits);
      expect([early.status, early.error.message], set).toEqual([409, expect.stringContaining(said)]);
      await run(`UPDATE ${set}`, idle, campaign.id);
    }
    const { plan } = await execute(campaign.id, budgets(110_000));
    const edit = await world.send('PATCH', `/v1/campaigns/${campaign.id}`, { name: 'Other' });
    expect([edit.status, edit.body.error.code]).toEqual([409, 'conflict']);
    const other = campaignPlan(campaign.id, budgets(130_000));
    const made = await desk.approve(other);
    const begun = await desk.api('POST', `/ads/plans/${made.id}/executions`, made.read);
    expect([begun.status, begun.error.code]).toEqual([409, 'conflict']);
    const over = await world.send('PATCH', `/v1/campaigns/${campaign.id}`, { status: 'archive' });
    expect(over.status, JSON.stringify(over.body)).toBe(200);
    await pass(3);
    expect(await desk.states(plan.id)).toEqual({ meta: 'cancelled', snapchat: 'cancelled' });
    const after = await read(campaign.id);
    expect([after.status, after.budget.billingLimit, after.pendingChange]).toEqual([
      'archived',
      90_000,
      null,
    ]);
    expect((await desk.api('GET', `/ads/plans/${plan.id}`)).data.executionState).toBe('completed');
  });

  it('is over at once where the platforms have it already', async () => {
    const campaign = await mintCampaign('As it is');
    const told = async () =>
      (await eventsOf(world.brand.id)).filter((type) => type === 'ads_operation.ended').length;
    const before = await told();
    const { plan, operations } = await execute(campaign.id, budgets(90_000));
    const states = operations.map(({ state }: { state: string }) => state);
    expect([plan.executionState, states]).toEqual(['completed', ['succeeded', 'succeeded']]);
    expect(await told()).toBe(before + 2);
    expect((await desk.api('GET', `/ads/plans/${plan.id}`)).data.executionState).toBe('completed');
    expect((await read(campaign.id)).pendingChange).toBeNull();
    // Beside what a platform has to do, it keeps edits out all the same.
    const [set] = campaign.adSets;
    const part = (resourceKind: string, mutation: string, { id }: { id: string }, input: object) =>
      step(`${mutation} ${id}`, 'meta', {
        ...{ resourceKind, mutation, localResourceId: resourceIdOf(id), input },
        fieldPaths: mutation === 'archive' ? ['/status'] : Object.keys(input).map((name) => `/${name}`),
      });
    await execute(campaign.id, [
      ...budgets(90_000),
      part('ad', 'update', set.ads[0], { name: 'Other' }),
      part('ad', 'set_status', set.ads[0], { status: 'paused' }),
      part('ad', 'archive', set.ads[1], {}),
      part('delivery_group', 'update', set, { name: 'Other set' }),
      part('delivery_group', 'set_status', set, { status: 'paused' }),
    ]);
    const begun = await read(campaign.id);
    expect(begun.pendingChange).toMatchObject({ action: 'plan' });
    await pass(2);
    // Each of the five has changed the campaign, so that nobody writes back what they read before.
    const after = await read(campaign.id);
    expect([after.pendingChange, after.version]).toEqual([null, begun.version + 5]);
    expect(after.adSets[0]).toMatchObject({ name: 'Other set', ads: [{ name: 'Other' }] });
  });

  it('begins once, whoever and how many call it', async () => {
    const campaign = await mintCampaign('Once');
    // So small that an ad set gets the platform's minimum.
    const { id, read: what } = await desk.approve(await campaignPlan(campaign.id, budgets(24_000)));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => desk.api('POST', `/ads/plans/${id}/executions`, what)),
    );
    const ids = answers.map(({ status, data }) => [
      status,
      data?.operations.map((one: { id: string }) => one.id),
    ]);
    expect(new Set(ids.map((one) => JSON.stringify(one))).size, JSON.stringify(answers[0]!.error)).toBe(1);
    expect(ids[0]![0]).toBe(202);
    await pass(2);
    expect(await desk.operations(id)).toHaveLength(2);
    expect(await desk.states(id)).toEqual({ meta: 'succeeded', snapchat: 'succeeded' });
  });

  it('waits for a step on another platform, and for that alone', async () => {
    const campaign = await mintCampaign('In turn');
    const after = { ...budgetStep('snapchat', 140_000), sequence: 2, dependsOnStepIds: ['budget meta'] };
    const { operations, plan } = await execute(campaign.id, [budgetStep('meta', 140_000), after]);
    expect(operations.map(({ steps: [one] }: { steps: { state: string }[] }) => one!.state)).toEqual([
      'queued',
      'blocked',
    ]);
    await pass(4);
    expect(await desk.states(plan.id)).toEqual({ meta: 'succeeded', snapchat: 'succeeded' });
  });

  it('is carried out once by 50 callers, beside whom another plan and an edit are refused', async () => {
    const campaign = await mintCampaign('Fifty');
    const first = await desk.approve(campaignPlan(campaign.id, budgets(99_000)));
    const named = (platform: string) =>
      step(`name ${platform}`, platform, {
        ...{ resourceKind: 'campaign', mutation: 'update', fieldPaths: ['/name'], input: { name: 'Named' } },
      });
    const both = [named('meta'), named('snapchat')];
    const [other] = [await desk.make({ ...campaignPlan(campaign.id, both), clientRequestId: 'beside' })];
    // The second plan takes the place of the first, which has the same target and type.
    expect((await desk.begin(first)).status).toBe(409);
    await desk.api('PUT', `/ads/plans/${other.id}/approval`, other.read);
    const [edit, ...begun] = await Promise.all([
      world.send('PATCH', `/v1/campaigns/${campaign.id}`, { budget: { billingLimit: 111_000 } }),
      ...Array.from({ length: 50 }, () => desk.begin(other)),
    ]);
    const statuses = new Set(begun.map(({ status }) => status));
    // Either the edit came first, and the brand is asked again, or the plan did.
    expect([edit.status === 200, statuses]).toEqual(
      edit.status === 200 ? [true, new Set([409])] : [false, new Set([202])],
    );
    await pass(2);
    const after = await read(campaign.id);
    expect([after.name, after.budget.billingLimit]).toEqual(
      edit.status === 200 ? ['Fifty', 111_000] : ['Named', 90_000],
    );
    expect((await desk.operations(other.id)).map(({ state }) => state)).toEqual(
      edit.status === 200 ? [] : ['succeeded', 'succeeded'],
    );
    if (edit.status === 200)
      expect((await desk.api('GET', `/ads/plans/${other.id}`)).data.approvalState).toBe('pending_approval');
  });
});
