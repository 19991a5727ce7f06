// A campaign from its creation to its end, against the platform's simulator.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf } from '../../../harness/ad-connections.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { mintAccount } from '../../../harness/world.ts';

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
      ...{ status: 'processing', platform: 'meta', currency: 'usd', version: 1, pendingChange: null },
      budget: { daily: null, billingLimit: 90_000 },
      adSets: [{ budgetShare: 100, ads: world.work.map((creative) => ({ creative })) }],
      platforms: [{ platform: 'meta', status: 'processing', error: null }],
      creatorPay: { model: 'ad_spend', attribution: { source: 'platform' } },
    });
    // While it is made it can't be launched, and its connection is in use.
    expect((await act(made.id, 'launch')).status).toBe(409);
    await world.pass();
    expect(await read(made.id)).toMatchObject({ status: 'paused', platforms: [{ status: 'paused' }] });
    expect(await news()).toEqual(['campaign.published']);
    const there = await world.meta.sim('nodes', { kind: 'campaign' });
    expect(there.data).toMatchObject([{ status: 'PAUSED' }]);
    const creatives = (await world.meta.sim('nodes', { kind: 'creative' })).data;
    expect(creatives).toHaveLength(2);
    for (const work of world.work)
      expect(JSON.stringify(creatives)).toContain(`service_id=${work}&service_campaign=${made.id}`);
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

  it('is refused with everything that stands against it, and nothing is kept or sent', async () => {
    const other = await mintAccount('brand');
    const work = [
      await mintApproved(world.brand.id, { status: 'review' }),
      await mintApproved(other.id),
      await mintApproved(world.brand.id, { type: 'video/webm' }),
    ];
    const body = world.body({
      ...{ creatives: work, settings: {}, audience: undefined, identity: 'creator' },
      ...{ budget: { billingLimit: 50 }, destination: { type: 'website', value: 'nowhere' } },
      ...{ schedule: { startDate: '2020-01-01', endDate: '2019-12-01' } },
      adSets: [{ budgetShare: 50, ads: [{ creative: work[0] }, { creative: work[1] }] }],
      ...{ creatorPay: { creatorShare: 10, leadAmount: 5 }, attribution: { source: 'service' } },
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
        ...['/creatives/1 not_found', '/creatives/2 file_type', '/creatives/0 authorization_missing'],
        ...['/creatives/1 authorization_missing', '/creatives/2 authorization_missing'],
      ]),
    );
    const checked = await world.send('POST', '/v1/campaign-preflights', body);
    expect([checked.status, checked.body.data.problems]).toEqual([200, problems]);
    expect(await world.meta.sim('counts')).toEqual(before);
    const connection = world.body({ connection: `conn_${'0'.repeat(26)}` });
    expect(
      (await world.send('POST', '/v1/campaign-preflights', connection)).body.data.problems,
    ).toMatchObject([{ path: '/connection', code: 'not_found' }]);
    const partner = await mintAccount('partner');
    const refused = await world.send('POST', '/v1/campaigns', body, partner.key);
    expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'brands_only']);
  });
});
