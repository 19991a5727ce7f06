// Objects at ad platforms have one row each, from the moment they are planned until they are gone, and its state follows
// what is asked of the platform.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { expectFollowed, resourceOf, resourcesOf } from '../../../harness/ads/resources.ts';
import * as clock from '../../../harness/clock.ts';

const MINUTE = 60_000;
let world: CampaignWorld;

beforeAll(async () => {
  serveFilms();
  world = await campaignWorld();
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const made = async (more: object): Promise<any> => {
  const answer = await world.send('POST', '/v1/campaigns', world.body(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
};
const states = async (query = '') =>
  Object.fromEntries(
    (await resourcesOf(world.brand, query)).map(({ resourceKind, localId, syncState }) => [
      `${resourceKind} ${localId}`,
      syncState,
    ]),
  );

describe('rows of a campaign', () => {
  it('begin queued with it, and are synced once they are made', async () => {
    const { id, adSets } = await made({ name: 'Rows', launch: true });
    const [set] = adSets;
    const begun = await states(`&campaignId=${id}`);
    expect(begun).toMatchObject({
      [`campaign ${id}`]: 'queued',
      [`delivery_group ${set.id}`]: 'queued',
      [`ad ${set.ads[0].id}`]: 'queued',
      [`creative ${world.submissions[0]}`]: 'queued',
    });
    expect(Object.values(begun).filter((one) => one !== 'queued')).toEqual([]);
    await expectFollowed(world.brand.id);
    for (let n = 0; n < 5; n++) {
      await world.passAds();
      await expectFollowed(world.brand.id);
    }
    await world.passAds(40 * MINUTE);
    const there = await resourcesOf(world.brand, `&campaignId=${id}`);
    expect(new Set(there.map(({ syncState }) => syncState))).toEqual(new Set(['synced']));
    const account = await resourceOf(world.brand, world.connection);
    const campaign = await resourceOf(world.brand, id);
    const group = await resourceOf(world.brand, set.id);
    const ad = await resourceOf(world.brand, set.ads[0].id);
    expect(account).toMatchObject({ resourceKind: 'account', status: 'active', parentResourceId: null });
    expect(campaign).toMatchObject({
      name: 'Rows',
      status: 'live',
      parentResourceId: account.id,
      readAt: expect.any(String),
    });
    expect(group).toMatchObject({ parentResourceId: campaign.id, name: 'Ad set 1', status: 'active' });
    expect(ad).toMatchObject({ parentResourceId: group.id, campaignId: id, source: 'service' });
    const { platformId } = (await world.send('GET', `/v1/ads/${ad.localId}`)).body.data;
    expect(ad.providerResourceId).toBe(platformId);
    expect(there.filter(({ resourceKind }) => resourceKind === 'media')).toMatchObject([
      { providerResourceId: expect.any(String), parentResourceId: account.id, name: null, status: null },
      {},
    ]);
    for (const one of [account, ...there])
      expect((await world.send('GET', `/ads/resources/${one.id}`)).body).toEqual({ ok: true, data: one });
  });
});
