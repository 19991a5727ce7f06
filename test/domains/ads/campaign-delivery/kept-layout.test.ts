// A campaign's layout after single parts of it were archived or copied.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import * as clock from '../../../harness/clock.ts';

const MINUTE = 60_000;

let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
});
afterAll(() => clock.release());

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function create(more: object): Promise<any> {
  const answer = await world.send('POST', '/v1/campaigns', world.body(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const read = async (id: string) => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
const act = (id: string, status: string) => world.send('PATCH', `/v1/campaigns/${id}`, { status });

describe('a campaign', () => {
  it('is renamed, paused, resumed and copied though parts of it were archived or copied', async () => {
    const [first, second] = world.submissions as [string, string];
    const adSets = [
      { name: 'A', budgetShare: 33.34, ads: [{ creative: first }] },
      { name: 'B', budgetShare: 33.33, ads: [{ creative: first }, { creative: second }] },
      { name: 'C', budgetShare: 33.33, ads: [{ creative: first }] },
    ];
    const made = await create({ launch: true, budget: { billingLimit: 300_000 }, adSets });
    for (let minute = 0; minute < 2; minute++) await world.pass();
    const [, b, c] = (await read(made.id)).adSets;
    const parts = [
      await world.send('PATCH', `/v1/ad-sets/${c.id}`, { status: 'archived' }),
      // The only ad of its submission, which stays among the creatives.
      await world.send('PATCH', `/v1/ads/${b.ads[1].id}`, { status: 'archived' }),
      await world.send('POST', `/v1/ad-sets/${b.id}/copies`, {}),
    ];
    expect(parts.map(({ status }) => status)).toEqual([200, 200, 202]);
    await world.pass();
    expect((await read(made.id)).adSets).toHaveLength(3);
    const renamed = await world.send('PATCH', `/v1/campaigns/${made.id}`, { name: 'Autumn' });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    await world.pass(40 * MINUTE);
    for (const action of ['pause', 'resume']) {
      const answer = await act(made.id, action);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      await world.pass();
    }
    expect(await read(made.id)).toMatchObject({ name: 'Autumn', status: 'live', pendingChange: null });
    const copy = await world.send('POST', `/v1/campaigns/${made.id}/copies`, {});
    expect(copy.status, JSON.stringify(copy.body)).toBe(201);
    const shares = copy.body.data.adSets.map(({ budgetShare }: { budgetShare: number }) => budgetShare);
    expect(shares).toEqual([33.34, 33.33, 33.33]);
    expect(copy.body.data.adSets.map(({ ads }: { ads: unknown[] }) => ads.length)).toEqual([1, 1, 1]);
    // A changed layout is checked against the rules as usual.
    const halves = [{ id: b.id, budgetShare: 50, ads: [{ creative: first }] }];
    expect((await world.send('PATCH', `/v1/campaigns/${made.id}`, { adSets: halves })).status).toBe(422);
    for (const id of [made.id, copy.body.data.id]) await act(id, 'archive');
    await world.pass();
  });

  const day = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  it.each([
    { kind: 'daily', budget: { daily: 1000, billingLimit: 30_000 }, days: null },
    // More than the simulator's ads can spend in the two days that this may take.
    { kind: 'lifetime', budget: { billingLimit: 30_000 }, days: 30 },
  ])('with a share too small for the platform is used and copied all the same ($kind)', async (at) => {
    const [creative] = world.submissions as [string];
    const name = `Small ${at.kind}`;
    const adSets = ['A', 'B', 'C'].map((one, n) => ({
      name: `${name} ${one}`,
      budgetShare: [50, 30, 20][n],
      ads: [{ creative }],
    }));
    const schedule = { startDate: day(1), endDate: at.days === null ? null : day(at.days) };
    const made = await create({
      name,
      launch: true,
      budget: at.budget,
      creatives: [creative],
      adSets,
      schedule,
    });
    for (let minute = 0; minute < 2; minute++) await world.passAds();
    await world.passAds(40 * MINUTE);
    // Somebody raises one budget at the platform, and deletes another ad set.
    const there = async (n: number) => {
      const { id } = made.adSets[n];
      return `nodes/${(await world.send('GET', `/v1/ad-sets/${id}`)).body.data.platformId}`;
    };
    await world.meta.sim(await there(0), { [`${at.kind}_budget`]: at.kind === 'daily' ? 90_000 : 2_700_000 });
    await world.meta.sim(await there(2), { status: 'DELETED' });
    await world.passAds(11 * MINUTE);
    const sharesOf = (adSets: { budgetShare: number }[]) => adSets.map(({ budgetShare }) => budgetShare);
    expect(sharesOf((await read(made.id)).adSets)).toEqual([99.67, 0.33]);
    const renamed = await world.send('PATCH', `/v1/campaigns/${made.id}`, { name: `${name}er` });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    await world.passAds();
    for (const action of ['pause', 'resume']) {
      const answer = await act(made.id, action);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      await world.passAds();
    }
    const copy = await world.send('POST', `/v1/campaigns/${made.id}/copies`, {});
    expect(copy.status, JSON.stringify(copy.body)).toBe(201);
    expect(sharesOf(copy.body.data.adSets)).toEqual([89.74, 10.26]);
    // Changed amounts are checked as usual.
    const { billingLimit } = at.budget;
    const more = await world.send('PATCH', `/v1/campaigns/${made.id}`, {
      budget: { billingLimit: billingLimit + 5000 },
    });
    const longer = await world.send('PATCH', `/v1/campaigns/${made.id}`, { schedule: { endDate: day(60) } });
    for (const { status, body } of [more, longer]) {
      expect(status).toBe(422);
      expect(body.error.details.problems).toMatchObject([{ code: 'below_floor', platform: 'meta' }]);
    }
    for (const id of [made.id, copy.body.data.id]) await act(id, 'archive');
    await world.passAds();
  });
});
