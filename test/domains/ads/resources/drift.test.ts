// What somebody changes in a platform's own manager is shown as drift within one reading, until it is set again from here
// or is the same again. What the platform makes of a value by itself is no drift.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mainDb } from '../../../../src/db/client.ts';
import { driftThere } from '../../../../src/domains/ads/campaign-reports/drift-there.ts';
import type { AdsResource } from '../../../../src/domains/ads/resources/ads-resource.ts';
import { driftOf } from '../../../../src/domains/ads/resources/drift-of.ts';
import { saveDrift } from '../../../../src/domains/ads/resources/store.ts';
import { adsResources } from '../../../../src/domains/ads/resources/table.ts';
import type { Running, RunningObject } from '../../../../src/integrations/ads/steps.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { wholeHere } from '../../../harness/ads/live-campaigns.ts';
import { planDesk } from '../../../harness/ads/plan-desk.ts';
import { expectFollowed, resourceOf, resourcesOf } from '../../../harness/ads/resources.ts';
import * as clock from '../../../harness/clock.ts';
import { portion } from '../../../harness/vitest/portion.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

const MINUTE = 60_000;
const READING = 11 * MINUTE;
/** With an emoji, two spaces, a character that is composed of two, and what looks like an intent's key. */
const ODD = 'Café ☀️  sale [abcd1234]';

describe.each(portion(CAMPAIGN_PLACES, 2))('on $name', ({ name, at, body, adapter, remove }) => {
  const { capabilities } = adapter;
  const budgetIn: Running = capabilities.budget === 'campaign' ? 'campaign' : 'ad_set';
  let world: CampaignWorld;
  let campaign: AdsResource;
  let group: AdsResource;
  let ad: AdsResource;
  beforeAll(async () => {
    serveFilms();
    world = await campaignWorld(at);
    const first = world.submissions[0];
    const more = {
      name: ODD,
      budget: { daily: 20_000, billingLimit: 600_000 },
      adSets: [{ name: `${ODD} set`, ads: [{ creative: first, name: `${ODD} ad` }] }],
      creatives: [first],
      launch: true,
    };
    const made = await world.send('POST', '/v1/campaigns', world.body({ ...(await body(world)), ...more }));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    for (let n = 0; n < 4; n++) await world.passAds();
    await world.passAds(40 * MINUTE);
    await refresh(made.body.data.id);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    clock.release();
  });

  async function refresh(id = campaign.campaignId!): Promise<AdsResource[]> {
    const all = await resourcesOf(world.brand, `&campaignId=${id}`);
    const of = (kind: string) => all.find(({ resourceKind }) => resourceKind === kind)!;
    [campaign, group, ad] = [of('campaign'), of('delivery_group'), of('ad')];
    return [campaign, group, ad];
  }
  const states = async () => (await refresh()).map(({ syncState }) => syncState);
  const there = async (kind: Running, resource: AdsResource, change: object) =>
    await adapter.change(await world.meta.session(), kind, resource.providerResourceId!, change);
  const run = async (kind: Running, resource: AdsResource, to: 'active' | 'paused') =>
    await adapter.setRunning(await world.meta.session(), kind, resource.providerResourceId!, to);
  const send = async (path: string, change: object) => {
    const answer = await world.send('PATCH', `/v1/${path}`, change);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  it('what the platform makes of names is none', async () => {
    expect(await states()).toEqual(['synced', 'synced', 'synced']);
    expect(campaign.status).toMatch(/live|in_review/);
  });

  it('a name, a budget and a status changed there are seen, and gone once they are set here or the same again', async () => {
    const before = { campaign, group, ad };
    await there('campaign', campaign, { name: 'Theirs' });
    await there('ad_set', group, { name: 'Their set' });
    await there(budgetIn, budgetIn === 'campaign' ? campaign : group, { budget: { daily: 31_000 } });
    await run('ad', ad, 'paused');
    await world.passAds(READING);
    const seen = await refresh();
    const readAt = expect.any(String);
    const budget = {
      ...{ field: 'budget', readAt, here: { daily: 20_000, lifetime: null } },
      there: { daily: 31_000, lifetime: null },
    };
    expect(seen.map(({ drift }) => drift)).toEqual([
      [{ field: 'name', here: ODD, there: 'Theirs', readAt }, ...(budgetIn === 'campaign' ? [budget] : [])],
      [
        { field: 'name', here: `${ODD} set`, there: 'Their set', readAt },
        ...(budgetIn === 'ad_set' ? [budget] : []),
      ],
      [{ field: 'status', here: 'active', there: 'paused', readAt }],
    ]);
    expect(new Set(await states())).toEqual(new Set(['drifted']));
    expect(
      await resourcesOf(world.brand, `&campaignId=${campaign.campaignId}&syncState=drifted`),
    ).toHaveLength(3);
    // The API goes on showing what the platform has.
    expect((await world.send('GET', `/v1/ad-sets/${group.localId}`)).body.data.name).toBe('Their set');
    expect(group.name).toBe('Their set');
    await expectFollowed(world.brand.id);
    // When it was first seen stays.
    await world.passAds(READING);
    expect((await refresh()).map(({ drift }) => drift)).toEqual(seen.map(({ drift }) => drift));

    await send(`ads/${ad.localId}`, { status: 'active' });
    await send(`ad-sets/${group.localId}`, { name: 'Ours' });
    expect((await refresh())[2]).toMatchObject({ syncState: 'synced', drift: [] });
    expect(group.drift).toEqual(budgetIn === 'ad_set' ? [budget] : []);
    await there('campaign', campaign, { name: ODD });
    await send(`campaigns/${campaign.campaignId}`, { budget: { daily: 25_000 } });
    await world.passAds();
    await world.passAds(READING);
    expect(await states()).toEqual(['synced', 'synced', 'synced']);
    expect([campaign.id, group.id, ad.id]).toEqual([before.campaign.id, before.group.id, before.ad.id]);
  });

  async function execute(operationType: string, steps: SaidStep[]): Promise<void> {
    const productVariant = Object.keys(capabilities.variants).find((one) => one !== 'app')!;
    const all = steps.map((step) => ({ ...step, platform: name, productVariant }));
    const target = { kind: 'paid_campaign', id: campaign.campaignId! };
    const desk = planDesk(world);
    const { plan } = await desk.execute(
      planOf(operationType, target, all, { clientRequestId: crypto.randomUUID() }),
    );
    await world.passAds();
    await world.passAds();
    expect((await desk.operation(plan.id)).state).toBe('succeeded');
  }

  it('what a plan sets is none any more', async () => {
    await there('campaign', campaign, { name: 'Theirs' });
    await run('ad', ad, 'paused');
    await world.passAds(READING);
    expect(await states()).toEqual(['drifted', 'synced', 'drifted']);
    const part = { resourceKind: 'ad', mutation: 'set_status', localResourceId: ad.id };
    await execute('update_campaign', [
      { resourceKind: 'campaign', mutation: 'update', input: { name: 'Planned' } },
      { ...part, input: { status: 'active' } },
    ]);
    await world.passAds(READING);
    expect(await states()).toEqual(['synced', 'synced', 'synced']);
    expect([campaign.name, campaign.drift, ad.drift]).toEqual(['Planned', [], []]);
  });

  it('a name that the platform has is agreed to by sending it', async () => {
    await there('ad_set', group, { name: 'Agreed' });
    await world.passAds(READING);
    expect((await resourceOf(world.brand, group.localId)).syncState).toBe('drifted');
    await send(`ad-sets/${group.localId}`, { name: 'Agreed' });
    expect(await resourceOf(world.brand, group.localId)).toMatchObject({ syncState: 'synced', drift: [] });
    await world.passAds(READING);
    expect(await states()).toEqual(['synced', 'synced', 'synced']);
  });

  it('a pause of the campaign there is one, and not of what is in it', async () => {
    await run('campaign', campaign, 'paused');
    await world.passAds(READING);
    expect(await states()).toEqual(['drifted', 'synced', 'synced']);
    expect(campaign.drift).toMatchObject([{ field: 'status', here: 'active', there: 'paused' }]);
    await send(`campaigns/${campaign.campaignId}`, { status: 'resume' });
    await world.passAds();
    await world.passAds(READING);
    expect(await states()).toEqual(['synced', 'synced', 'synced']);
  });

  it('a pause of the campaign there, which leaves PATCH nothing to pause, ends with a plan that pauses it', async () => {
    await run('campaign', campaign, 'paused');
    await world.passAds(READING);
    expect(await states()).toEqual(['drifted', 'synced', 'synced']);
    const path = `/v1/campaigns/${campaign.campaignId}`;
    expect((await world.send('PATCH', path, { status: 'pause' })).status).toBe(409);
    const pause = { resourceKind: 'campaign', mutation: 'set_status', input: { status: 'paused' } };
    await execute('pause_campaign', [pause]);
    await world.passAds(READING);
    expect(await states()).toEqual(['synced', 'synced', 'synced']);
    expect([campaign.status, campaign.drift]).toEqual(['paused', []]);
    await send(`campaigns/${campaign.campaignId}`, { status: 'resume' });
    await world.passAds();
    await world.passAds(READING);
  });

  it('an ad that somebody deletes there is deleted, and no drift', async () => {
    await remove(world, 'ad', ad.providerResourceId!);
    await world.passAds(READING);
    expect((await refresh())[2]).toMatchObject({ syncState: 'deleted', drift: [] });
    await expectFollowed(world.brand.id);
  });

  it('what is archived has none, where the platform can only pause it, too', async () => {
    await send(`campaigns/${campaign.campaignId}`, { status: 'archive' });
    await world.passAds();
    await world.passAds(READING);
    await refresh();
    for (const one of [campaign, group]) expect(one).toMatchObject({ syncState: 'deleted', drift: [] });
  });
});

describe('what is read of an object', () => {
  const set = { setName: 'Cafe\u0301', setStatus: 'active', setBudget: null, drift: [] } as const;
  const there = { name: 'Theirs', on: false, budget: null };
  const kept = { keeps: undefined, currency: 'usd' };

  it('is drift since it was first seen', () => {
    const [name, status] = driftOf(set, there, kept, 1);
    expect([name, status]).toMatchObject([
      { field: 'name', readAt: 1 },
      { field: 'status', readAt: 1 },
    ]);
    expect(driftOf({ ...set, drift: [name!] }, there, kept, 2)).toEqual([name, { ...status, readAt: 2 }]);
    const other = { ...there, name: 'Other' };
    expect(driftOf({ ...set, drift: [name!] }, other, kept, 2)[0]).toMatchObject({
      there: 'Other',
      readAt: 2,
    });
  });

  it('is none where it is not told, nothing was set, or only spaces or the composition of characters differ', () => {
    expect(driftOf(set, { name: '', budget: null }, kept, 1)).toEqual([]);
    expect(driftOf({ ...set, setName: null, setStatus: null }, there, kept, 1)).toEqual([]);
    expect(driftOf(set, { ...there, name: 'Caf\u00e9', on: true }, kept, 1)).toEqual([]);
    const spaced = { ...set, setName: ' Summer  sale' };
    expect(driftOf(spaced, { ...there, name: 'Summer sale ', on: true }, kept, 1)).toEqual([]);
  });

  it('is none of an ad that changed here after the lists were read, or that is deleted', async () => {
    const whole = wholeHere('acct_x', 'conn_x', { campaign: '1', set: '2', ad: '3' }, { status: 'live' });
    const [ad] = whole.ads as [(typeof whole)['ads'][number]];
    const seen = { ...there, kind: 'ad', id: '3', parent: '2', state: 'active', issues: [] } as const;
    const row = { ...set, id: 'res_x', resourceKind: 'ad', platform: 'meta', localId: ad.id } as const;
    const drifts = async (before: typeof ad, now: typeof ad) => {
      const [first, last] = [before, now].map((one) => ({ ...whole, ads: [one] }));
      const reported = { campaign: null, sets: [], ads: [seen as unknown as RunningObject] };
      const rows = [{ ...row, campaignId: whole.row.id, drift: [] }];
      return (await driftThere(systemCtx(), first!, last!, whole.platforms[0]!, reported, rows)).length;
    };
    const deleted = { ...ad, status: 'deleted' } as const;
    expect(await drifts(ad, ad)).toBe(1);
    expect(await drifts(ad, { ...ad, version: ad.version + 1 })).toBe(0);
    expect(await drifts(deleted, deleted)).toBe(0);
  });

  it('is not kept once something else was set', async () => {
    const before = {
      ...set,
      id: newId('adsResource', clock.now()),
      resourceKind: 'ad',
      platform: 'meta',
    } as const;
    const row = { ...before, campaignId: null, localId: before.id };
    await mainDb(testEnv)
      .insert(adsResources)
      .values({ ...row, accountId: 'acct_x', syncState: 'synced', setName: 'Ours', updatedAt: 1 });
    const ctx = systemCtx();
    saveDrift(ctx, [{ set: row, drift: driftOf(row, there, kept, 1) }]);
    await ctx.write.commit();
    const now = await testEnv.DB.prepare('SELECT drift FROM ads_resources WHERE id = ?')
      .bind(row.id)
      .first('drift');
    expect(now).toBe('[]');
  });
});

describe('a budget', () => {
  const set = { setName: null, setStatus: null, drift: [] };
  const one = { name: '', state: 'active' } as const;
  it.each(CAMPAIGN_PLACES)('that $name keeps in its own unit is the same', ({ name, adapter: { keeps } }) => {
    for (const [currency, here, there] of [
      ['huf', 1_234_567, name === 'meta' ? 1_234_600 : 1_234_567],
      ['jpy', 1_234, 1_234],
      ['usd', 1_999, 1_999],
    ] as const) {
      const drift = (amount: number) =>
        driftOf(
          { ...set, setBudget: { daily: here } },
          { ...one, budget: { daily: amount } },
          { keeps, currency },
          1,
        );
      expect(drift(there), currency).toEqual([]);
      expect(drift(there + 100), currency).toMatchObject([{ field: 'budget' }]);
    }
    const lifetime = driftOf(
      { ...set, setBudget: { daily: 500 } },
      { ...one, budget: { lifetime: 500 } },
      { keeps, currency: 'usd' },
      1,
    );
    expect(lifetime).toMatchObject([{ here: { daily: 500 }, there: { lifetime: 500 } }]);
  });
});
