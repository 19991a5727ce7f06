// A campaign on a platform whose ads carry their content: set up there once, whatever gets lost on the way.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignWorld, campaignWorld } from '../../../harness/campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { IDENTITY, MAIN, PIXEL, tiktokWorld } from '../../../harness/tiktok.ts';

let world: CampaignWorld;
beforeAll(async () => {
  const selection = { advertiserId: MAIN, identityId: IDENTITY };
  world = await campaignWorld({ world: tiktokWorld, selection, pixel: PIXEL });
});
afterAll(() => clock.release());

const there = async (kind: string) => (await world.meta.sim('nodes', { kind })).data;

interface ShownAd {
  landing_page_url_list: [{ landing_page_url: string }];
}

describe('a campaign at TikTok', () => {
  it('is one campaign, one ad group and an ad for each creative, though each answer is lost once', async () => {
    for (const kind of ['campaign', 'adgroup', 'ad'])
      await world.meta.fault('fail_after', `POST smart_plus/${kind}/`);
    const settings = { pixel: PIXEL, locations: ['2921044'] };
    const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false, settings }));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body.data;
    const get = async () => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
    for (let pass = 0; pass < 15 && (await get()).status !== 'paused'; pass++) await world.pass(3 * 60_000);
    expect(await get()).toMatchObject({ status: 'paused', platforms: [{ platform: 'tiktok', error: null }] });
    expect(await there('campaign')).toMatchObject([
      { campaign_name: expect.stringMatching(/^Summer \[\w+\]$/), operation_status: 'DISABLE' },
    ]);
    expect(await there('adgroup')).toMatchObject([
      { budget: 30, operation_status: 'ENABLE', targeting_spec: { location_ids: ['2921044'] } },
    ]);
    const links = ((await there('ad')) as ShownAd[]).map(
      ({ landing_page_url_list: [{ landing_page_url }] }) => landing_page_url,
    );
    const ours = (submission: string) =>
      `https://shop.example/?service_id=${submission}&service_campaign=${id}`;
    expect(links.sort()).toEqual(world.work.map(ours).sort());
  });
});
