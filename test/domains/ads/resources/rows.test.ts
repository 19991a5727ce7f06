// Objects at ad platforms have one row each, from the moment they are planned until they are gone, and its state follows
// what is asked of the platform.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expireConnection } from '../../../../src/domains/accounts/connections/expire-connection.ts';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { findResources } from '../../../../src/domains/ads/resources/interface.ts';
import { day, HOUR_MS } from '../../../../src/kit/time.ts';
import { serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { makeCreative, makeThere } from '../../../harness/ads/live-campaigns.ts';
import { expectFollowed, resourceOf, resourcesOf } from '../../../harness/ads/resources.ts';
import * as clock from '../../../harness/clock.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

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
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const read = async (path: string): Promise<any> => (await world.send('GET', `/v1/${path}`)).body.data;
const send = async (path: string, change: object) => {
  const answer = await world.send('PATCH', `/v1/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
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

  it('change with what is added to it, taken out of it and copied', async () => {
    const [first, second] = world.submissions as [string, string];
    const { id, adSets } = await made({
      name: 'Parts',
      adSets: [{ name: 'One', ads: [{ creative: first }] }],
      creatives: [first],
      launch: true,
    });
    for (let n = 0; n < 4; n++) await world.passAds();
    await world.passAds(11 * MINUTE);
    const [one] = adSets;
    await send(`campaigns/${id}`, {
      adSets: [
        { id: one.id, budgetShare: 50, ads: [{ id: one.ads[0].id, creative: first }] },
        { name: 'Two', budgetShare: 50, ads: [{ creative: second }] },
      ],
    });
    const [, two] = (await read(`campaigns/${id}`)).adSets;
    expect(await states(`&parentResourceId=${(await resourceOf(world.brand, two.id)).id}`)).toEqual({
      [`ad ${two.ads[0].id}`]: 'queued',
    });
    await expectFollowed(world.brand.id);
    for (let n = 0; n < 3; n++) await world.passAds();
    expect(await resourceOf(world.brand, two.ads[0].id)).toMatchObject({ syncState: 'synced', name: 'Ad 2' });
    const copy = await world.send('POST', `/v1/ad-sets/${two.id}/copies`, {});
    expect(copy.status, JSON.stringify(copy.body)).toBe(202);
    expect(await resourceOf(world.brand, copy.body.data.id)).toMatchObject({
      ...{ resourceKind: 'delivery_group', syncState: 'queued', providerResourceId: null, status: 'draft' },
    });
    for (let n = 0; n < 3; n++) await world.passAds();
    expect(await resourceOf(world.brand, copy.body.data.id)).toMatchObject({ syncState: 'synced' });
    await send(`ads/${one.ads[0].id}`, { status: 'archived' });
    expect(await resourceOf(world.brand, one.ads[0].id)).toMatchObject({
      syncState: 'queued',
      status: 'archived',
    });
    await world.passAds();
    expect(await resourceOf(world.brand, one.ads[0].id)).toMatchObject({ syncState: 'deleted' });
    await expectFollowed(world.brand.id);
    await send(`campaigns/${id}`, { status: 'archive' });
    for (let n = 0; n < 2; n++) await world.passAds();
    expect(new Set(Object.values(await states(`&campaignId=${id}`)))).toEqual(new Set(['deleted', 'synced']));
    expect(await states(`&campaignId=${id}&resourceKind=ad&syncState=synced`)).toEqual({});
    await expectFollowed(world.brand.id);
  });

  it('fail with what is asked, wait for answers, and go on after a retry', async () => {
    await world.meta.sim('faults', { kind: 'fail_after', path: 'POST act_', times: 1 });
    const { id, adSets } = await made({ name: 'Failing' });
    await world.passAds();
    expect((await resourceOf(world.brand, id)).syncState).toBe('waiting_provider');
    await expectFollowed(world.brand.id);
    const [ad] = adSets[0].ads;
    await testEnv.DB.prepare(
      `UPDATE files SET status = 'rejected' WHERE id = (SELECT file_id FROM submissions WHERE id = ?)`,
    )
      .bind(ad.creative)
      .run();
    for (let n = 0; n < 6; n++) await world.passAds();
    const media = (await resourcesOf(world.brand, `&campaignId=${id}&syncState=failed`)).map(
      ({ resourceKind }) => resourceKind,
    );
    expect(media.sort()).toEqual(['ad', 'creative', 'media']);
    expect((await resourceOf(world.brand, id)).syncState).toBe('synced');
    await expectFollowed(world.brand.id);
    await testEnv.DB.prepare(`UPDATE files SET status = 'ready' WHERE status = 'rejected'`).run();
    await send(`campaigns/${id}`, { status: 'retry' });
    expect((await resourceOf(world.brand, ad.id)).syncState).toBe('queued');
    for (let n = 0; n < 6; n++) await world.passAds();
    expect(new Set(Object.values(await states(`&campaignId=${id}`)))).toEqual(new Set(['synced']));
    await expectFollowed(world.brand.id);
  });

  it('stand for external ads as well, which are only read', async () => {
    const session = await world.meta.session();
    const { ad, set } = await makeThere(session, await makeCreative(session));
    const date = day(clock.now() - 12 * HOUR_MS);
    await world.meta.sim('delivery', { ad, date, spend: 400, impressions: 9, clicks: 1 });
    await world.passAds(7 * HOUR_MS);
    const found = (await resourcesOf(world.brand)).filter(({ source }) => source === 'external');
    const account = await resourceOf(world.brand, world.connection);
    const group = found.find(({ resourceKind }) => resourceKind === 'delivery_group')!;
    expect(group).toMatchObject({
      ...{ providerResourceId: set, campaignId: null, parentResourceId: account.id, syncState: 'synced' },
    });
    expect(found.filter(({ resourceKind }) => resourceKind === 'ad')).toMatchObject([
      { providerResourceId: ad, parentResourceId: group.id, readAt: null },
    ]);
    await world.meta.sim(`nodes/${ad}`, { status: 'DELETED' });
    await world.passAds(7 * HOUR_MS);
    expect(await states('&syncState=deleted&resourceKind=ad')).toMatchObject({
      [`ad ${found.find(({ resourceKind }) => resourceKind === 'ad')!.localId}`]: 'deleted',
    });
    await expectFollowed(world.brand.id);
    const [kept] = [...(await findResources(systemCtx(), world.brand.id, [group.id, 'res_x'])).values()];
    expect(kept).toMatchObject({
      id: group.id,
      kind: 'delivery_group',
      made: true,
      archived: false,
      external: true,
    });
  });

  it('of an ad account follow its connection', async () => {
    await testEnv.DB.prepare(`UPDATE campaigns SET status = 'archived' WHERE account_id = ?`)
      .bind(world.brand.id)
      .run();
    await expireConnection(systemCtx(), (await connectionById(systemCtx(), world.connection))!);
    expect(await resourceOf(world.brand, world.connection)).toMatchObject({
      ...{ resourceKind: 'account', syncState: 'failed', status: 'expired' },
    });
    await expectFollowed(world.brand.id);
    await send(`connections/${world.connection}`, { status: 'disconnected' });
    expect(await resourceOf(world.brand, world.connection)).toMatchObject({
      ...{ resourceKind: 'account', syncState: 'deleted', status: 'disconnected' },
    });
    await expectFollowed(world.brand.id);
  });
});
