// Templates that campaigns are made from, with the body's values on top.
import { describe, expect, it } from 'vitest';
import { campaignOf, fillIn, laidOver } from '../../../../src/domains/ads/ad-templates/fill-in.ts';
import type { CampaignTerms } from '../../../../src/domains/ads/campaign-terms/terms.ts';
import { newId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import { verbCtx } from '../../../harness/work/creators.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const CAMPAIGN = {
  objective: 'traffic',
  audience: { countries: ['US'], ageMin: 30 },
  ad: { callToAction: 'learn_more', primaryText: 'Look' },
  settings: { pixel: '9' },
};

const make = (key: string, body: object) => call('POST', '/v1/ad-templates', { key, body });
const change = (key: string, id: string, body: object) =>
  call('PATCH', `/v1/ad-templates/${id}`, { key, body });
const names = async (key: string, query = '') =>
  (await call('GET', `/v1/ad-templates${query}`, { key })).body.data.map(
    ({ name }: { name: string }) => name,
  );

describe('ad templates', () => {
  it('are made, changed, archived and opened again', async () => {
    const [{ key }, stranger] = [await mintAccount(), await mintAccount()];
    const { status, body } = await make(key, { name: 'Winter', campaign: CAMPAIGN });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'Winter', campaign: CAMPAIGN, status: 'active', version: 1 });
    const { id } = body.data;
    await make(key, { name: 'Short', campaign: { launch: true } });
    expect(await names(key)).toEqual(['Short', 'Winter']);
    expect(await names(stranger.key)).toEqual([]);

    expect(
      (await change(key, id, { campaign: { identity: 'creator' }, version: 1 })).body.data,
    ).toMatchObject({
      campaign: { identity: 'creator' },
      version: 2,
    });
    expect((await change(key, id, { name: 'Late', version: 1 })).status).toBe(409);
    expect((await change(key, id, { campaign: {} })).status).toBe(422);
    expect((await change(key, id, { status: 'archived' })).body.data.version).toBe(3);
    expect((await change(key, id, { status: 'archived' })).body.data.version).toBe(3);
    expect((await change(key, id, { name: 'Late' })).status).toBe(409);
    expect([await names(key), await names(key, '?status=archived')]).toEqual([['Short'], ['Winter']]);
    expect(await names(key, '?status=archived,active')).toEqual(['Short', 'Winter']);
    expect((await change(key, id, { status: 'active', name: 'Spring' })).body.data).toMatchObject({
      name: 'Spring',
      status: 'active',
      version: 4,
    });
  });

  it('hold the body of a campaign without its creatives, and nothing else', async () => {
    const { key } = await mintAccount();
    const refused = [
      [{ creatives: ['sub_01k2d9q3v7h5m8r4t6w0x1y2z3'] }, '/campaign/creatives'],
      [{ objective: 'fame' }, '/campaign/objective'],
      [{ audience: { countries: ['XX'] } }, '/campaign/audience/countries/0'],
      [{ creatorPay: { creatorShare: 5, leadAmount: 100 } }, '/campaign/creatorPay/leadAmount'],
    ] as const;
    for (const [campaign, path] of refused) {
      const answer = await make(key, { name: 'No', campaign });
      expect([answer.status, answer.body.error.details[0].path]).toEqual([422, path]);
    }
    const nothing = [{}, { ad: {} }, { budget: {}, tracking: {} }, { settings: { snapchat: {} } }];
    for (const body of [{ name: 'No' }, ...nothing.map((campaign) => ({ name: 'No', campaign }))]) {
      const { status, body: answer } = await make(key, body);
      expect([status, answer.error.details[0].path]).toEqual([422, '/campaign']);
    }
    expect(
      (await make(key, { name: 'No', campaign: { settings: { pixel: 'x'.repeat(70_000) } } })).status,
    ).toBe(413);
    expect(await names(key)).toEqual([]);
  });

  it('take a campaign over, all but its creatives and days', async () => {
    const [account, stranger] = [await mintAccount(), await mintAccount()];
    const [campaign, connection] = [newId('campaign', clock.now()), newId('connection', clock.now())];
    const terms: CampaignTerms = {
      objective: 'conversions',
      destination: { type: 'website', value: null },
      budget: { daily: null, billingLimit: 90_000 },
      schedule: { startDate: '2026-06-01', endDate: null },
      audience: { countries: ['US'], ageMin: 18, ageMax: 65, gender: 'all', expand: false },
      ad: { primaryText: 'Look', callToAction: 'shop_now', headline: null },
      optimizationEvent: null,
      settings: { pixel: '1' },
      tracking: {},
      identity: 'creator',
      creatives: ['sub_01k2d9q3v7h5m8r4t6w0x1y2z3'],
      creatorPay: {
        model: 'ad_spend',
        creatorShare: 10,
        leadAmount: null,
        cap: null,
        revenueEvent: null,
        attribution: { source: 'platform', conversion: null },
      },
    };
    await testEnv.DB.prepare(
      `INSERT INTO campaigns (id, account_id, name, status, connection_id, platform, currency, timezone, terms, wanted, version,
        created_at, updated_at) VALUES (?1, ?2, 'Summer', 'draft', ?3, 'meta', 'usd', 'UTC', ?4, 'paused', 1, 1, 1)`,
    )
      .bind(campaign, account.id, connection, JSON.stringify(terms))
      .run();
    const body = { name: 'As in summer', from: campaign };
    const both = await make(account.key, { ...body, campaign: { ad: { primaryText: 'Snow' } } });
    expect([both.status, both.body.error.details[0].path]).toEqual([422, '/from']);
    const made = await make(account.key, body);
    expect(made.body.data.campaign).toEqual({
      objective: 'conversions',
      destination: { type: 'website' },
      budget: terms.budget,
      audience: terms.audience,
      settings: { pixel: '1' },
      tracking: {},
      ad: { primaryText: 'Look', callToAction: 'shop_now' },
      attribution: { source: 'platform', conversion: null },
      creatorPay: { model: 'ad_spend', creatorShare: 10, leadAmount: null, cap: null, revenueEvent: null },
      connection,
      identity: 'creator',
    });
    // What was returned can be sent again unchanged.
    const again = await change(account.key, made.body.data.id, { campaign: made.body.data.campaign });
    expect(again.status).toBe(200);
    expect((await make(stranger.key, body)).body.error.details).toEqual({ reason: 'campaign_not_found' });
  });

  it('lie under the body of a campaign and over the defaults', async () => {
    const account = await mintAccount();
    const ctx = verbCtx(account, { account: 'brand' });
    const defaults = {
      objective: 'awareness',
      tracking: { urlParameters: 'a=b' },
      audience: { expand: true },
    };
    await call('PATCH', '/v1/ad-defaults', {
      key: account.key,
      body: { ...defaults, settings: { meta: { pixel: '1', app: '2' } } },
    });
    const { id } = (await make(account.key, { name: 'Winter', campaign: CAMPAIGN })).body.data;
    const template = await campaignOf(ctx, id);
    const body = { name: 'Mine', audience: { ageMin: 18, ageMax: undefined }, objective: undefined };
    expect(await fillIn(ctx, 'meta', template, body)).toEqual({
      ...CAMPAIGN,
      name: 'Mine',
      audience: { countries: ['US'], ageMin: 18, expand: true },
      tracking: { urlParameters: 'a=b' },
      settings: { pixel: '9', app: '2' },
    });
    expect(await fillIn(ctx, 'tiktok', {}, { name: 'Mine' })).toEqual({ ...defaults, name: 'Mine' });

    await expect(campaignOf(verbCtx(await mintAccount(), { account: 'brand' }), id)).rejects.toThrow(
      'This ad template does not exist.',
    );
    await change(account.key, id, { status: 'archived' });
    await expect(campaignOf(ctx, id)).rejects.toThrow('archived');
    const destination = { type: 'website', value: 'https://a.example' };
    expect(
      laidOver(
        { destination, schedule: { startDate: '1' } },
        { destination: { type: 'deep_link' }, schedule: null },
      ),
    ).toEqual({ destination: { type: 'deep_link' }, schedule: null });
  });
});
