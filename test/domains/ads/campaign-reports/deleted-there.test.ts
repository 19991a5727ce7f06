// What somebody deletes in a platform's own manager is shown as deleted there, and the campaign keeps
// working.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { portion } from '../../../harness/vitest/portion.ts';
import { testEnv } from '../../../harness/world.ts';

const MINUTE = 60_000;
const MANAGERS = {
  meta: 'Meta Ads Manager',
  tiktok: 'TikTok Ads Manager',
  google: 'Google Ads',
  snapchat: 'Snapchat Ads Manager',
};

describe.each(portion(CAMPAIGN_PLACES, 2))('on $name', ({ name, at, kinds, body, remove, adapter }) => {
  const { shares: unequal } = adapter.capabilities;
  const manager = MANAGERS[name];
  let world: CampaignWorld;
  let own: object;
  beforeAll(async () => {
    serveFilms();
    world = await campaignWorld(at);
    if (name === 'google' || name === 'snapchat')
      await world.meta.sim('settings', { tokenLives: 9 * 86_400_000 });
    own = await body(world);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    clock.release();
  });

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  const read = async (path: string): Promise<any> => (await world.send('GET', `/v1/${path}`)).body.data;
  const there = async (id: string): Promise<string> => (await read(id)).platformId;
  /** Everything of a kind at the platform, without what changes by itself. */
  const nodes = async (kind: string) => {
    const { data } = await world.meta.sim('nodes', { kind });
    return data.map(({ _updated, _runs, ...rest }: Record<string, unknown>) => rest);
  };
  async function live(prefix: string, shares: number[]) {
    const [first, second] = world.submissions as [string, string];
    const adSets = shares.map((budgetShare, n) => ({
      name: `${prefix} ${n}`,
      budgetShare: unequal ? budgetShare : undefined,
      ads: [{ creative: first }, ...(n === 0 ? [{ creative: second }] : [])],
    }));
    const asked = { name: prefix, budget: { daily: 20_000, billingLimit: 600_000 }, launch: true };
    const made = await world.send('POST', '/v1/campaigns', world.body({ ...own, ...asked, adSets }));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body.data;
    for (let n = 0; n < 9 && (await read(`campaigns/${id}`)).status === 'processing'; n++)
      await world.passAds();
    await world.passAds(40 * MINUTE);
    const campaign = await read(`campaigns/${id}`);
    expect(campaign).toMatchObject({ status: 'live', platforms: [{ error: null }] });
    return campaign;
  }

  it('ad sets and ads are told as deleted there, shares follow and no budget changes', async () => {
    const { id, adSets, version } = await live('Gone', [50, 30, 20]);
    const [a, b, c] = adSets;
    await remove(world, 'ad_set', await there(`ad-sets/${c.id}`));
    await remove(world, 'ad', await there(`ads/${a.ads[1].id}`));
    const [before, counts] = [await nodes(kinds.ad_set), await world.meta.sim('counts')];
    await world.passAds(11 * MINUTE);
    const after = await read(`campaigns/${id}?expand=timeline`);
    const shares = unequal ? [62.5, 37.5] : [50, 50];
    expect(after).toMatchObject({
      status: 'live',
      version,
      pendingChange: null,
      platforms: [{ error: null }],
      adSets: [
        { id: a.id, budgetShare: shares[0], ads: [{ id: a.ads[0].id }] },
        { id: b.id, budgetShare: shares[1] },
      ],
    });
    for (const path of [`ad-sets/${c.id}`, `ads/${c.ads[0].id}`, `ads/${a.ads[1].id}`])
      expect((await read(path)).status, path).toBe('deleted');
    expect(await nodes(kinds.ad_set)).toEqual(before);
    for (const [request, count] of Object.entries(await world.meta.sim('counts')))
      if (!/^(GET|search)|token/.test(request)) expect([request, count]).toEqual([request, counts[request]]);
    const told = after.timeline.filter(({ details }: { details: { by?: string } }) => details?.by);
    expect(told).toMatchObject([
      {
        what: 'reported',
        platform: name,
        by: null,
        details: {
          change: 'deleted',
          by: 'ads_manager',
          adSets: [{ id: c.id, name: 'Gone 2' }],
          message: `The ad set “Gone 2” was deleted in ${manager}.`,
          shares: expect.arrayContaining([
            { adSet: a.id, name: 'Gone 0', before: adSets[0].budgetShare, after: shares[0] },
          ]),
        },
      },
      { details: { change: 'deleted', by: 'ads_manager', ads: [{ id: a.ads[1].id }] } },
    ]);

    // An ad set that is archived here then gives up its whole budget, including the part that was left at the
    // platform.
    await world.send('PATCH', `/v1/ad-sets/${b.id}`, { status: 'archived' });
    for (let minute = 0; minute < 2; minute++) await world.passAds();
    expect(await read(`campaigns/${id}`)).toMatchObject({ status: 'live', adSets: [{ budgetShare: 100 }] });
    const { budget } = await read(`ad-sets/${a.id}`);
    expect(budget).toEqual(unequal ? { daily: 20_000, lifetime: null } : null);
  });

  it('a copy that waits for set-up ends with its ad set, and the campaign goes on', async () => {
    const { id, adSets } = await live('Copied', [50, 50]);
    await remove(world, 'ad_set', await there(`ad-sets/${adSets[1].id}`));
    const copy = await world.send('POST', `/v1/ads/${adSets[1].ads[0].id}/copies`, {});
    expect(copy.status, JSON.stringify(copy.body)).toBe(202);
    for (let n = 0; n < 4; n++) await world.passAds(11 * MINUTE);
    const row = await testEnv.DB.prepare('SELECT status FROM ads WHERE id = ?')
      .bind(copy.body.data.id)
      .first();
    expect(row).toEqual({ status: 'deleted' });
    expect(await read(`campaigns/${id}`)).toMatchObject({
      status: 'live',
      pendingChange: null,
      platforms: [{ error: null }],
    });
  });

  it('a whole campaign is archived, and who did it is told', async () => {
    const { id, adSets } = await live('Whole', [100]);
    const external = (await world.meta.sim('nodes', { kind: kinds.campaign })).data.find((one: object) =>
      JSON.stringify(one).includes('Whole ['),
    );
    await remove(world, 'campaign', name === 'google' ? external.id.split('/').at(-1) : external.id);
    await world.passAds(61 * MINUTE);
    const after = await read(`campaigns/${id}?expand=timeline`);
    expect(after.status).toBe('archived');
    expect(after.timeline).toContainEqual(
      expect.objectContaining({
        what: 'reported',
        details: expect.objectContaining({ message: `The campaign was deleted in ${manager}.` }),
      }),
    );
    for (const path of [`ad-sets/${adSets[0].id}`, `ads/${adSets[0].ads[0].id}`])
      expect((await read(path)).status).toBe('deleted');
  });
});
