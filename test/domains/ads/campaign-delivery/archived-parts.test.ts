// Single ad sets and ads that are archived here: the others take over the budget, and the platform follows.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { MAIN } from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';

const MINUTE = 60_000;
const real = globalThis.fetch;

let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => clock.release());

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function create(more: object): Promise<any> {
  const answer = await world.send('POST', '/v1/campaigns', world.body(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const read = async (id: string) => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
const timelineOf = async (id: string) =>
  (await world.send('GET', `/v1/campaigns/${id}?expand=timeline`)).body.data.timeline;
const archive = (path: string) => world.send('PATCH', `/v1/${path}`, { status: 'archived' });
/** Runs until tasks that are too large for one run are done. */
async function settle(): Promise<void> {
  for (let minute = 0; minute < 3; minute++) await world.passAds();
}
const sharesOf = ({ adSets }: { adSets: { name: string; budgetShare: number }[] }) =>
  Object.fromEntries(adSets.map(({ name, budgetShare }) => [name, budgetShare]));
/** The budgets of a campaign's ad sets at the platform, by name; null for those that have ended. */
async function budgetsThere(): Promise<Record<string, number | null>> {
  const { data } = await world.meta.sim('nodes', { kind: 'adset' });
  const rows = data.map((one: { name: string; status: string; daily_budget: number }) => [
    one.name.replace(/ \[\w+\]$/, ''),
    one.status === 'ARCHIVED' ? null : one.daily_budget,
  ]);
  return Object.fromEntries(rows);
}
const laidOut = (prefix: string, creative: string, shares = [50, 30, 20]) => ({
  budget: { daily: 10_000, billingLimit: 300_000 },
  adSets: shares.map((budgetShare, n) => ({
    name: `${prefix}${'ABCD'[n]}`,
    budgetShare,
    ads: [{ creative }],
  })),
  creatives: [creative],
});

describe('an ad set that is archived', () => {
  it('leaves its part of the budget to the others, here and there, and everybody is told', async () => {
    const made = await create({ launch: true, ...laidOut('Left ', world.submissions[0]!) });
    await world.passAds();
    await world.passAds(40 * MINUTE);
    expect(await budgetsThere()).toMatchObject({ 'Left A': 5000, 'Left B': 3000, 'Left C': 2000 });
    const [a, b, c] = (await read(made.id)).adSets;
    const answer = await archive(`ad-sets/${c.id}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const shares = [
      { adSet: a.id, name: 'Left A', before: 50, after: 62.5 },
      { adSet: b.id, name: 'Left B', before: 30, after: 37.5 },
      { adSet: c.id, name: 'Left C', before: 20, after: 0 },
    ];
    expect(answer.body.data).toMatchObject({ id: c.id, status: 'archived', shares });
    const after = await read(made.id);
    expect(sharesOf(after)).toEqual({ 'Left A': 62.5, 'Left B': 37.5 });
    expect(after.pendingChange).toEqual({ action: 'update', status: 'in_progress' });
    expect((await world.send('GET', `/v1/ads/${c.ads[0].id}`)).body.data.status).toBe('archived');
    await world.passAds();
    expect(await budgetsThere()).toMatchObject({ 'Left A': 6250, 'Left B': 3750, 'Left C': null });
    expect(await read(made.id)).toMatchObject({ status: 'live', pendingChange: null });
    expect(
      (await timelineOf(made.id)).filter(({ what }: { what: string }) => what === 'edited'),
    ).toMatchObject([
      { by: world.brand.id, platform: 'meta', details: { archived: { adSet: c.id }, shares } },
    ]);
    const ads = await world.send('GET', `/v1/ads?campaign=${made.id}&status=archived`);
    expect(ads.body.data).toMatchObject([{ adSet: c.id }]);

    // A copy keeps its own budget until only copies are left.
    const copy = await world.send('POST', `/v1/ad-sets/${b.id}/copies`, { name: 'Left B2' });
    expect(copy.status).toBe(202);
    await world.passAds();
    expect(sharesOf(await read(made.id))).toEqual({ 'Left A': 62.5, 'Left B': 37.5, 'Left B2': 0 });
    await archive(`ad-sets/${a.id}`);
    await world.passAds();
    expect(sharesOf(await read(made.id))).toEqual({ 'Left B': 100, 'Left B2': 0 });
    expect(await budgetsThere()).toMatchObject({ 'Left A': null, 'Left B': 10_000, 'Left B2': 3750 });
    await archive(`ad-sets/${b.id}`);
    await world.passAds();
    expect(sharesOf(await read(made.id))).toEqual({ 'Left B2': 100 });
    expect(await budgetsThere()).toMatchObject({ 'Left B': null, 'Left B2': 10_000 });
    await world.passAds(11 * MINUTE);
    expect(sharesOf(await read(made.id))).toEqual({ 'Left B2': 100 });
    expect((await archive(`ad-sets/${b.id}`)).status).toBe(409);
    // If all ads of an ad set are archived here, nobody has paused it at the platform.
    await archive(`ad-sets/${copy.body.data.id}`);
    await world.passAds(11 * MINUTE);
    expect(await read(made.id)).toMatchObject({
      status: 'paused',
      adSets: [],
      platforms: [{ error: { code: 'no_ads', by: 'account' } }],
    });
  });

  it('gives the others nothing before it is over there, and is asked for again until it is', async () => {
    const made = await create({ launch: false, ...laidOut('Held ', world.submissions[0]!) });
    await settle();
    const [, , c] = (await read(made.id)).adSets;
    const { platformId } = (await world.send('GET', `/v1/ad-sets/${c.id}`)).body.data;
    await world.meta.fault('fail_before', `POST ${platformId}`);
    await archive(`ad-sets/${c.id}`);
    await world.passAds(1000);
    expect(await budgetsThere()).toMatchObject({ 'Held A': 5000, 'Held C': 2000 });
    // It was deleted at the platform meanwhile, so it is archived too.
    await world.meta.sim(`nodes/${platformId}`, { status: 'DELETED' });
    await world.passAds();
    expect(await budgetsThere()).toMatchObject({ 'Held A': 6250, 'Held B': 3750 });
    expect(await read(made.id)).toMatchObject({ status: 'paused', platforms: [{ error: null }] });
    expect((await world.send('GET', `/v1/ad-sets/${c.id}`)).body.data.status).toBe('archived');
  });

  it('gives the others nothing while the platform refuses to archive it', async () => {
    const made = await create({ launch: false, ...laidOut('Kept ', world.submissions[0]!) });
    await settle();
    const [, , c] = (await read(made.id)).adSets;
    const { platformId } = (await world.send('GET', `/v1/ad-sets/${c.id}`)).body.data;
    await world.meta.fault('refuse', `POST ${platformId}`, { status: 400, code: 100 });
    await archive(`ad-sets/${c.id}`);
    await settle();
    expect(await read(made.id)).toMatchObject({ status: 'needs_attention', pendingChange: null });
    expect(await budgetsThere()).toMatchObject({ 'Kept A': 5000, 'Kept B': 3000, 'Kept C': 2000 });
    const retried = await world.send('PATCH', `/v1/campaigns/${made.id}`, { status: 'retry' });
    expect(retried.status, JSON.stringify(retried.body)).toBe(200);
    await settle();
    expect(await budgetsThere()).toMatchObject({ 'Kept A': 6250, 'Kept B': 3750, 'Kept C': null });
  });

  it('while its campaign is being set up is never made, or archived as soon as it is', async () => {
    const made = await create({
      launch: true,
      ...laidOut('Early ', world.submissions[0]!, [40, 30, 20, 10]),
    });
    const [a, b, c, d] = (await read(made.id)).adSets;
    const first = await archive(`ad-sets/${d.id}`);
    expect(first.body.data.shares).toContainEqual({ adSet: a.id, name: 'Early A', before: 40, after: 44.45 });
    // Somebody archives this one just before the platform creates it.
    let during = 0;
    vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
      const isC = String(input).includes(`/${MAIN}/adsets`) && String(init?.body).includes('Early+C');
      if (!isC || init?.method !== 'POST' || during > 0) return await real(input, init);
      during = (await archive(`ad-sets/${c.id}`)).status;
      return await real(input, init);
    });
    await settle();
    expect(during).toBe(200);
    const after = await read(made.id);
    expect(after).toMatchObject({ status: 'in_review', pendingChange: null, platforms: [{ error: null }] });
    expect(sharesOf(after)).toEqual({ 'Early A': 57.15, 'Early B': 42.85 });
    const there = await budgetsThere();
    expect(there).toMatchObject({ 'Early A': 5715, 'Early B': 4285, 'Early C': null });
    expect(there).not.toHaveProperty('Early D');
    for (const [id, status] of [
      [b.id, 'active'],
      [c.id, 'archived'],
      [d.id, 'archived'],
    ])
      expect((await world.send('GET', `/v1/ad-sets/${id}`)).body.data.status).toBe(status);
  });

  it('keeps no video of its own from the others', async () => {
    const shown = world.submissions;
    const adSets = shown.map((creative, n) => ({ name: `Video ${n}`, budgetShare: 50, ads: [{ creative }] }));
    const made = await create({ launch: false, adSets });
    await world.meta.sim('settings', { videosFail: 1 });
    await settle();
    const failed = await read(made.id);
    expect(failed.platforms).toMatchObject([{ error: { code: 'video_unusable' } }]);
    await archive(`ad-sets/${failed.adSets[0].id}`);
    const retried = await world.send('PATCH', `/v1/campaigns/${made.id}`, { status: 'retry' });
    expect(retried.status, JSON.stringify(retried.body)).toBe(200);
    await settle();
    expect(await read(made.id)).toMatchObject({ status: 'paused', platforms: [{ error: null }] });
    expect(sharesOf(await read(made.id))).toEqual({ 'Video 1': 100 });
    expect(await budgetsThere()).toMatchObject({ 'Video 1': 3000 });
  });
});

describe('a copy of an ad set', () => {
  it('that is all that its campaign has takes all of the budget', async () => {
    const creative = world.submissions[0]!;
    const [source, target] = [
      await create({ launch: false, ...laidOut('Source ', creative, [100]) }),
      await create({ launch: false, ...laidOut('Target ', creative, [100]) }),
    ];
    await settle();
    const copies = `/v1/ad-sets/${source.adSets[0].id}/copies`;
    await archive(`ad-sets/${target.adSets[0].id}`);
    await settle();
    const copy = await world.send('POST', copies, { name: 'Target B', into: target.id });
    expect(copy.status, JSON.stringify(copy.body)).toBe(202);
    await settle();
    const { adSets } = await read(target.id);
    expect(adSets).toMatchObject([{ name: 'Target B', budgetShare: 100 }]);
    const same = await world.send('PATCH', `/v1/campaigns/${target.id}`, { adSets });
    expect(same.status, JSON.stringify(same.body)).toBe(200);
    await world.send('PATCH', `/v1/campaigns/${target.id}`, { budget: { daily: 20_000 } });
    await settle();
    expect(await budgetsThere()).toMatchObject({ 'Target B': 20_000 });

    // When an ad set is copied and archived at the same time, the second request sees the first.
    const answers = await Promise.all([
      world.send('POST', copies, { name: 'Source B' }),
      archive(`ad-sets/${source.adSets[0].id}`),
    ]);
    expect(answers.map(({ status }) => (status < 300 ? 200 : status)).sort()).toEqual([200, 409]);
    await settle();
    const shares = Object.values(sharesOf(await read(source.id))).filter((share) => share !== 0);
    expect(shares.length === 0 || shares[0] === 100).toBe(true);
  });
});

describe('a change of the layout', () => {
  it('answers what it makes of the campaign, and takes what it reads', async () => {
    const creative = world.submissions[0]!;
    const made = await create({ launch: false, ...laidOut('Laid ', creative) });
    await settle();
    const patch = (adSets: unknown) => world.send('PATCH', `/v1/campaigns/${made.id}`, { adSets });
    const [a, b, c] = made.adSets;
    const ads = [{ creative }];
    const answer = await patch([
      { name: 'Laid D', budgetShare: 10, ads },
      { id: b.id, budgetShare: 60, ads },
      { id: a.id, name: 'Laid Z', budgetShare: 30, ads },
    ]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.data.adSets).toMatchObject([
      { name: 'Laid D', budgetShare: 10, ads: [{ creative }] },
      { id: b.id, name: 'Laid B', budgetShare: 60, ads: [{ id: b.ads[0].id }] },
      { id: a.id, name: 'Laid Z', budgetShare: 30, ads: [{ id: a.ads[0].id }] },
    ]);
    expect((await read(made.id)).adSets).toEqual(answer.body.data.adSets);
    expect(answer.body.data.pendingChange).toMatchObject({ action: 'update' });
    const told = (await timelineOf(made.id)).findLast(({ what }: { what: string }) => what === 'edited');
    expect(told.details.shares).toContainEqual({ adSet: c.id, name: 'Laid C', before: 20, after: 0 });
    await settle();

    // An ad set without ads and a copy with its own budget can be sent back as they were read.
    await archive(`ads/${a.ads[0].id}`);
    expect((await world.send('POST', `/v1/ad-sets/${b.id}/copies`, {})).status).toBe(202);
    await settle();
    const { adSets } = await read(made.id);
    expect(adSets).toMatchObject([{}, {}, { ads: [] }, { name: 'Laid B (copy)', budgetShare: 0 }]);
    const same = await patch(adSets);
    expect(same.status, JSON.stringify(same.body)).toBe(200);
    expect(same.body.data).toMatchObject({ adSets, pendingChange: null });
    expect((await patch([adSets[0], adSets[0]])).status).toBe(422);
    expect((await patch([{ ads: [] }])).status).toBe(422);
    const equal = await patch(adSets.map(({ budgetShare: _, ...rest }: { budgetShare: number }) => rest));
    expect(Object.values(sharesOf(equal.body.data))).toEqual([25, 25, 25, 25]);
    await world.passAds();
    expect(await budgetsThere()).toMatchObject({ 'Laid D': 2500, 'Laid B (copy)': 2500, 'Laid C': null });
  });
});
