// A campaign on a platform whose ads contain their content: it is set up there once, whatever is lost on the
// way.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { IDENTITY, MAIN, PIXEL, permitSpark, tiktokWorld } from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

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
  it('is made there once though each answer is lost once, is reviewed, lives and brings results', async () => {
    for (const kind of ['campaign', 'adgroup', 'ad'])
      await world.meta.fault('fail_after', `POST smart_plus/${kind}/`);
    const settings = { pixel: PIXEL, locations: ['2921044'] };
    const made = await world.send('POST', '/v1/campaigns', world.body({ settings }));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body.data;
    const get = async () => (await world.send('GET', `/v1/campaigns/${id}`)).body.data;
    for (let pass = 0; pass < 15 && (await get()).status === 'processing'; pass++)
      await world.passAds(3 * MINUTE_MS);
    expect(await get()).toMatchObject({
      status: 'in_review',
      platforms: [{ platform: 'tiktok', error: null }],
    });
    expect(await there('campaign')).toMatchObject([
      { campaign_name: expect.stringMatching(/^Summer \[\w+\]$/), operation_status: 'ENABLE' },
    ]);
    expect(await there('adgroup')).toMatchObject([
      { budget: 30, operation_status: 'ENABLE', targeting_spec: { location_ids: ['2921044'] } },
    ]);
    const links = ((await there('ad')) as ShownAd[]).map(
      ({ landing_page_url_list: [{ landing_page_url }] }) => landing_page_url,
    );
    const ours = (submission: string) =>
      `https://shop.example/?service_id=${submission}&service_campaign=${id}`;
    expect(links.sort()).toEqual(world.submissions.map(ours).sort());
    await world.pass(HOUR_MS);
    expect((await get()).status).toBe('live');
    const raised = await world.send('PATCH', `/v1/campaigns/${id}`, { budget: { billingLimit: 120_000 } });
    expect(raised.status, JSON.stringify(raised.body)).toBe(200);
    await world.pass();
    expect(await there('adgroup')).toMatchObject([{ budget: 40 }]);
    // An ad group that gets its own audience keeps it, and keeps its locations.
    const path = `/v1/ad-sets/${raised.body.data.adSets[0].id}`;
    expect((await world.send('PATCH', path, { audience: { ageMin: 21 } })).status).toBe(422);
    const audience = { gender: 'female', interests: ['101'] };
    const aimed = await world.send('PATCH', path, { audience });
    expect(aimed.body.data?.audience, JSON.stringify(aimed.body)).toMatchObject({
      ...audience,
      locations: ['2921044'],
    });
    const wider = { audience: { ageMin: 25 } };
    expect((await world.send('PATCH', `/v1/campaigns/${id}`, wider)).status).toBe(200);
    await world.pass();
    expect(await there('adgroup')).toMatchObject([
      {
        targeting_spec: {
          location_ids: ['2921044'],
          gender: 'GENDER_FEMALE',
          interest_keyword_ids: ['101'],
          age_groups: expect.arrayContaining(['AGE_18_24']),
        },
      },
    ]);
    // Nobody is paid for this submission: it was made without a program's rules.
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await world.pass(3 * DAY_MS);
    logged.mockRestore();
    const { results } = await testEnv.DB.prepare(
      'SELECT DISTINCT ad, currency FROM ad_days WHERE campaign_id = ?',
    )
      .bind(id)
      .all<{ ad: string; currency: string }>();
    const shown = ((await there('ad')) as { id: string }[]).map((ad) => ({ ad: ad.id, currency: 'usd' }));
    expect(new Set(results)).toEqual(new Set(shown));
  });

  it("shows creators' posts by their codes, and says of one that is over what is wrong", async () => {
    const permissions: string[] = [];
    for (const [n, submission] of world.submissions.entries()) {
      await world.meta.sim('posts', { auth_code: `#code${n}==` });
      permissions.push(await permitSpark(world, submission, `#code${n}==`));
    }
    const videos = (await there('video')).length;
    const made = await world.send(
      'POST',
      '/v1/campaigns',
      world.body({ launch: false, identity: 'creator', name: 'Posts' }),
    );
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    // After the preflight, which asked about both.
    await world.meta.sim(`nodes/${encodeURIComponent('#code1==')}`, { _revoked: true });
    const get = async () => (await world.send('GET', `/v1/campaigns/${made.body.data.id}`)).body.data;
    for (let pass = 0; pass < 6 && (await get()).status === 'processing'; pass++) await world.passAds();
    const refused = { path: '/identity', fix: expect.stringContaining('identity') };
    expect(await get()).toMatchObject({ status: 'needs_attention', platforms: [{ error: refused }] });
    const [post] = await there('ad');
    expect(post.creative_list[0].creative_info).toMatchObject({
      identity_type: 'AUTH_CODE',
      tiktok_item_id: expect.any(String),
    });
    expect([post.ad_text_list, (await there('ad')).length]).toEqual([undefined, 3]);
    // The posts exist already.
    expect([videos > 0, (await there('video')).length]).toEqual([true, videos]);
    // A code is never shown.
    const { results } = await testEnv.DB.prepare('SELECT * FROM platform_steps').all();
    expect(JSON.stringify([results, await get()])).not.toContain('#code');

    // When the permission ends, so does the ad; it cannot be turned on again without a new permission.
    const ad = (await get()).adSets[0].ads.find(
      (one: { creative: string }) => one.creative === world.submissions[0],
    );
    const shown = async () => (await there('ad')).find((one: { id: string }) => one.id === post.id);
    expect(await shown()).toMatchObject({ operation_status: 'ENABLE' });
    const ended = { status: 'revoked' };
    const answer = await world.send('PATCH', `/v1/ad-authorizations/${permissions[0]}`, ended);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    for (let pass = 0; pass < 2; pass++) await world.pass();
    expect(await shown()).toMatchObject({ operation_status: 'DISABLE' });
    const again = await world.send('PATCH', `/v1/ads/${ad.id}`, { status: 'active' });
    expect([again.status, again.body.error.details?.reason]).toEqual([422, 'authorization_missing']);
  });

  it('is refused before anything is made when its budget is too low in its currency', async () => {
    const selection = { advertiserId: MAIN, identityId: IDENTITY };
    const yen = await campaignWorld({ world: tiktokWorld, selection, pixel: PIXEL });
    const inCurrency = async (currency: string) => {
      await yen.meta.sim(`nodes/${MAIN}`, { currency: currency.toUpperCase() });
      await testEnv.DB.batch([
        testEnv.DB.prepare('UPDATE connections SET currency = ? WHERE id = ?').bind(currency, yen.connection),
        testEnv.DB.prepare('DELETE FROM ad_account_facts WHERE connection_id = ?').bind(yen.connection),
      ]);
    };
    const make = async (daily: number) => yen.send('POST', '/v1/campaigns', yen.body({ budget: { daily } }));
    await inCurrency('jpy');
    expect((await make(500)).body.error.details.problems).toMatchObject([
      { path: '/budget/daily', code: 'below_floor', message: expect.stringContaining('¥3,000') },
    ]);
    await inCurrency('xau');
    expect((await make(500_000)).body.error.details.problems).toMatchObject([{ code: 'floor_unknown' }]);
    await inCurrency('jpy');
    const { id } = (await make(3000)).body.data;
    for (let n = 0; n < 5; n++) await yen.passAds(3 * MINUTE_MS);
    expect((await yen.send('GET', `/v1/campaigns/${id}`)).body.data.platforms[0].error).toBeNull();
    expect((await yen.meta.sim('nodes', { kind: 'adgroup' })).data).toMatchObject([{ budget: 3000 }]);
    expect((await yen.meta.sim('nodes', { kind: 'campaign' })).data).toHaveLength(1);
  });
});
