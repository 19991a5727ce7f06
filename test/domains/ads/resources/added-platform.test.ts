// A platform that is added to a campaign later has objects of its own beside those that there are.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CampaignWorld } from '../../../harness/ads/campaigns.ts';
import { expectFollowed, resourcesOf } from '../../../harness/ads/resources.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import { ON_BOTH, twoPlatforms } from '../../../harness/ads/two-platforms.ts';
import * as clock from '../../../harness/clock.ts';

let world: CampaignWorld;
let snap: ScriptedAds;

beforeAll(async () => {
  ({ world, snap } = await twoPlatforms());
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

async function pass(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await snap.sim('clock', { advance: 60_000 });
    await world.passAds();
  }
}

it('has rows from the moment it is added, and ends with the campaign', async () => {
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body.data;
  await pass(4);
  const of = async (platform: string) => {
    const rows = await resourcesOf(world.brand, `&campaignId=${id}&platform=${platform}`);
    return Object.fromEntries(rows.map((row) => [`${row.resourceKind} ${row.localId}`, row.syncState]));
  };
  const before = await of('meta');
  expect(await of('snapchat')).toEqual({});
  const send = async (change: object) => {
    const answer = await world.send('PATCH', `/v1/campaigns/${id}`, change);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  await send({ settings: { snapchat: ON_BOTH.snapchat } });
  const queued = await of('snapchat');
  expect(queued[`campaign ${id}`]).toBe('queued');
  expect(new Set(Object.values(queued))).toEqual(new Set(['queued']));
  expect(Object.keys(queued).length).toBeGreaterThan(3);
  await expectFollowed(world.brand.id);
  await pass(6);
  expect(new Set(Object.values(await of('snapchat')))).toEqual(new Set(['synced']));
  expect(await of('meta')).toEqual(before);
  await send({ status: 'archive' });
  await pass(3);
  for (const platform of ['meta', 'snapchat'])
    expect((await of(platform))[`campaign ${id}`], platform).toBe('deleted');
  await expectFollowed(world.brand.id);
});
