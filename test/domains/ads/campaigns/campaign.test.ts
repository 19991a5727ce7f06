// A campaign from its creation to its end, against the platform's simulator.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kit/ids.ts';
import { dayIn } from '../../../../src/kit/zone.ts';
import { eventsOf } from '../../../harness/ads/ad-connections.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { noting } from '../../../harness/faults/counting.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
});
afterAll(() => clock.release());

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function create(more: object = {}): Promise<any> {
  const answer = await world.send('POST', '/v1/campaigns', world.body(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const read = async (id: string) => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
const act = (id: string, status: string) => world.send('PATCH', `/v1/campaigns/${id}`, { status });
const news = async (since = 0) =>
  (await eventsOf(world.brand.id)).filter((type) => type.startsWith('campaign.')).slice(since);
const MINUTE = 60_000;

describe('a campaign', () => {
  it('is set up paused, launched, reviewed, paused, resumed, copied and archived', async () => {
    const made = await create({ launch: false });
    expect(made).toMatchObject({
      status: 'processing',
      platform: 'meta',
      currency: 'usd',
      version: 1,
      pendingChange: null,
      budget: { daily: null, billingLimit: 90_000 },
      adSets: [{ budgetShare: 100, ads: world.submissions.map((creative) => ({ creative })) }],
      platforms: [{ platform: 'meta', status: 'processing', error: null }],
      creatorPay: { model: 'ad_spend', attribution: { source: 'platform' } },
    });
    // It cannot be launched while it is set up, and its connection is in use.
    expect((await act(made.id, 'launch')).status).toBe(409);
    await world.pass();
    expect(await read(made.id)).toMatchObject({ status: 'paused', platforms: [{ status: 'paused' }] });
    expect(await news()).toEqual(['campaign.published']);
    const there = await world.meta.sim('nodes', { kind: 'campaign' });
    expect(there.data).toMatchObject([{ status: 'PAUSED' }]);
    const creatives = (await world.meta.sim('nodes', { kind: 'creative' })).data;
    expect(creatives).toHaveLength(2);
    for (const submission of world.submissions)
      expect(JSON.stringify(creatives)).toContain(`service_id=${submission}&service_campaign=${made.id}`);
    expect((await act(made.id, 'resume')).status).toBe(409);

    const launched = await act(made.id, 'launch');
    expect(launched.body.data).toMatchObject({ pendingChange: { action: 'launch', status: 'in_progress' } });
    expect((await act(made.id, 'launch')).status).toBe(409);
    await world.pass();
    expect(await read(made.id)).toMatchObject({ status: 'in_review', pendingChange: null });
    const inUse = await world.send('GET', `/v1/connections/${world.connection}`);
    expect(inUse.body.data).toMatchObject({ activeCampaigns: 1, canDisconnect: false });
    await world.pass(40 * MINUTE);
    expect(await read(made.id)).toMatchObject({ status: 'live' });

    await act(made.id, 'pause');
    await world.pass();
    expect(await read(made.id)).toMatchObject({ status: 'paused', pendingChange: null });
    await act(made.id, 'resume');
    await world.pass();
    expect(await read(made.id)).toMatchObject({ status: 'live' });

    const copy = await world.send('POST', `/v1/campaigns/${made.id}/copies`, {});
    expect(copy.status, JSON.stringify(copy.body)).toBe(201);
    expect(copy.body.data).toMatchObject({ name: 'Summer (copy)', status: 'processing' });
    expect(copy.body.data.id).not.toBe(made.id);
    await world.pass();
    expect(await read(copy.body.data.id)).toMatchObject({ status: 'paused' });
    expect((await act(copy.body.data.id, 'live')).body.data.pendingChange.action).toBe('launch');
    await world.pass();
    for (const id of [made.id, copy.body.data.id]) {
      expect((await act(id, 'archive')).body.data.pendingChange).toMatchObject({ action: 'archive' });
    }
    await world.pass();
    expect(await read(made.id)).toMatchObject({ status: 'archived', pendingChange: null });
    expect((await act(made.id, 'launch')).status).toBe(409);
    expect((await world.send('GET', '/v1/campaigns')).body.data).toEqual([]);
    expect((await world.send('GET', '/v1/campaigns?status=archived')).body.data).toHaveLength(2);
    expect(await news()).toEqual([
      ...['campaign.published', 'campaign.paused', 'campaign.published', 'campaign.archived'],
      'campaign.archived',
    ]);
    const { timeline } = (await world.send('GET', `/v1/campaigns/${made.id}?expand=timeline`)).body.data;
    const asked = timeline.filter((one: { what: string }) => one.what === 'asked');
    expect(asked.map((one: { by: string; details: object }) => [one.by, one.details])).toEqual(
      ['launch', 'pause', 'resume', 'archive'].map((action) => [world.brand.id, { action }]),
    );
  });

  it('is refused with every problem, and nothing is kept or sent', async () => {
    const other = await mintAccount('brand');
    const creatives = [
      await mintApproved(world.brand.id, { status: 'review' }),
      await mintApproved(other.id),
      await mintApproved(world.brand.id, { type: 'video/webm' }),
    ];
    const body = world.body({
      creatives,
      settings: {},
      audience: undefined,
      identity: 'creator',
      budget: { billingLimit: 50 },
      destination: { type: 'website', value: 'nowhere' },
      schedule: { startDate: '2020-01-01', endDate: '2019-12-01' },
      adSets: [{ budgetShare: 50, ads: [{ creative: creatives[0] }, { creative: creatives[1] }] }],
      creatorPay: { creatorShare: 10, leadAmount: 5 },
      attribution: { source: 'service' },
    });
    const before = await world.meta.sim('counts');
    const answer = await world.send('POST', '/v1/campaigns', body);
    expect([answer.status, answer.body.error.details.reason]).toEqual([422, 'preflight_failed']);
    const { problems } = answer.body.error.details;
    const said = problems.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    expect(new Set(said)).toEqual(
      new Set([
        ...['/destination/value malformed', '/schedule/startDate past', '/schedule/endDate before_start'],
        ...['/creatorPay/leadAmount not_both', '/attribution/source pixel_unverified'],
        ...['/audience/countries too_short', '/settings/pixel required', '/adSets shares'],
        ...['/creatives/2 unused', '/budget/billingLimit below_floor', '/creatives/0 not_approved'],
        ...['/creatives/1 not_found', '/creatives/0 authorization_missing'],
        ...['/creatives/1 authorization_missing', '/creatives/2 authorization_missing'],
      ]),
    );
    const checked = await world.send('POST', '/v1/campaign-preflights', body);
    expect([checked.status, checked.body.data.problems]).toEqual([200, problems]);
    expect(await world.meta.sim('counts')).toEqual(before);
    // A creator's post needs no file; a video that is shown in the brand's name does.
    const inBrandsName = world.body({ creatives: [creatives[2]] });
    expect(
      (await world.send('POST', '/v1/campaign-preflights', inBrandsName)).body.data.problems,
    ).toMatchObject([{ path: '/creatives/0', code: 'file_type' }]);
    // An ad's link must name the creator once, because the last name in it is credited.
    const credited = world.body({
      destination: { type: 'website', value: 'https://shop.example/?a=1&Service_ID=sub_1' },
      tracking: { urlParameters: 'service_campaign=camp_1' },
      settings: { snapchat: { link: 'https://shop.example/#?service_id=sub_1' } },
    });
    const reserved = (
      await world.send('POST', '/v1/campaign-preflights', credited)
    ).body.data.problems.filter(({ code }: { code: string }) => code === 'reserved');
    expect(reserved.map(({ path }: { path: string }) => path)).toEqual([
      ...['/destination/value', '/tracking/urlParameters', '/settings/snapchat/link'],
    ]);
    const connection = world.body({ connection: `conn_${'0'.repeat(26)}` });
    expect(
      (await world.send('POST', '/v1/campaign-preflights', connection)).body.data.problems,
    ).toMatchObject([{ path: '/connection', code: 'not_found' }]);
    const { env, read } = noting(world.meta.env);
    const once = { env, key: world.brand.key, body: world.body() };
    expect((await call('POST', '/v1/campaign-preflights', once)).status).toBe(200);
    // Nothing is read twice.
    expect(read.filter((text, n) => read.indexOf(text) < n)).toEqual([]);
    expect(read.length).toBeGreaterThan(3);
    const few = { ...world.meta.env, CAMPAIGNS_A_DAY: '0' };
    const spent = await call('POST', '/v1/campaigns', { env: few, key: world.brand.key, body: world.body() });
    expect([spent.status, spent.body.error.code]).toEqual([429, 'rate_limited']);
    expect(await world.meta.sim('counts')).toEqual(before);
    const partner = await mintAccount('partner');
    const refused = await world.send('POST', '/v1/campaigns', body, partner.key);
    expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'brands_only']);
  });
});

describe('what goes wrong', () => {
  it('is told and can be tried again: nothing is made twice', async () => {
    await world.meta.fault('refuse', 'POST act_', { status: 400, code: 100, message: 'of theirs' });
    const before = (await world.meta.sim('nodes', { kind: 'campaign' })).data.length;
    const since = (await news()).length;
    const made = await create({ name: 'Refused at first' });
    await world.pass();
    expect(await read(made.id)).toMatchObject({
      status: 'draft',
      platforms: [{ status: 'draft', error: { code: 'invalid', platformCode: '100', by: 'platform' } }],
    });
    expect(await news(since)).toEqual(['campaign.failed']);
    // Something whose answer was lost is found again.
    await world.meta.fault('fail_after', 'POST act_');
    expect((await act(made.id, 'retry')).body.data.status).toBe('processing');
    for (let minute = 0; minute < 4; minute++) await world.pass(5 * MINUTE);
    expect(await read(made.id)).toMatchObject({ status: 'in_review', platforms: [{ error: null }] });
    expect((await world.meta.sim('nodes', { kind: 'campaign' })).data).toHaveLength(before + 1);
    expect(await news(since)).toEqual(['campaign.failed', 'campaign.published']);
    expect((await act(made.id, 'retry')).status).toBe(409);
    const told = JSON.stringify((await world.send('GET', `/v1/campaigns/${made.id}?expand=timeline`)).body);
    expect(told).toContain('Meta rejected a value (code 100).');
    expect(told).not.toMatch(/of theirs|EAA|signature=/);
    await act(made.id, 'archive');
    await world.pass();
  });

  it('stops at the billing limit, and a launch that nothing may be spent by is none', async () => {
    const made = await create({ name: 'Limited' });
    await world.pass();
    await world.pass(40 * MINUTE);
    expect(await read(made.id)).toMatchObject({ status: 'live' });
    const [ad] = (await world.meta.sim('nodes', { kind: 'ad' })).data.filter(
      (one: { effective_status?: string; status: string; campaign_id: string }) => one.status === 'ACTIVE',
    );
    // The date in the ad account's zone, which may still be the day before.
    const date = dayIn('America/New_York', clock.now());
    await world.meta.sim('delivery', {
      ad: ad.id,
      date,
      spend: 91_000,
      impressions: 9,
      clicks: 1,
      purchases: 0,
      value: 0,
    });
    await world.pass(11 * MINUTE);
    await world.pass();
    await world.pass();
    expect(await read(made.id)).toMatchObject({ status: 'paused', pendingChange: null });
    const refused = await act(made.id, 'resume');
    expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'billing_limit_reached']);
    expect(
      (await world.send('PATCH', `/v1/campaigns/${made.id}`, { budget: { billingLimit: 200_000 } })).status,
    ).toBe(200);
    await world.pass();
    const [there] = (await world.meta.sim('nodes', { kind: 'campaign' })).data.filter((one: object) =>
      JSON.stringify(one).includes('Limited'),
    );
    expect(String(there.spend_cap)).toBe('200000');
    expect((await act(made.id, 'resume')).status).toBe(200);
    await world.pass();
    expect(await read(made.id)).toMatchObject({ status: 'live' });
    await act(made.id, 'archive');
    await world.pass();
  });

  it('keeps a scheduled launch from a campaign that may not run any more', async () => {
    const creatives = [await mintApproved(world.brand.id)];
    const at = (minutes: number) => new Date(clock.now() + minutes * MINUTE).toISOString();
    const [good, bad] = [
      await create({ name: 'Later', scheduledLaunchAt: at(5) }),
      await create({ name: 'Never', scheduledLaunchAt: at(5), creatives }),
    ];
    await world.pass();
    expect(await read(good.id)).toMatchObject({ status: 'paused', scheduledLaunchAt: expect.any(String) });
    await testEnv.DB.prepare("UPDATE submissions SET status = 'rejected' WHERE id = ?")
      .bind(creatives[0])
      .run();
    const since = (await news()).length;
    for (let minute = 0; minute < 2; minute++) await world.pass(3 * MINUTE);
    expect(await read(good.id)).toMatchObject({ status: 'in_review', scheduledLaunchAt: null });
    expect(await read(bad.id)).toMatchObject({ status: 'needs_attention' });
    expect(await news(since)).toEqual(['campaign.needs_attention']);
    expect((await act(bad.id, 'retry')).body.error.details.problems).toMatchObject([
      { code: 'not_approved' },
    ]);
    for (const { id } of [good, bad]) await act(id, 'archive');
    await world.pass();
  });
});

describe('a change', () => {
  it('reaches the platform, keeps what is made, and waits for nothing else', async () => {
    const extra = await mintApproved(world.brand.id);
    const made = await create({ name: 'Changing', launch: false });
    await world.pass();
    const patch = (body: object) => world.send('PATCH', `/v1/campaigns/${made.id}`, body);
    for (const body of [
      { settings: { pixel: '600000000000002' } },
      { destination: { type: 'deep_link' } },
      { schedule: { startDate: '2031-01-01' } },
      { optimizationEvent: 'lead' },
      { objective: 'traffic' },
      { identity: 'creator' },
      { attribution: { source: 'service' } },
      { connection: newId('connection', clock.now()) },
    ])
      expect((await patch(body)).status, JSON.stringify(body)).toBe(409);
    // Fixed fields may be sent again with the same values.
    const said = { objective: 'conversion', identity: 'brand', connection: world.connection };
    expect((await patch(said)).body.data.objective).toBe('conversions');
    expect((await patch({ name: 'x', version: 9 })).body.error.code).toBe('version_conflict');
    expect((await patch({ name: 'x', status: 'launch' })).status).toBe(422);
    const edited = await patch({
      name: 'Changed',
      budget: { daily: 4000 },
      audience: { countries: ['US', 'DE'] },
      ad: { primaryText: 'Other words.' },
      creatives: [world.submissions[0], extra],
      version: 2,
    });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    expect(edited.body.data).toMatchObject({
      version: 3,
      pendingChange: { action: 'update', status: 'in_progress' },
    });
    expect((await patch({ name: 'Again' })).status).toBe(409);
    await world.pass();
    await world.pass();
    const now = await read(made.id);
    expect(now).toMatchObject({
      name: 'Changed',
      status: 'paused',
      pendingChange: null,
      creatives: [world.submissions[0], extra],
      adSets: [{ id: made.adSets[0].id, ads: [{ id: made.adSets[0].ads[0].id }, { creative: extra }] }],
    });
    const of = async (kind: string) =>
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
      (await world.meta.sim('nodes', { kind })).data.filter((one: any) => one.campaign_id === campaign.id);
    const [campaign] = (await world.meta.sim('nodes', { kind: 'campaign' })).data.filter(
      (one: { name: string }) => one.name.startsWith('Changed'),
    );
    expect(await of('adset')).toMatchObject([
      { daily_budget: 4000, targeting: { geo_locations: { countries: ['US', 'DE'] } } },
    ]);
    const states = (await of('ad')).map(({ status }: { status: string }) => status);
    // The kept ad's new content and the added ad are active; the kept ad's old content and the removed ad are
    // archived.
    expect(states.sort()).toEqual(['ACTIVE', 'ACTIVE', 'ARCHIVED', 'ARCHIVED']);
    const [{ id, ads }] = now.adSets;
    const renamed = [{ ...ads[0], name: 'Blue' }, ads[1]];
    const relaid = await patch({ adSets: [{ id, name: 'Again', ads: renamed }] });
    expect([relaid.status, relaid.body.data]).toEqual([200, await read(made.id)]);
    expect(relaid.body.data.adSets).toMatchObject([{ name: 'Again', ads: [{ name: 'Blue' }, {}] }]);
    for (let turn = 0; turn < 2; turn++) await world.pass();
    const names = (await of('ad')).map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name.startsWith('Blue'))).toHaveLength(1);
    expect((await read(made.id)).adSets[0].ads).toMatchObject([{ name: 'Blue' }, {}]);
    // A request that nobody wants any more when its turn comes is not sent.
    for (const status of ['launch', 'pause']) expect((await act(made.id, status)).status).toBe(200);
    await world.pass();
    const { timeline } = (await world.send('GET', `/v1/campaigns/${made.id}?expand=timeline`)).body.data;
    const outcomes = timeline.flatMap(
      ({ details }: { details: { asked?: string; outcome?: string } | null }) =>
        details?.asked === 'run' ? details.outcome : [],
    );
    expect(outcomes.slice(-2).sort()).toEqual(['done', 'skipped']);
    await act(made.id, 'archive');
    await world.pass();
  });
});
