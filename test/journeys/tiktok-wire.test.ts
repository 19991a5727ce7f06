// TikTok's own client works with the simulator, changed only in its URL; and the simulator refuses what
// TikTok refuses.
import { describe, expect, inject, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import type {} from '../harness/servers/start-simulators.ts';
import { ADA, IDENTITY, MAIN, newApp } from './support/tiktok.ts';
import {
  AD,
  ADGROUP,
  CAMPAIGN,
  launch,
  nextRequest,
  stamp,
  type World,
  worldAt,
} from './support/tiktok-campaign.ts';

const simulators = { url: inject('simulators') };

const DAY = 86_400_000;
const world = () => worldAt(simulators.url);

describe("TikTok's own client", () => {
  it('makes a whole campaign, which is reviewed, runs, reports and ends', async () => {
    const { ask, token, sim, ...rest } = await world();
    const made = await launch({ ask, token, sim, ...rest } as World);
    expect(made).toMatchObject({ early: expect.stringMatching(/video_id.*code: 40002/), displayable: true });
    const { campaign_id, adgroup_id, smart_plus_ad_id } = made;
    const filtering = { campaign_ids: [campaign_id] };
    const states = async () => {
      const asked = { filtering, fields: ['secondary_status', 'operation_status'] };
      const found = await Promise.all([
        ask('CampaignCreationApi', 'smartPlusCampaignGet', MAIN, token, asked),
        ask('AdgroupApi', 'smartPlusAdgroupGet', MAIN, token, asked),
        ask('AdApi', 'smartPlusAdGet', MAIN, token, asked),
      ]);
      return found.map(({ list }) => list[0]?.secondary_status);
    };
    expect(await states()).toEqual([
      ...['CAMPAIGN_STATUS_DISABLE', 'ADGROUP_STATUS_CAMPAIGN_DISABLE', 'AD_STATUS_CAMPAIGN_DISABLE'],
    ]);
    const status = async (operation_status: string) => {
      const body = { advertiser_id: MAIN, operation_status };
      const done = [
        await ask('CampaignCreationApi', 'smartPlusCampaignStatusUpdate', token, {
          body: { ...body, campaign_ids: [campaign_id] },
        }),
        await ask('AdgroupApi', 'smartPlusAdgroupStatusUpdate', token, {
          body: { ...body, adgroup_ids: [adgroup_id] },
        }),
        await ask('AdApi', 'smartPlusAdStatusUpdate', token, {
          body: { ...body, smart_plus_ad_ids: [smart_plus_ad_id] },
        }),
      ];
      return done;
    };
    expect(await status('ENABLE')).toMatchObject([
      { campaign_list: [{ campaign_id, status: 'ENABLE' }], error_list: [] },
      { adgroup_list: [{ adgroup_id }] },
      { smart_plus_ad_ids: [smart_plus_ad_id], status: 'ENABLE' },
    ]);
    expect(await states()).toEqual(['CAMPAIGN_STATUS_ENABLE', 'ADGROUP_STATUS_AUDIT', 'AD_STATUS_AUDIT']);
    await sim('clock', { advance: DAY });
    expect(await states()).toEqual([
      'CAMPAIGN_STATUS_ENABLE',
      'ADGROUP_STATUS_DELIVERY_OK',
      'AD_STATUS_DELIVERY_OK',
    ]);
    const today = stamp(clock.now() + DAY + 31_000).slice(0, 10);
    const report = (more: object = {}) =>
      ask('ReportingApi', 'reportIntegratedGet', 'BASIC', token, {
        advertiser_id: MAIN,
        service_type: 'AUCTION',
        data_level: 'AUCTION_AD',
        dimensions: ['ad_id_v2', 'stat_time_day'],
        metrics: ['spend', 'complete_payment', 'ctr'],
        start_date: today,
        end_date: today,
        page: 1,
        page_size: 1000,
        ...more,
      });
    expect(await report()).toMatchObject({
      list: [
        {
          dimensions: { ad_id_v2: smart_plus_ad_id, stat_time_day: `${today} 00:00:00` },
          metrics: { spend: expect.stringMatching(/^\d+\.\d\d$/), ctr: '-' },
        },
      ],
      page_info: { page: 1, page_size: 1000, total_number: 1, total_page: 1 },
    });
    await ask('AdgroupApi', 'smartPlusAdgroupUpdate', token, {
      body: { advertiser_id: MAIN, adgroup_id, budget: 60 },
    });
    const [group] = (await ask('AdgroupApi', 'smartPlusAdgroupGet', MAIN, token, { filtering })).list;
    expect(group).toMatchObject({ budget: 60, targeting_spec: { location_ids: ['6252001'] } });
    await ask('CampaignCreationApi', 'smartPlusCampaignStatusUpdate', token, {
      body: { advertiser_id: MAIN, campaign_ids: [campaign_id], operation_status: 'DELETE' },
    });
    expect(await states()).toEqual([undefined, undefined, undefined]);
    const all = [{ field_name: 'ad_status', filter_type: 'IN', filter_value: '["STATUS_ALL"]' }];
    expect([(await report()).list.length, (await report({ filtering: all })).list.length]).toEqual([0, 1]);
    expect(await sim('counts')).toMatchObject({
      'POST smart_plus/campaign/create': 1,
      'POST smart_plus/ad/create': 1,
      'POST file/video/ad/upload': 1,
    });
  });

  it('lists what there is to pick and to aim at, page by page', async () => {
    const { app, ask, token, campaign } = await world();
    const mine = await ask('AuthenticationApi', 'oauth2AdvertiserGet', app.app_id, app.secret, token);
    expect(mine.list).toContainEqual({ advertiser_id: MAIN, advertiser_name: 'Main advertiser' });
    const [info] = (await ask('AccountManagementApi', 'advertiserInfo', [MAIN], token, {})).list;
    expect(info).toMatchObject({ currency: 'USD', status: 'STATUS_ENABLE' });
    const identities = await ask('IdentityApi', 'identityGet', MAIN, token, {});
    expect(identities.identity_list).toMatchObject([
      { identity_id: IDENTITY, identity_type: 'CUSTOMIZED_USER' },
    ]);
    const [center] = (await ask('BCApi', 'bcGet', token, {})).list;
    const linked = { identity_type: 'BC_AUTH_TT', identity_authorized_bc_id: center.bc_info.bc_id };
    expect((await ask('IdentityApi', 'identityGet', MAIN, token, linked)).identity_list).toHaveLength(1);
    const where = ['PLACEMENT_TIKTOK'];
    const regions = await ask('ToolApi', 'toolRegion', MAIN, where, 'WEB_CONVERSIONS', token, {});
    expect(regions.region_info).toContainEqual(
      expect.objectContaining({ region_code: 'DE', level: 'COUNTRY' }),
    );
    const words = await ask('ToolApi', 'toolInterestKeywordRecommend', MAIN, 'running', token, {});
    expect(words.recommended_keywords).toHaveLength(3);
    expect((await ask('AudienceApi', 'dmpCustomAudienceList', MAIN, token, {})).list).toHaveLength(2);
    for (let n = 0; n < 3; n++) await campaign({ ...CAMPAIGN(), campaign_name: `No. ${n}` });
    const names: string[] = [];
    for (let page = 1; page <= 2; page++) {
      const asked = { page, page_size: 2, filtering: { campaign_name: 'no.' } };
      const { list } = await ask('CampaignCreationApi', 'smartPlusCampaignGet', MAIN, token, asked);
      names.push(...list.map((one: { campaign_name: string }) => one.campaign_name));
    }
    expect(names).toEqual(['No. 2', 'No. 1', 'No. 0']);
  });

  it('is refused in the envelope that it knows, with HTTP 200', async () => {
    const { post, campaign, sim, token } = await world();
    await expect(campaign({ ...CAMPAIGN(), objective_type: 'REACH' })).rejects.toThrow(
      /objective_type.*code: 40002/,
    );
    await expect(campaign({ ...CAMPAIGN(), advertiser_id: '1' })).rejects.toThrow(/code: 40001/);
    await sim('faults', { kind: 'rate_limit', path: 'POST smart_plus', code: 40133 });
    expect(await post('smart_plus/campaign/create', CAMPAIGN(), token)).toMatchObject({
      status: 200,
      body: { code: 40133, message: expect.any(String), request_id: expect.any(String) },
    });
    await sim('tokens', { user: ADA });
    await expect(campaign()).rejects.toThrow(/code: 40105/);
  });
});

describe('the wire', () => {
  it('gives a code once, to the app that asked, and a token that lives until it is taken back', async () => {
    const { consent, post, app, sim, raw } = newApp(simulators.url);
    const no = await consent({ answer: 'deny' });
    expect([no.get('state'), no.get('code')]).toEqual(['st', null]);
    const auth_code = (await consent({ user: ADA, answer: 'allow', decline: MAIN })).get('code')!;
    const exchange = async (more: object) =>
      (await post('oauth2/access_token', { ...app, auth_code, ...more })).body;
    expect((await exchange({ secret: 'x' })).code).toBe(40001);
    expect((await exchange({ auth_code: 'x' })).code).toBe(40110);
    const { access_token: token, advertiser_ids: ids } = (await exchange({})).data;
    expect([ids.length, ids.includes(MAIN)]).toEqual([2, false]);
    expect((await exchange({})).code).toBe(40110);
    const late = (await consent({ user: ADA, answer: 'allow' })).get('code')!;
    await sim('clock', { advance: 400 * DAY });
    expect((await exchange({ auth_code: late })).code).toBe(40101);
    const me = (headers: Record<string, string>) => raw('user/info/', { headers });
    expect((await me({ 'Access-Token': token })).body.data).toMatchObject({ core_user_id: ADA });
    await post('oauth2/revoke_token', { ...app, access_token: token });
    expect((await me({ 'Access-Token': token })).body.code).toBe(40105);
    expect((await me({ Authorization: `Bearer ${token}` })).body.code).toBe(40105);
  });

  it.each([
    ['campaign', { request_id: undefined }, 'request_id'],
    ['campaign', { campaign_name: 'Sale 🎉' }, 'campaign_name'],
    ['campaign', { sales_destination: undefined }, 'sales_destination'],
    ['campaign', { budget: 100 }, 'budget'],
    ['campaign', { budget_optimize_on: true, budget: 19 }, 'budget'],
    ['adgroup', { targeting_spec: undefined }, 'targeting_spec'],
    ['adgroup', { targeting_spec: { location_ids: ['1'] } }, 'targeting_spec.location_ids'],
    ['adgroup', { budget: '50' }, 'budget'],
    ['adgroup', { budget: 50.505 }, 'budget'],
    ['adgroup', { budget: 19.99 }, 'budget'],
    ['adgroup', { budget_mode: 'BUDGET_MODE_TOTAL' }, 'schedule_type'],
    ['adgroup', { optimization_goal: 'INSTALL' }, 'optimization_goal'],
    ['adgroup', { pixel_id: undefined }, 'pixel_id'],
    ['adgroup', { schedule_start_time: '2026-01-01' }, 'schedule_start_time'],
    ['adgroup', { placements: [] }, 'placements'],
    ['ad', { landing_page_url_list: [] }, 'landing_page_url_list'],
    ['ad', { ad_text_list: [{ ad_text: 'x'.repeat(101) }] }, 'ad_text'],
    [
      'ad',
      { ad_configuration: { tracking_info: { click_tracking_url: 'https://x.example' } } },
      'click_tracking_url',
    ],
  ])('POST smart_plus/%s/create refuses %j for its %s', async (kind, change, field) => {
    const made = await world();
    const { campaign_id, body } = await launch(made);
    const bodies: Record<string, object> = { campaign: CAMPAIGN(), adgroup: ADGROUP(campaign_id), ad: body };
    const answer = await made.post(`smart_plus/${kind}/create`, { ...bodies[kind], ...change }, made.token);
    expect([answer.status, answer.body.code]).toEqual([200, 40002]);
    expect(answer.body.message.split(': ')[0]).toBe(field);
  });

  it('shows a post only by the code of its creator, once it was used and until it ends', async () => {
    const { sim, post, get, token, ad, campaign, adgroup } = await world();
    const { campaign_id } = await campaign();
    const { adgroup_id } = await adgroup(ADGROUP(campaign_id));
    await sim('posts', { auth_code: '#one=', handle: 'jo', days: 7 });
    const info = () => get('tt_video/info', { advertiser_id: MAIN, auth_code: '#one=' }, token);
    const use = async () =>
      (await post('tt_video/authorize', { advertiser_id: MAIN, auth_code: '#one=' }, token)).body.code;
    expect((await info()).code).toBe(40002);
    expect([await use(), await use()]).toEqual([0, 40002]);
    const { item_info, user_info, auth_info } = (await info()).data;
    expect([auth_info.ad_auth_status, user_info]).toMatchObject(['ACCEPTED', { identity_type: 'AUTH_CODE' }]);
    const shown = { tiktok_item_id: item_info.item_id, identity_type: 'AUTH_CODE' };
    const spark = AD(adgroup_id, { ...shown, identity_id: user_info.identity_id });
    const { smart_plus_ad_id } = await ad(spark);
    await expect(ad(AD(adgroup_id, { ...shown, identity_id: IDENTITY }))).rejects.toThrow(/tiktok_item_id/);
    await sim('clock', { advance: 7 * DAY });
    await expect(ad(spark)).rejects.toThrow(/expired/);
    for (const [kind, key, id] of [
      ['campaign', 'campaign_ids', campaign_id],
      ['adgroup', 'adgroup_ids', adgroup_id],
      ['ad', 'smart_plus_ad_ids', smart_plus_ad_id],
    ])
      await post(
        `smart_plus/${kind}/status/update`,
        { advertiser_id: MAIN, [key!]: [id], operation_status: 'ENABLE' },
        token,
      );
    await sim('clock', { advance: DAY });
    const { data } = await get('smart_plus/ad/get', { advertiser_id: MAIN }, token);
    expect(data.list[0].secondary_status).toBe('AD_STATUS_CREATOR_AUTHORIZATION_REVOKED');
  });

  it('refuses the same request within ten seconds, copies by a task and rejects the ads that it was told to', async () => {
    const made = await world();
    const body = CAMPAIGN();
    const create = async () => (await made.post('smart_plus/campaign/create', body, made.token)).body.code;
    expect([await create(), await create()]).toEqual([0, 40050]);
    await made.sim('clock', { advance: 10_000 });
    expect(await create()).toBe(0);
    await made.sim('settings', { rejections: [{ name: 'Ad' }] });
    const { campaign_id } = await launch(made);
    const copy = {
      advertiser_id: MAIN,
      campaign_id,
      request_id: nextRequest(),
      operation_status: 'DISABLE',
    };
    const { task_id } = (await made.post('smart_plus/campaign/copy/task/create', copy, made.token)).body.data;
    const check = async () =>
      (await made.get('smart_plus/campaign/copy/task/check', { advertiser_id: MAIN, task_id }, made.token))
        .data;
    expect((await check()).task_status).toBe('RUNNING');
    await made.sim('clock', { advance: 5000 });
    expect(await check()).toMatchObject({
      task_status: 'SUCCESS',
      task_result: { campaign_name: 'COPIED_Summer', adgroup_result_list: [{ ad_status: 'ALL_SUCCESS' }] },
    });
    await made.sim('clock', { advance: DAY });
    const page = await (await fetch(`${simulators.url}/_sim/tiktok/${made.id}`)).text();
    expect(page).toContain('COPIED_Summer');
  });
});
