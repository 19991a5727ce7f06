// A campaign on two platforms: on each one it is set up, fails, is retried, added and removed independently.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { eventsOf } from '../../../harness/ads/ad-connections.ts';
import { type CampaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import { PIXEL } from '../../../harness/ads/meta.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import * as snapchat from '../../../harness/ads/snapchat.ts';
import { ON_BOTH, twoPlatforms } from '../../../harness/ads/two-platforms.ts';
import * as clock from '../../../harness/clock.ts';
import { runAdsLanes } from '../../../harness/jobs.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

let world: CampaignWorld;
let snap: ScriptedAds;
/** Delays all requests to Snapchat. */
let held: Promise<void> | null = null;

beforeAll(async () => {
  ({ world, snap } = await twoPlatforms(async () => {
    if (held) await held;
  }));
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

const settings = ON_BOTH;
const { snapchat: block } = settings;
async function pass(ms = MINUTE_MS): Promise<void> {
  await snap.sim('clock', { advance: ms });
  await world.passAds(ms);
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function create(name: string, more: object = {}): Promise<any> {
  const answer = await world.send('POST', '/v1/campaigns', world.body({ name, settings, ...more }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const read = async (id: string) => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
const patch = (id: string, body: object) => world.send('PATCH', `/v1/campaigns/${id}`, body);
const told = async (since = 0) =>
  (await eventsOf(world.brand.id)).filter((type) => type.startsWith('campaign.')).slice(since);
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const named = async (at: ScriptedAds, kind: string, name: string): Promise<any[]> =>
  (await at.sim('nodes', { kind })).data.filter((one: { name: string }) => one.name.startsWith(`${name} [`));
const onMeta = (name: string) => named(world.meta, 'campaign', name);
const onSnapchat = (name: string) => named(snap, 'campaign', name);
const squadsOf = async (name: string) => {
  const [{ id }] = (await onSnapchat(name)) as [{ id: string }];
  const squads = (await snap.sim('nodes', { kind: 'adsquad' })).data;
  return squads.filter((one: { campaign_id: string }) => one.campaign_id === id);
};
const statuses = ({ platforms }: { platforms: { platform: string; status: string }[] }) =>
  Object.fromEntries(platforms.map(({ platform, status }) => [platform, status]));

describe('a platform that fails', () => {
  it('keeps the other from nothing; its retry makes only what is missing, and all is told once', async () => {
    await snap.fault('refuse', 'POST adaccounts', { times: 1 });
    const since = (await told()).length;
    const { id } = await create('Half');
    await pass();
    const half = await read(id);
    expect(half).toMatchObject({ status: 'needs_attention', pendingChange: null });
    expect(half.platforms).toMatchObject([
      { platform: 'meta', error: null },
      { platform: 'snapchat', status: 'draft', error: { message: expect.stringContaining('Snapchat') } },
    ]);
    expect((await told(since)).sort()).toEqual(['campaign.needs_attention', 'campaign.partially_failed']);
    await pass(40 * MINUTE_MS);
    expect(statuses(await read(id))).toEqual({ meta: 'live', snapchat: 'draft' });
    // Budget is reserved for the other platform.
    expect(await onMeta('Half')).toMatchObject([{ spend_cap: 45_000 }]);

    // Pausing stops what runs, and resuming works although something failed.
    expect((await patch(id, { status: 'pause' })).status).toBe(200);
    await pass();
    expect(statuses(await read(id))).toEqual({ meta: 'paused', snapchat: 'draft' });
    expect(await onMeta('Half')).toMatchObject([{ status: 'PAUSED' }]);
    expect((await patch(id, { status: 'resume' })).status).toBe(200);
    await pass();
    expect(statuses(await read(id))).toEqual({ meta: 'live', snapchat: 'draft' });

    // Changes that were made meanwhile are part of the retry.
    const extra = await mintApproved(world.brand.id);
    const creatives = [world.submissions[0], extra];
    expect((await patch(id, { creatives })).status).toBe(200);
    await pass();
    await pass();
    expect(await onSnapchat('Half')).toEqual([]);
    const before = await world.meta.sim('counts');
    const retried = await patch(id, { status: 'retry' });
    expect(retried.body.data.platforms).toMatchObject([
      { status: 'live' },
      { status: 'processing', error: null },
    ]);
    await pass();
    await pass();
    const whole = await read(id);
    expect(whole).toMatchObject({ status: 'live', pendingChange: null });
    expect(statuses(whole)).toEqual({ meta: 'live', snapchat: 'in_review' });
    const after = await world.meta.sim('counts');
    for (const [kind, count] of Object.entries(after))
      if (kind.startsWith('POST')) expect([kind, count]).toEqual([kind, before[kind]]);
    expect(await onSnapchat('Half')).toMatchObject([
      { status: 'ACTIVE', lifetime_spend_cap_micro: 450_000_000 },
    ]);
    const [{ id: squad }] = await squadsOf('Half');
    const shown = (await snap.sim('nodes', { kind: 'ad' })).data.filter(
      (one: { ad_squad_id: string }) => one.ad_squad_id === squad,
    );
    expect(shown.map(({ status }: { status: string }) => status)).toEqual(['ACTIVE', 'ACTIVE']);
    expect((await told(since)).filter((type) => type === 'campaign.published')).toHaveLength(1);
    await patch(id, { status: 'archive' });
    await pass();
    await pass();
    expect(await read(id)).toMatchObject({ status: 'archived' });
  });

  it('may be given up: the other has all the money, and the campaign is whole', async () => {
    // Half of it would be less than the platforms' smallest limit.
    const little = world.body({ settings, budget: { billingLimit: 3_900 } });
    const checked = await world.send('POST', '/v1/campaign-preflights', little);
    const tooLow = { path: '/budget/billingLimit', code: 'below_floor' };
    expect(checked.body.data.problems).toMatchObject([
      { ...tooLow, platform: 'meta' },
      { ...tooLow, platform: 'snapchat' },
    ]);
    await snap.fault('refuse', 'POST adaccounts', { times: 1 });
    const since = (await told()).length;
    const { id } = await create('Given up', { launch: false });
    await pass();
    expect(await read(id)).toMatchObject({ status: 'needs_attention' });
    const ended = await patch(id, { settings: { snapchat: { status: 'archived' } } });
    expect(ended.body.data).toMatchObject({
      status: 'paused',
      settings: { pixel: PIXEL, snapchat: { headline: 'Now', status: 'archived' } },
      platforms: [{ status: 'paused' }, { status: 'archived', error: null }],
    });
    await pass();
    expect(await onMeta('Given up')).toMatchObject([{ spend_cap: 90_000 }]);
    expect((await told(since)).sort()).toEqual([
      ...['campaign.needs_attention', 'campaign.partially_failed', 'campaign.published'],
    ]);
    expect((await patch(id, { status: 'retry' })).status).toBe(409);
    await patch(id, { status: 'archive' });
    await pass();
    expect(await read(id)).toMatchObject({ status: 'archived' });
  });

  it('and only hangs delays the other in nothing', async () => {
    const hanging = Promise.withResolvers<void>();
    held = hanging.promise;
    const { id } = await create('Hanging');
    const now = clock.now() + MINUTE_MS;
    clock.hold(now);
    await world.meta.sim('clock', { advance: MINUTE_MS });
    const running = runAdsLanes(now, world.meta.env);
    const there = async () => {
      const { platforms } = await read(id);
      expect(platforms[0].status).not.toBe('paused');
      expect(await onMeta('Hanging')).toMatchObject([{ status: 'ACTIVE' }]);
      expect(platforms[1]).toMatchObject({ status: 'processing' });
    };
    try {
      await vi.waitFor(there, PATIENCE);
      // The platform that answers is paused, whatever else is being stored at that time.
      const pausing = async () => expect((await patch(id, { status: 'pause' })).status).toBe(200);
      await vi.waitFor(pausing, PATIENCE);
    } finally {
      held = null;
      hanging.resolve();
      await running;
    }
    await pass();
    await pass();
    expect(await read(id)).toMatchObject({ status: 'paused', pendingChange: null });
    expect(await onMeta('Hanging')).toMatchObject([{ status: 'PAUSED' }]);
    expect(await onSnapchat('Hanging')).toMatchObject([{ status: 'PAUSED' }]);
  });

  it('and hangs keeps the brand from saying yes to the other as little as from giving it up', async () => {
    const partner = await mintAccount('partner');
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
      .bind(partner.id, world.brand.id)
      .run();
    const hanging = Promise.withResolvers<void>();
    held = hanging.promise;
    const made = await call('POST', '/v1/campaigns', {
      env: world.meta.env,
      key: partner.key,
      as: world.brand.id,
      body: world.body({ name: 'Asked', settings }),
    });
    const { id, partnerApproval } = made.body.data;
    expect(partnerApproval).toMatchObject({ status: 'pending' });
    const now = clock.now() + MINUTE_MS;
    clock.hold(now);
    await world.meta.sim('clock', { advance: MINUTE_MS });
    const running = runAdsLanes(now, world.meta.env);
    try {
      const setUp = async () =>
        expect(statuses(await read(id))).toEqual({ meta: 'paused', snapchat: 'processing' });
      await vi.waitFor(setUp, PATIENCE);
      const yes = await patch(id, { partnerApproval: { status: 'approved' } });
      expect(yes.body.data).toMatchObject({ status: 'processing', pendingChange: null });
      const both = await patch(id, { settings: { snapchat: { status: 'archived' } }, name: 'Other' });
      expect(both.status).toBe(409);
      const ended = await patch(id, { settings: { snapchat: { status: 'archived' } } });
      expect(ended.body.data.platforms, JSON.stringify(ended.body)).toMatchObject([
        {},
        { status: 'archived' },
      ]);
    } finally {
      held = null;
      hanging.resolve();
      await running;
    }
    for (let turn = 0; turn < 3; turn++) await pass();
    const whole = await read(id);
    expect(whole).toMatchObject({ status: 'in_review', pendingChange: null });
    expect(await onMeta('Asked')).toMatchObject([{ status: 'ACTIVE', spend_cap: 90_000 }]);
    for (const one of await onSnapchat('Asked')) expect(one).toMatchObject({ status: 'PAUSED' });
    // A connection is needed only while something runs through it.
    const connections = (await world.send('GET', '/v1/connections')).body.data;
    const used = connections.map((one: Record<string, unknown>) => [one.provider, one.canDisconnect]);
    expect(Object.fromEntries(used)).toEqual({ meta: false, snapchat: true });
    await patch(id, { status: 'archive' });
    await pass();
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = NULL WHERE id = ?').bind(world.brand.id).run();
  });
});

describe('a block', () => {
  it('is added to a campaign that runs, changes there, and ends there for good', async () => {
    const { id } = await create('Grows', { settings: { pixel: PIXEL } });
    await pass();
    await pass(40 * MINUTE_MS);
    expect(await read(id)).toMatchObject({ status: 'live', platforms: [{ platform: 'meta' }] });
    const since = (await told()).length;
    const added = await patch(id, { settings: { snapchat: block } });
    expect(added.body.data).toMatchObject({
      status: 'processing',
      pendingChange: { action: 'update', status: 'in_progress' },
      platforms: [{ status: 'live' }, { platform: 'snapchat', status: 'processing' }],
    });
    await pass();
    await pass();
    const both = await read(id);
    expect(both).toMatchObject({ status: 'live', pendingChange: null });
    expect(statuses(both)).toEqual({ meta: 'live', snapchat: 'in_review' });
    expect(await onMeta('Grows')).toMatchObject([{ spend_cap: 45_000 }]);
    expect(await onSnapchat('Grows')).toMatchObject([
      { status: 'ACTIVE', lifetime_spend_cap_micro: 450_000_000 },
    ]);
    // It was published already.
    expect(await told(since)).toEqual([]);

    const fixed = await patch(id, { settings: { snapchat: { pixel: snapchat.PIXEL.replace('5', '6') } } });
    expect([fixed.status, fixed.body.error.details]).toEqual([409, { path: '/settings/snapchat/pixel' }]);
    expect((await patch(id, { schedule: { endDate: '2099-01-01' } })).status).toBe(409);
    expect((await patch(id, { budget: { billingLimit: 120_000 } })).status).toBe(200);
    await pass();
    await pass();
    expect(await onMeta('Grows')).toMatchObject([{ spend_cap: 60_000 }]);
    expect(await onSnapchat('Grows')).toMatchObject([
      { status: 'ACTIVE', lifetime_spend_cap_micro: 600_000_000 },
    ]);
    expect(await squadsOf('Grows')).toMatchObject([{ daily_budget_micro: 20_000_000 }]);

    await snap.fault('refuse', 'PUT adaccounts', { times: 1 });
    const ended = await patch(id, { settings: { snapchat: { status: 'archived' } } });
    expect(ended.body.data).toMatchObject({
      pendingChange: { action: 'update' },
      platforms: [{ status: 'live' }, { status: 'in_review' }],
    });
    await pass();
    await pass();
    // It still runs there, and is shown so until it stops.
    expect(statuses(await read(id))).toEqual({ meta: 'live', snapchat: 'needs_attention' });
    expect((await patch(id, { status: 'retry' })).status).toBe(200);
    await pass();
    await pass();
    const alone = await read(id);
    expect(alone).toMatchObject({ status: 'live', pendingChange: null });
    expect(statuses(alone)).toEqual({ meta: 'live', snapchat: 'archived' });
    expect(await onSnapchat('Grows')).toMatchObject([{ status: 'PAUSED' }]);
    expect(await onMeta('Grows')).toMatchObject([{ spend_cap: 120_000 }]);
    const back = await patch(id, { settings: { snapchat: { status: 'active' } } });
    expect([back.status, back.body.error.details]).toEqual([409, { path: '/settings/snapchat/status' }]);
    // Further actions apply only to the other platform.
    for (const status of ['pause', 'resume', 'archive']) {
      expect((await patch(id, { status })).status).toBe(200);
      await pass();
      await pass();
    }
    expect(await read(id)).toMatchObject({ status: 'archived' });
    expect((await onSnapchat('Grows')).length).toBe(1);
  });

  it('is added to a campaign of which nothing could be set up, and to neither twice', async () => {
    await world.meta.fault('refuse', 'POST act_', { status: 400, code: 100 });
    const { id } = await create('Begun', { settings: { pixel: PIXEL }, launch: false });
    await pass();
    expect(await read(id)).toMatchObject({ status: 'draft' });
    expect((await patch(id, { settings: { snapchat: block } })).body.data.status).toBe('processing');
    await pass();
    await pass();
    expect(statuses(await read(id))).toEqual({ meta: 'draft', snapchat: 'paused' });
    const since = (await told()).length;
    expect((await patch(id, { status: 'retry' })).status).toBe(200);
    await pass();
    await pass();
    expect(await read(id)).toMatchObject({ status: 'paused', pendingChange: null });
    expect(await told(since)).toEqual(['campaign.published']);
    expect([(await onMeta('Begun')).length, (await onSnapchat('Begun')).length]).toEqual([1, 1]);
    expect(await onMeta('Begun')).toMatchObject([{ spend_cap: 45_000 }]);
  });
});
