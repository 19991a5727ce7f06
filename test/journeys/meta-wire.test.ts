// Meta's own client works with the simulator, changed only in URL and version; and the simulator refuses what
// Meta refuses.
import biz from 'facebook-nodejs-business-sdk';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import type {} from '../harness/servers/start-simulators.ts';
import { ADA, MAIN, newApp, PAGE, PIXEL } from './support/meta.ts';

const simulators = { url: inject('simulators') };
beforeAll(async () => {
  const told = { GRAPH: `${simulators.url}/meta`, GRAPH_VIDEO: `${simulators.url}/meta`, VERSION: 'v26.0' };
  for (const [name, value] of Object.entries(told))
    Object.defineProperty(biz.FacebookAdsApi, name, { get: () => value });
});

const CAMPAIGN = {
  name: 'Summer',
  objective: 'OUTCOME_SALES',
  special_ad_categories: [],
  status: 'PAUSED',
  is_adset_budget_sharing_enabled: false,
};
const ADSET = {
  name: 'Set',
  daily_budget: 5000,
  billing_event: 'IMPRESSIONS',
  optimization_goal: 'OFFSITE_CONVERSIONS',
  promoted_object: { pixel_id: PIXEL, custom_event_type: 'PURCHASE' },
  targeting: { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } },
  status: 'PAUSED',
};
const PNG = 'iVBORw0KGgo=';

async function world() {
  const app = newApp(simulators.url);
  const token = await app.token();
  const api = biz.FacebookAdsApi.init(token, 'en_US', false);
  const account = new biz.AdAccount(MAIN, undefined, undefined, api);
  const post = (path: string, body: object) =>
    app.raw(`${path}?access_token=${token}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ...app, token, api, account, post };
}

type World = Awaited<ReturnType<typeof world>>;

/** A whole campaign, created by Meta's own client. */
async function launch({ account, sim }: World) {
  const campaign = await account.createCampaign([], CAMPAIGN);
  const adset = await account.createAdSet([], { ...ADSET, campaign_id: campaign.id });
  const { images } = (await account.createAdImage([], { bytes: PNG }))._data;
  const video = await account.createAdVideo([], { file_url: 'https://service.example/v.mp4', title: 'Film' });
  const call_to_action = { type: 'SHOP_NOW', value: { link: 'https://shop.example/' } };
  const video_data = { video_id: video.id, image_hash: images.bytes.hash, message: 'Hi', call_to_action };
  const object_story_spec = { page_id: PAGE, video_data };
  const creative = await account.createAdCreative([], { name: 'Creative', object_story_spec });
  const early = await account
    .createAd([], { name: 'Ad', adset_id: adset.id, creative: { creative_id: creative.id } })
    .catch((error: unknown) => error);
  await sim('clock', { advance: 31_000 });
  const ad = await account.createAd([], {
    name: 'Ad',
    adset_id: adset.id,
    creative: { creative_id: creative.id },
    status: 'PAUSED',
  });
  return { campaign, adset, creative, ad, early };
}

describe("Meta's own client", () => {
  it('makes a whole campaign, which is reviewed, runs, reports, is copied and ends', async () => {
    const meta = await world();
    const { campaign, adset, ad, early } = await launch(meta);
    expect(early).toMatchObject({ status: 400, response: { code: 100, error_subcode: 1885252 } });
    const states = async () => {
      const read = await new biz.Ad(ad.id).get(['effective_status', 'configured_status']);
      return [read.configured_status, read.effective_status];
    };
    expect(await states()).toEqual(['PAUSED', 'CAMPAIGN_PAUSED']);
    for (const one of [campaign, adset, ad]) await one.update([], { status: 'ACTIVE' });
    expect(await states()).toEqual(['ACTIVE', 'PENDING_REVIEW']);
    await meta.sim('clock', { advance: 86_400_000 });
    expect(await states()).toEqual(['ACTIVE', 'ACTIVE']);
    const today = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
    const rows = await campaign.getInsights(['ad_id', 'spend', 'actions'], {
      level: 'ad',
      time_increment: 1,
      time_range: { since: today, until: today },
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]._data).toMatchObject({
      ad_id: ad.id,
      date_start: today,
      spend: expect.stringMatching(/^\d+\.\d\d$/),
    });
    const copied = await campaign.createCopy([], { deep_copy: true, status_option: 'PAUSED' });
    expect(copied._data.ad_object_ids.map((one: { ad_object_type: string }) => one.ad_object_type)).toEqual([
      'campaign',
      'ad_set',
      'ad',
    ]);
    const copy = await new biz.Campaign(copied._data.copied_campaign_id).get(['name', 'status']);
    expect([copy.name, copy.status]).toEqual(['Summer - Copy', 'PAUSED']);
    await campaign.update([], { status: 'ARCHIVED' });
    expect(await states()).toEqual(['ACTIVE', 'ARCHIVED']);
    await expect(campaign.update([], { status: 'ACTIVE' })).rejects.toMatchObject({
      response: { error_subcode: 1487007 },
    });
    expect(await meta.sim('counts')).toMatchObject({
      'POST act_:/campaigns': 1,
      'POST act_:/ads': 1,
      'POST :/copies': 1,
    });
  });

  it('pages through a list, and back nowhere once it ends', async () => {
    const { account } = await world();
    for (let n = 0; n < 5; n++) await account.createCampaign([], { ...CAMPAIGN, name: `No. ${n}` });
    const names: string[] = [];
    let page = await account.getCampaigns(['name', 'daily_budget'], { limit: 2 });
    for (;;) {
      names.push(...page.map((one: { name: string }) => one.name));
      if (!page.hasNext()) break;
      page = await page.next();
    }
    expect(names).toEqual(['No. 4', 'No. 3', 'No. 2', 'No. 1', 'No. 0']);
    const found = await account.getCampaigns(['name'], {
      filtering: [{ field: 'name', operator: 'CONTAIN', value: 'No. 3' }],
    });
    expect(found.map((one: { name: string }) => one.name)).toEqual(['No. 3']);
  });

  it('is refused in the shape that it knows', async () => {
    const { account, token, raw, sim } = await world();
    await expect(account.createCampaign([], { ...CAMPAIGN, objective: 'LINK_CLICKS' })).rejects.toMatchObject(
      {
        name: 'FacebookRequestError',
        status: 400,
        response: { code: 100, type: 'OAuthException', fbtrace_id: expect.any(String) },
      },
    );
    await sim('faults', { kind: 'rate_limit', path: 'GET act_', minutes: 7 });
    const limited = await raw(`${MAIN}/campaigns?access_token=${token}`);
    expect(limited).toMatchObject({ status: 400, body: { error: { code: 17 } } });
    const use = JSON.parse(limited.headers.get('x-business-use-case-usage')!);
    expect(Object.values(use).flat()).toEqual([
      expect.objectContaining({ estimated_time_to_regain_access: 7 }),
    ]);
    await sim('tokens', { user: ADA, subcode: 460 });
    await expect(account.getCampaigns(['name'])).rejects.toMatchObject({
      status: 401,
      response: { code: 190 },
    });
  });
});

describe('the wire', () => {
  it('gives a code once, to the app and address that asked, and a token that lives 60 days', async () => {
    const { consent, exchange, raw, app, sim, id } = newApp(simulators.url);
    expect(Object.fromEntries(await consent({ answer: 'deny' }))).toMatchObject({
      state: 'st',
      error: 'access_denied',
    });
    const code = (await consent({ user: ADA, answer: 'allow', decline: 'ads_management' })).get('code')!;
    const wrong: Record<string, string>[] = [
      { code, redirect_uri: 'https://x.example/' },
      { code, client_secret: 'x' },
      { code: 'AQx' },
    ];
    for (const one of wrong) expect((await exchange(one)).status).toBe(400);
    const short = (await exchange({ code })).body.access_token;
    expect((await exchange({ code })).body.error.error_subcode).toBe(36009);
    const long = (await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short })).body;
    expect(long).toMatchObject({ token_type: 'bearer', expires_in: 60 * 86_400 });
    const debug = (secret: string) =>
      raw(`debug_token?input_token=${long.access_token}&access_token=${id}|${secret}`);
    expect((await debug('x')).status).toBe(400);
    const { data } = (await debug(app.client_secret)).body;
    expect([data.user_id, data.is_valid, data.scopes.includes('ads_management')]).toEqual([ADA, true, false]);
    await sim('clock', { advance: 60 * 86_400_000 });
    const late = await raw(`me?access_token=${long.access_token}`);
    expect(late).toMatchObject({ status: 401, body: { error: { code: 190, error_subcode: 463 } } });
  });

  it.each([
    ['campaigns', { ...CAMPAIGN, special_ad_categories: undefined }, 'special_ad_categories'],
    [
      'campaigns',
      { ...CAMPAIGN, is_adset_budget_sharing_enabled: undefined },
      'is_adset_budget_sharing_enabled',
    ],
    ['campaigns', { ...CAMPAIGN, daily_budget: 500, lifetime_budget: 500 }, 'daily_budget'],
    ['campaigns', { ...CAMPAIGN, daily_budget: 99 }, 'daily_budget'],
    ['adsets', { ...ADSET, daily_budget: undefined }, 'daily_budget'],
    ['adsets', { ...ADSET, lifetime_budget: 500 }, 'daily_budget'],
    ['adsets', { ...ADSET, daily_budget: undefined, lifetime_budget: 500 }, 'end_time'],
    ['adsets', { ...ADSET, optimization_goal: 'APP_INSTALLS' }, 'optimization_goal'],
    ['adsets', { ...ADSET, promoted_object: { pixel_id: PIXEL } }, 'promoted_object'],
    ['adsets', { ...ADSET, targeting: { geo_locations: { countries: ['US'] } } }, 'targeting'],
    [
      'adsets',
      { ...ADSET, targeting: { ...ADSET.targeting, geo_locations: { countries: ['DE'] } } },
      'dsa_beneficiary',
    ],
    ['adcreatives', { name: 'x', object_story_spec: { page_id: PAGE } }, 'object_story_spec'],
    ['advideos', { title: 'x' }, 'file_url'],
  ])('POST /%s refuses %j for its %s', async (edge, body, blamed) => {
    const { post } = await world();
    const campaign_id = (await post(`${MAIN}/campaigns`, CAMPAIGN)).body.id;
    const answer = await post(`${MAIN}/${edge}`, { ...body, campaign_id });
    expect([answer.status, answer.body.error.code]).toEqual([400, 100]);
    expect(JSON.parse(answer.body.error.error_data).blame_field_specs).toEqual([[blamed]]);
  });

  it('knows no node of another ad account, and nothing of an account that the person lacks', async () => {
    const { post, raw, token } = await world();
    const { id: campaign_id } = (await post('act_300000000000002/campaigns', CAMPAIGN)).body;
    expect((await post(`${MAIN}/adsets`, { ...ADSET, campaign_id })).body.error.error_subcode).toBe(33);
    expect((await post('act_300000000000004/campaigns', CAMPAIGN)).body.error.code).toBe(200);
    expect((await post('act_300000000000003/campaigns', CAMPAIGN)).body.error.code).toBe(100);
    expect((await raw(`999?access_token=${token}`)).body.error.error_subcode).toBe(33);
    expect((await raw(`me?access_token=EAASIM1xabc`)).status).toBe(401);
    expect((await raw(`${campaign_id}?fields=colour&access_token=${token}`)).body.error.code).toBe(100);
    const old = await fetch(`${simulators.url}/meta/v23.0/me?access_token=${token}`);
    expect(((await old.json()) as { error: { code: number } }).error.code).toBe(2635);
  });

  it("takes four changes of an ad set's budget in an hour, and rejects the ads that it was told to", async () => {
    const meta = await world();
    const { campaign, adset, ad } = await launch(meta);
    for (let n = 1; n <= 4; n++) await meta.post(adset.id, { daily_budget: 5000 + n });
    expect((await meta.post(adset.id, { daily_budget: 6000 })).body.error).toMatchObject({
      code: 613,
      error_subcode: 1487632,
    });
    await meta.sim('settings', { rejections: [{ name: 'Bad', policy: 'alcohol' }] });
    const bad = {
      name: 'Bad ad',
      adset_id: adset.id,
      creative: { creative_id: (await ad.get(['creative'])).creative.id },
    };
    const { id } = (await meta.post(`${MAIN}/ads`, bad)).body;
    for (const one of [campaign.id, adset.id]) await meta.post(one, { status: 'ACTIVE' });
    await meta.sim('clock', { advance: 3_600_000 });
    const read = await meta.raw(
      `${id}?fields=effective_status,ad_review_feedback,issues_info&access_token=${meta.token}`,
    );
    expect(read.body).toMatchObject({
      effective_status: 'DISAPPROVED',
      ad_review_feedback: { global: { alcohol: expect.any(String) } },
    });
    const page = await (await fetch(`${simulators.url}/_sim/meta/${meta.id}`)).text();
    expect(page).toContain('DISAPPROVED');
  });

  it('copies more than three objects only behind an asynchronous batch', async () => {
    const meta = await world();
    const { campaign, adset, creative } = await launch(meta);
    await meta.post(`${MAIN}/ads`, {
      name: 'Two',
      adset_id: adset.id,
      creative: { creative_id: creative.id },
    });
    expect((await meta.post(`${campaign.id}/copies`, { deep_copy: true })).body.error.error_subcode).toBe(
      1885194,
    );
    const body = new URLSearchParams({ deep_copy: 'true' }).toString();
    const asyncbatch = [{ method: 'POST', relative_url: `${campaign.id}/copies`, name: 'one', body }];
    const { async_sessions: sessions } = (await meta.post('', { asyncbatch })).body;
    const state = () => meta.raw(`${sessions[0].id}?fields=status,result&access_token=${meta.token}`);
    expect((await state()).body.status).toBe('IN_PROGRESS');
    await meta.sim('clock', { advance: 5000 });
    const done = [(await state()).body, (await state()).body];
    expect(done[0]).toEqual(done[1]);
    expect(JSON.parse(done[0].result).ad_object_ids).toHaveLength(4);
  });
});
