// What ends or changes in the middle of an execution: nothing more is sent, nothing is left running, and the end is told once.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeKey } from '../../../../src/domains/accounts/keys/make-key.ts';
import type { Env } from '../../../../src/env.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { connectAds } from '../../../harness/ads/ad-connections.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import type { SaidStep } from '../../../harness/ads/checked-plans.ts';
import { planOn, thereOf } from '../../../harness/ads/executed-plans.ts';
import { type PlanDesk, planDesk } from '../../../harness/ads/plan-desk.ts';
import { everything } from '../../../harness/ads/plan-property.ts';
import { permitSpark } from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { justBefore } from '../../../harness/faults/slow-database.ts';
import { listenToLogs } from '../../../harness/logs.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

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

const run = async (sql: string, ...values: unknown[]) =>
  await testEnv.DB.prepare(sql)
    .bind(...values)
    .run();
const ended = async (operation: string) =>
  (
    await testEnv.DB.prepare(
      "SELECT 1 FROM events WHERE type = 'ads_operation.ended' AND data ->> 'ads_operation' = ?",
    )
      .bind(operation)
      .all()
  ).results.length;
const changes = async () => {
  const counts: Record<string, number> = await world.meta.sim('counts');
  return Object.entries(counts).reduce((all, [name, n]) => (/^(POST|DELETE) /.test(name) ? all + n : all), 0);
};

interface AdNode {
  operation_status: string;
}
interface Middle {
  campaign: string;
  plan: string;
  operation: string;
}

/** A campaign that is set up. From now on Meta takes an hour to process a video. */
async function setUp(launch: boolean) {
  await world.meta.sim('settings', { processing: 0 });
  const creatives = world.submissions.slice(0, 1);
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch, creatives }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (let n = 0; n < 3; n++) await world.passAds();
  const campaign = await desk.campaign(made.body.data.id);
  expect(['paused', 'in_review', 'live']).toContain(campaign.status);
  await world.meta.sim('settings', { processing: HOUR_MS });
  return campaign;
}

/** A campaign whose new name and video have arrived, while a creative and an ad wait for Meta to process that video. */
async function inTheMiddle(launch = false, by = desk): Promise<Middle> {
  const campaign = await setUp(launch);
  const source = { kind: 'submission', id: await mintApproved(world.brand.id) };
  const step = (id: string) => ({ kind: 'step', id });
  const { plan } = await by.execute(
    planOn(
      META,
      campaign,
      [
        { id: 'name', resourceKind: 'campaign', mutation: 'update', input: { name: 'Renamed' } },
        { id: 'video', resourceKind: 'media', mutation: 'upload', input: { source } },
        {
          ...{ id: 'creative', resourceKind: 'creative', mutation: 'create', after: ['video'] },
          input: { submission: source, media: step('video') },
        },
        {
          ...{ id: 'ad', resourceKind: 'ad', mutation: 'create', after: ['creative'] },
          input: {
            name: 'New',
            deliveryGroup: { kind: 'resource', id: campaign.adSets[0].id.replace('adset_', 'res_') },
            creative: step('creative'),
          },
        },
      ],
      'auction',
    ),
  );
  await world.passAds();
  const operation = await desk.operation(plan.id);
  expect(operation.state).toBe('waiting_provider');
  expect(operation.steps.map(({ state }) => state)).toEqual([
    ...['succeeded', 'waiting_provider', 'queued', 'queued'],
  ]);
  return { campaign: campaign.id, plan: plan.id, operation: operation.id };
}

const spendAll = (campaign: string) =>
  run(
    'UPDATE campaign_platforms SET spent = 90000, days_read_at = ? WHERE campaign_id = ?',
    clock.now(),
    campaign,
  );

/** The operation after hours in which nothing was sent but what `sent` counts. */
async function over({ plan, operation }: Middle, sent = 0) {
  const before = await changes();
  for (let n = 0; n < 3; n++) await world.passAds(30 * MINUTE_MS);
  expect((await changes()) - before).toBe(sent);
  expect(await ended(operation)).toBe(1);
  expect((await desk.api('GET', `/ads/plans/${plan}`)).data.executionState).toBe('completed');
  return await desk.operation(plan);
}

describe('while a video that was added to a campaign is processed', () => {
  it.each<[string, (campaign: string) => Promise<unknown>]>([
    ['its billing limit is reached', spendAll],
    ['somebody pauses it', (id) => world.send('PATCH', `/v1/campaigns/${id}`, { status: 'pause' })],
  ])('%s: it is paused at once, and stays so', async (_, act) => {
    const { id } = await setUp(true);
    const creatives = [world.submissions[0], await mintApproved(world.brand.id)];
    const added = await world.send('PATCH', `/v1/campaigns/${id}`, { creatives });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    await world.passAds();
    const there = async () => {
      const all = [...(await thereOf(world, META, id)).values()];
      const ads = all.filter(({ kind }) => kind === 'ad').length;
      return `${all.find(({ kind }) => kind === 'campaign')!.state}, ${ads} ads`;
    };
    expect(await there()).toBe('active, 1 ads');
    await act(id);
    for (let n = 0; n < 2; n++) await world.passAds();
    expect(await there()).toBe('paused, 1 ads');
    for (let n = 0; n < 2; n++) await world.passAds(HOUR_MS);
    expect(await there()).toBe('paused, 2 ads');
    expect(await desk.campaign(id)).toMatchObject({ status: 'paused', pendingChange: null });
  });
});

describe('in the middle of an execution', () => {
  it('the campaign is archived', async () => {
    const middle = await inTheMiddle();
    const answer = await world.send('PATCH', `/v1/campaigns/${middle.campaign}`, { status: 'archive' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    // Also before the platform has followed.
    expect((await desk.operation(middle.plan)).repair).toBeNull();
    const { state, steps, repair } = await over(middle, 1);
    expect(repair).toBeNull();
    expect([state, ...steps.map((one) => one.state)]).toEqual([
      ...['cancelled', 'succeeded', 'cancelled', 'cancelled', 'cancelled'],
    ]);
    expect(await desk.campaign(middle.campaign)).toMatchObject({ status: 'archived', pendingChange: null });
  });

  it.each(['paused', 'archived'] as const)('the campaign is %s over there', async (to) => {
    const middle = await inTheMiddle(true);
    const there = [...(await thereOf(world, META, middle.campaign)).values()];
    const { id } = there.find(({ kind }) => kind === 'campaign')!;
    await world.passAds(11 * MINUTE_MS);
    expect((await desk.operation(middle.plan)).state).toBe('waiting_provider');
    await metaAdapter.setRunning(await world.meta.session(), 'campaign', id, to);
    await world.passAds(11 * MINUTE_MS);
    // The same reading ends the plan and frees the campaign.
    expect((await desk.campaign(middle.campaign)).pendingChange).toBeNull();
    const { state, repair } = await over(middle);
    expect([state, repair === null]).toEqual(['cancelled', to === 'archived']);
    expect(await desk.campaign(middle.campaign)).toMatchObject({ status: to, pendingChange: null });
  });

  it('the billing limit is reached', async () => {
    const middle = await inTheMiddle(true);
    await spendAll(middle.campaign);
    const { state, repair } = await over(middle, 1);
    expect([state, repair?.steps.map(({ id }) => id)]).toEqual(['cancelled', ['video', 'creative', 'ad']]);
    expect(await desk.campaign(middle.campaign)).toMatchObject({ status: 'paused', pendingChange: null });
  });

  it('the brand ends', async () => {
    const middle = await inTheMiddle();
    await run("UPDATE accounts SET status = 'ended' WHERE id = ?", world.brand.id);
    const { state, steps } = await over(middle);
    await run("UPDATE accounts SET status = 'active' WHERE id = ?", world.brand.id);
    expect([state, ...steps.map(({ error }) => error?.code)]).toEqual([
      ...['partially_succeeded', undefined, 'brand_ended', 'dependency_failed', 'dependency_failed'],
    ]);
  });

  it('the key that began it is revoked', async () => {
    const ctx = systemCtx();
    const key = makeKey(ctx, { accountId: world.brand.id, name: 'other', access: 'write' });
    await ctx.write.commit();
    const middle = await inTheMiddle(false, planDesk(world, key.secret));
    await run('UPDATE api_keys SET revoked_at = ? WHERE id = ?', clock.now(), key.id);
    const { state, steps, repair } = await over(middle);
    expect([state, steps[1]!.error!.code]).toEqual(['partially_succeeded', 'key_revoked']);
    expect(repair!.steps.map(({ id }) => id)).toEqual(['video', 'creative', 'ad']);
  });

  it('the platform no longer takes the connection: it waits for another consent', async () => {
    const middle = await inTheMiddle();
    await world.meta.fault('expire', 'GET', { times: 9 });
    await world.passAds();
    await world.meta.sim('faults', { clear: true });
    const before = await changes();
    for (let n = 0; n < 3; n++) await world.passAds(HOUR_MS);
    expect((await changes()) - before).toBe(0);
    const blocked = await desk.operation(middle.plan);
    expect([blocked.state, ...blocked.steps.map(({ state }) => state)]).toEqual([
      ...['blocked', 'succeeded', 'blocked', 'blocked', 'blocked'],
    ]);
    const listed = await desk.api('GET', '/ads/operations?state=blocked');
    expect(listed.data.items.map(({ id }: { id: string }) => id)).toEqual([middle.operation]);
    expect(await connectAds(world.meta, world.brand)).toBe(world.connection);
    for (let n = 0; n < 2; n++) await world.passAds(5 * MINUTE_MS);
    expect((await desk.operation(middle.plan)).state).toBe('succeeded');
    expect(await ended(middle.operation)).toBe(1);
  });

  it('the connection ends for good: after a day it has failed, and what is left can be repaired', async () => {
    const middle = await inTheMiddle();
    await run("UPDATE connections SET status = 'disconnected' WHERE id = ?", world.connection);
    await world.passAds(DAY_MS - 5 * MINUTE_MS);
    expect((await desk.operation(middle.plan)).state).toBe('blocked');
    await world.passAds(5 * MINUTE_MS);
    const { state, steps, repair } = await over(middle);
    await run("UPDATE connections SET status = 'active' WHERE id = ?", world.connection);
    expect([state, ...steps.map(({ error }) => error?.code)]).toEqual([
      ...['partially_succeeded', undefined, 'blocked_too_long', 'dependency_failed', 'dependency_failed'],
    ]);
    const mended = await desk.execute(repair);
    for (let n = 0; n < 2; n++) await world.passAds(HOUR_MS);
    expect((await desk.operation(mended.plan.id)).state).toBe('succeeded');
  });

  it('a creator revokes a permission: the brand is asked again, or the ad waits for another one', async () => {
    const logged = listenToLogs();
    const TIKTOK = CAMPAIGN_PLACES.find(({ name }) => name === 'tiktok')!;
    const there = await campaignWorld(TIKTOK.at);
    const own = planDesk(there);
    const fresh = await mintApproved(there.brand.id);
    const codes = [there.submissions[0]!, fresh].map((submission, n) => ({
      submission,
      code: `#spark${n}==`,
    }));
    const [, permission] = await Promise.all(
      codes.map(async ({ submission, code }) => {
        await there.meta.sim('posts', { auth_code: code });
        return await permitSpark(there, submission, code);
      }),
    );
    const creatives = there.submissions.slice(0, 1);
    const body = { ...(await TIKTOK.body(there)), launch: false, identity: 'creator', creatives };
    const made = await there.send('POST', '/v1/campaigns', there.body(body));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    for (let n = 0; n < 3; n++) await there.passAds();
    const campaign = await own.campaign(made.body.data.id);
    expect(campaign.status).toBe('paused');
    const ad: SaidStep = {
      ...{ id: 'ad', resourceKind: 'ad', mutation: 'create' },
      input: {
        name: 'Spark',
        deliveryGroup: { kind: 'resource', id: campaign.adSets[0].id.replace('adset_', 'res_') },
        submission: { kind: 'submission', id: fresh },
        authorization: { kind: 'ad_authorization', id: permission },
      },
    };
    const spark = planOn(TIKTOK, campaign, [ad], 'smart_plus');
    const { id, read } = await own.approve(spark);
    const { code } = (await testEnv.DB.prepare('SELECT code FROM ad_authorizations WHERE id = ?')
      .bind(permission)
      .first<{ code: string }>())!;
    const grant = async () =>
      await run("UPDATE ad_authorizations SET status = 'granted', code = ? WHERE id = ?", code, permission);
    const ask = async (method: string, path: string, body: unknown, env = there.meta.env) =>
      (await call(method, path, { env, key: there.brand.key, body })).status;
    const revoke = async (env?: Env) =>
      await ask('PATCH', `/v1/ad-authorizations/${permission}`, { status: 'revoked' }, env);
    const answer = async (path: string, body: unknown, env?: Env) =>
      await ask(path === 'approval' ? 'PUT' : 'POST', `/ads/plans/${id}/${path}`, body, env);
    const standing = async () => {
      const { approvalState, revision } = (await own.api('GET', `/ads/plans/${id}`)).data;
      return `${approvalState} ${revision}`;
    };
    const revokedWithin = (table: string) =>
      justBefore(there.meta.env, table, async () => expect(await revoke()).toBe(200));
    // Revoked in the last moment of an execution, and of an approval.
    expect(await answer('executions', read, revokedWithin('ads_plans'))).toBe(409);
    expect([await standing(), await own.operations(id)]).toEqual(['pending_approval 2', []]);
    await grant();
    expect(await answer('approval', { ...read, revision: 2 }, revokedWithin('ads_plans'))).toBe(409);
    expect(await standing()).toBe('pending_approval 3');
    await grant();
    const now = { ...read, revision: 3 };
    expect(await answer('approval', now)).toBe(200);
    // Executed in the last moment of the revocation.
    const late = justBefore(there.meta.env, 'ad_authorizations', async () =>
      expect(await answer('executions', now)).toBe(202),
    );
    expect(await revoke(late)).toBe(200);
    const ads = async () => (await there.meta.sim('nodes', { kind: 'ad' })).data.length;
    for (let n = 0; n < 2; n++) await there.passAds(6 * MINUTE_MS);
    expect([(await own.operation(id)).state, await ads()]).toEqual(['blocked', 1]);
    await grant();
    await there.passAds(6 * MINUTE_MS);
    expect([(await own.operation(id)).state, await ads()]).toEqual(['succeeded', 2]);
    // The code that made the ad lies sealed with its authorization alone.
    const told = [await own.operation(id), (await own.api('GET', `/ads/plans/${id}`)).data];
    const kept = await everything();
    expect(kept).toContain(id);
    for (const text of [kept, logged(), JSON.stringify(told)]) expect(text).not.toContain('#spark');
    // An ad that runs is paused at once, though another plan waits for the permission.
    const launched = await there.send('PATCH', `/v1/campaigns/${campaign.id}`, { status: 'launch' });
    expect(launched.status, JSON.stringify(launched.body)).toBe(200);
    for (let n = 0; n < 2; n++) await there.passAds(11 * MINUTE_MS);
    const { plan: more } = await own.execute({ ...spark, clientRequestId: 'more' });
    expect(await revoke()).toBe(200);
    for (let n = 0; n < 2; n++) await there.passAds(6 * MINUTE_MS);
    const running = async () =>
      (await there.meta.sim('nodes', { kind: 'ad' })).data.map((one: AdNode) => one.operation_status).sort();
    expect([(await own.operation(more.id)).state, await running()]).toEqual([
      'blocked',
      ['DISABLE', 'ENABLE'],
    ]);
  });
});
