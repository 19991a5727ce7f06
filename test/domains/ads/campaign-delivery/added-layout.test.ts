// A campaign's layout on a platform that a block of settings added: changes on one platform do not affect the
// other.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mintApproved } from '../../../harness/ads/campaigns.ts';
import { ON_BOTH, type TwoPlatforms, twoPlatforms } from '../../../harness/ads/two-platforms.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

const MINUTE = 60_000;

let at: TwoPlatforms;
beforeAll(async () => {
  at = await twoPlatforms();
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function send(method: string, path: string, body?: object): Promise<any> {
  const answer = await at.world.send(method, `/v1/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}
async function pass(turns = 1, ms = MINUTE): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await at.snap.sim('clock', { advance: ms });
    await at.world.passAds(ms);
  }
}
async function live(name: string) {
  const made = await send('POST', 'campaigns', at.world.body({ name, settings: ON_BOTH, launch: true }));
  await pass(4);
  await pass(1, 40 * MINUTE);
  const campaign = await send('GET', `campaigns/${made.id}`);
  expect(campaign).toMatchObject({ status: 'live', pendingChange: null });
  return campaign;
}
/** The submissions of its stored ads on a platform. */
async function shownOn(platform: string, campaign: string): Promise<string[]> {
  const ads = await send('GET', `ads?campaign=${campaign}&platform=${platform}`);
  return ads.map(({ creative }: { creative: string }) => creative).sort();
}
const partsOn = async (platform: string, kind: 'ads' | 'ad-sets', campaign: string) =>
  await send('GET', `${kind}?campaign=${campaign}&platform=${platform}`);
const made = async () => {
  const counts = await at.snap.sim('counts');
  return Object.entries(counts).filter(
    ([request]) => request.startsWith('POST') && !request.includes('token'),
  );
};

describe('a change of something else', () => {
  it('brings back nothing that was archived on the added platform', async () => {
    const { id } = await live('Added');
    const [first, second] = at.world.submissions as [string, string];
    const ads = await partsOn('snapchat', 'ads', id);
    const ad = ads.find(({ creative }: { creative: string }) => creative === second);
    await send('PATCH', `ads/${ad.id}`, { status: 'archived' });
    await pass(2);
    const before = await made();
    await send('PATCH', `campaigns/${id}`, { name: 'Added and renamed' });
    await pass(2);
    expect([await shownOn('meta', id), await shownOn('snapchat', id)]).toEqual([
      [first, second].sort(),
      [first],
    ]);
    const [last] = await partsOn('snapchat', 'ads', id);
    await send('PATCH', `ads/${last.id}`, { status: 'archived' });
    await pass(2);
    await send('PATCH', `campaigns/${id}`, { name: 'Added and empty' });
    await pass(2);
    const [set] = await partsOn('snapchat', 'ad-sets', id);
    expect(set).toMatchObject({ id: last.adSet, status: 'active' });
    await send('PATCH', `ad-sets/${set.id}`, { status: 'archived' });
    await pass(2);
    await send('PATCH', `campaigns/${id}`, { name: 'Added and alone' });
    await pass(2);
    expect(await shownOn('snapchat', id)).toEqual([]);
    expect(await made()).toEqual(before);
    // A body that names its submissions applies to all platforms.
    const third = await mintApproved(at.world.brand.id);
    await send('PATCH', `campaigns/${id}`, { creatives: [first, third] });
    await pass(3);
    const { timeline } = await send('GET', `campaigns/${id}?expand=timeline`);
    const told = timeline.findLast(({ what }: { what: string }) => what === 'edited').details;
    const [again] = await partsOn('snapchat', 'ad-sets', id);
    expect(told).toMatchObject({
      fields: ['creatives'],
      shares: [{ adSet: again.id, before: 0, after: 100 }],
    });
    expect([await shownOn('meta', id), await shownOn('snapchat', id)]).toEqual([
      [first, third].sort(),
      [first, third].sort(),
    ]);
  });

  it('takes nothing from the added platform that was archived on the first', async () => {
    const { id, adSets } = await live('First');
    const [first, second] = at.world.submissions as [string, string];
    const ad = adSets[0].ads.find(({ creative }: { creative: string }) => creative === second);
    await send('PATCH', `ads/${ad.id}`, { status: 'archived' });
    await pass(2);
    const renamed = await send('PATCH', `campaigns/${id}`, { name: 'First and renamed' });
    await pass(2);
    expect([await shownOn('meta', id), await shownOn('snapchat', id)]).toEqual([
      [first],
      [first, second].sort(),
    ]);
    expect(renamed.creatives.toSorted()).toEqual([first, second].sort());
    for (const status of ['pause', 'resume']) {
      await send('PATCH', `campaigns/${id}`, { status });
      await pass(2);
    }
    expect(await shownOn('snapchat', id)).toEqual([first, second].sort());
  });
});

describe('a change of the ad sets', () => {
  it('brings in and takes out on the added platform only what it does on the first', async () => {
    const { id, adSets } = await live('Laid');
    const [first, second] = at.world.submissions as [string, string];
    const third = await mintApproved(at.world.brand.id);
    const ad = adSets[0].ads.find(({ creative }: { creative: string }) => creative === second);
    await send('PATCH', `ads/${ad.id}`, { status: 'archived' });
    await pass(2);
    const both = async () => [await shownOn('meta', id), await shownOn('snapchat', id)];
    const before = await made();
    const read = (await send('GET', `campaigns/${id}`)).adSets;
    await send('PATCH', `campaigns/${id}`, { adSets: [{ ...read[0], name: 'Renamed' }] });
    await pass(2);
    expect(await both()).toEqual([[first], [first, second].sort()]);
    expect(await made()).toEqual(before);
    const [set] = read;
    const added = { ...set, ads: [...set.ads, { creative: third }] };
    await send('PATCH', `campaigns/${id}`, { adSets: [added] });
    await pass(3);
    expect(await both()).toEqual([[first, third].sort(), [first, second, third].sort()]);
    const left = await send('PATCH', `campaigns/${id}`, { adSets: [{ ...set, ads: [{ creative: third }] }] });
    await pass(2);
    expect(await both()).toEqual([[third], [second, third].sort()]);
    expect(left.creatives.toSorted()).toEqual([second, third].sort());
    // When no platform has any ad left, a new layout decides everything that it shows.
    for (const platform of ['meta', 'snapchat'])
      for (const one of await partsOn(platform, 'ad-sets', id))
        await send('PATCH', `ad-sets/${one.id}`, { status: 'archived' });
    await pass(2);
    const anew = await send('PATCH', `campaigns/${id}`, { adSets: [{ ads: [{ creative: first }] }] });
    expect(anew.creatives).toEqual([first]);
    await pass(3);
    expect(await both()).toEqual([[first], [first]]);
  });
});

describe('a share that is too small for the platform', () => {
  it('keeps nobody from ending the campaign on another platform', async () => {
    const { id, adSets } = await live('Small');
    const copy = { ...adSets[0], id: undefined, name: 'Small B', budgetShare: 50 };
    const ads = copy.ads.map(({ creative }: { creative: string }) => ({ creative }));
    await send('PATCH', `campaigns/${id}`, {
      adSets: [
        { ...adSets[0], budgetShare: 50 },
        { ...copy, ads },
      ],
    });
    await pass(3);
    // The state after a budget was changed at the platform and another ad set was deleted there.
    await testEnv.DB.prepare(
      "UPDATE ad_sets SET share = iif(name = 'Small B', 1, 9999) WHERE campaign_id = ?1",
    )
      .bind(id)
      .run();
    const both = await at.world.send('PATCH', `/v1/campaigns/${id}`, { budget: { billingLimit: 95_000 } });
    expect(both.body.error.details.problems).toMatchObject([{ code: 'below_floor', platform: 'meta' }]);
    await send('PATCH', `campaigns/${id}`, { settings: { snapchat: { status: 'archived' } } });
  });
});

it('a copy on two platforms gives each ad set the least of its own platform’s part of the money', async () => {
  const [creative] = at.world.submissions as [string];
  const name = 'Small part';
  const { id } = await send(
    'POST',
    'campaigns',
    at.world.body({
      name,
      settings: ON_BOTH,
      budget: { daily: 2_000, billingLimit: 60_000 },
      creatives: [creative],
      adSets: ['A', 'B'].map((one) => ({ name: one, budgetShare: 50, ads: [{ creative }] })),
    }),
  );
  await pass(4);
  // The shares that may follow from budgets that somebody changed in the ads manager.
  const shareOf = (part: string, share: number) =>
    testEnv.DB.prepare(
      "UPDATE ad_sets SET share = ?3 WHERE campaign_id = ?1 AND platform = 'meta' AND name = ?2",
    ).bind(id, part, share);
  await testEnv.DB.batch([shareOf('A', 9_900), shareOf('B', 100)]);
  const copy = await send('POST', `campaigns/${id}/copies`, {});
  await pass(4);
  // B needs at least $1.00 of the $10.00 per day on Meta, and the rest follows the shares.
  const { adSets, status } = await send('GET', `campaigns/${copy.id}`);
  const shares = adSets.map((one: { name: string; budgetShare: number }) => [one.name, one.budgetShare]);
  expect([status, Object.fromEntries(shares)]).toEqual(['paused', { A: 89.2, B: 10.8 }]);
});
