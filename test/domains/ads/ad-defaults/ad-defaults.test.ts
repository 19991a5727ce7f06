// An account's defaults for new campaigns: one record, which always exists.
import { describe, expect, it } from 'vitest';
import { defaultsOn } from '../../../../src/domains/ads/ad-defaults/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import { call, mintAccount, systemCtx } from '../../../harness/world.ts';

const get = (key: string, as?: string) => call('GET', '/v1/ad-defaults', { key, ...(as ? { as } : {}) });
const set = (key: string, body: object, as?: string) =>
  call('PATCH', '/v1/ad-defaults', { key, body, ...(as ? { as } : {}) });

/** A conversion that counts leads. */
async function leadsOf(key: string): Promise<string> {
  const body = { name: 'Leads', eventName: 'lead' };
  const answer = await call('POST', '/v1/conversions', { key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
}

describe('ad defaults', () => {
  it('are there before anything is set, and take each field as a whole', async () => {
    const { id, key } = await mintAccount();
    expect((await get(key)).body.data).toEqual({
      account: id,
      objective: 'conversions',
      audience: null,
      ad: null,
      optimizationEvent: null,
      tracking: null,
      identity: 'brand',
      creatorPay: null,
      settings: {},
      version: 1,
      createdAt: null,
      updatedAt: null,
    });
    expect((await set(key, {})).body.data.version).toBe(1);
    const first = await set(key, {
      objective: 'conversion',
      audience: { countries: ['US'], ageMin: 21 },
      ad: { callToAction: 'shop_now' },
      settings: { meta: { pixel: '1', specialAdCategories: [] } },
      version: 1,
    });
    expect(first.body.data).toMatchObject({ objective: 'conversions', version: 2 });
    expect((await set(key, { identity: 'creator', version: 1 })).status).toBe(409);
    const second = await set(key, {
      audience: { countries: ['CA'] },
      ad: null,
      settings: { meta: { app: '2' } },
    });
    expect(second.body.data).toMatchObject({
      audience: { countries: ['CA'] },
      ad: null,
      settings: { meta: { app: '2' } },
      version: 3,
    });
    expect(second.body.data.audience.ageMin).toBeUndefined();
    const last = await set(key, { objective: null, audience: null, settings: { meta: null } });
    expect(last.body.data).toMatchObject({
      objective: 'conversions',
      audience: null,
      settings: {},
      version: 4,
    });
  });

  it('are not written over each other by two first changes at once', async () => {
    const { key } = await mintAccount();
    const both = await Promise.all([
      set(key, { objective: 'traffic', version: 1 }),
      set(key, { identity: 'creator', version: 1 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await get(key)).body.data.version).toBe(2);
  });

  it('take of settings what the platform takes, and tell everything it does not', async () => {
    const { id, key } = await mintAccount();
    const settings = { meta: { pixel: 'abc', app: '7', luck: true, specialAdCategories: ['LUCK'] } };
    const answer = await set(key, { settings, creatorPay: { creatorShare: 10 } });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      '/settings/meta/pixel',
      '/settings/meta/specialAdCategories/0',
      '/settings/meta/luck',
    ]);
    const both = await set(key, { creatorPay: { creatorShare: 10, leadAmount: 500 } });
    expect([both.status, both.body.error.details[0].path]).toEqual([422, '/creatorPay/leadAmount']);
    expect((await set(key, { settings: { myspace: {} } })).status).toBe(422);
    expect((await get(key)).body.data.version).toBe(1);
    await set(key, { objective: 'traffic', settings: { meta: { pixel: '1' } } });
    expect(await defaultsOn(systemCtx(), id, 'meta')).toEqual({
      objective: 'traffic',
      settings: { pixel: '1' },
    });
    expect(await defaultsOn(systemCtx(), id, 'tiktok')).toEqual({ objective: 'traffic' });
  });

  it('take nothing that every preflight would refuse', async () => {
    const { key } = await mintAccount();
    const conversion = await leadsOf(key);
    const revenue = { model: 'attributed_revenue', creatorShare: 5 };
    const refused: [object, string][] = [
      [{ audience: { ageMin: 40, ageMax: 30 } }, '/audience/ageMax'],
      [{ tracking: { clickTrackingUrl: 'https://c.example/' } }, '/tracking/clickTrackingUrl'],
      [{ tracking: { impressionTrackingUrl: 'https://i.example/' } }, '/tracking/impressionTrackingUrl'],
      [{ tracking: { urlParameters: '?utm=a b' } }, '/tracking/urlParameters'],
      [{ tracking: { urlParameters: 'utm=a&service_id=sub_1' } }, '/tracking/urlParameters'],
      [{ creatorPay: { creatorShare: 0 } }, '/creatorPay/creatorShare'],
      [{ creatorPay: { leadAmount: 500 } }, '/creatorPay/model'],
      [{ creatorPay: { cap: 500 } }, '/creatorPay/cap'],
      [{ creatorPay: { creatorShare: 5, revenueEvent: 'lead' } }, '/creatorPay/revenueEvent'],
      [
        { creatorPay: { attribution: { source: 'service', conversion: newId('conversion', clock.now()) } } },
        '/creatorPay/attribution/conversion',
      ],
      [
        { creatorPay: { ...revenue, attribution: { source: 'platform', conversion } } },
        '/creatorPay/attribution/conversion',
      ],
      [
        {
          creatorPay: {
            ...revenue,
            revenueEvent: 'purchase',
            attribution: { source: 'service', conversion },
          },
        },
        '/creatorPay/attribution/conversion',
      ],
      [
        { creatorPay: { ...revenue, revenueEvent: 'lead', attribution: { source: 'platform' } } },
        '/creatorPay/attribution/source',
      ],
      [{ creatorPay: { model: 'lead', leadAmount: 2 ** 42 } }, '/creatorPay/leadAmount'],
    ];
    for (const [body, path] of refused) {
      const answer = await set(key, body);
      expect([answer.status, answer.body.error?.details[0].path], JSON.stringify(body)).toEqual([422, path]);
    }
    // Fields that a campaign may add, or that only one platform takes, are not part of it.
    const taken = [
      { creatorPay: { model: 'lead' }, audience: { ageMin: 13 } },
      {
        tracking: { trackingUrlTemplate: 'https://t.example/?u={lpurl}' },
        ad: { headline: 'x'.repeat(255) },
      },
      { creatorPay: { ...revenue, attribution: { source: 'service', conversion } } },
      { creatorPay: { ...revenue, revenueEvent: 'lead' } },
    ];
    for (const body of taken) expect((await set(key, body)).status).toBe(200);
  });

  it('take no two that no platform takes together, and refuse the one that is set last', async () => {
    const { key } = await mintAccount();
    const tracking = { trackingUrlTemplate: 'https://t.example/?u={lpurl}' };
    const refused = async (body: object) => (await set(key, body)).body.error?.details[0].path;
    expect(await refused({ identity: 'creator', tracking })).toBe('/tracking/trackingUrlTemplate');
    expect((await set(key, { tracking })).status).toBe(200);
    expect(await refused({ identity: 'creator' })).toBe('/identity');
    expect((await set(key, { identity: 'creator', tracking: null })).status).toBe(200);
    expect(await refused({ tracking })).toBe('/tracking/trackingUrlTemplate');
    const parameters = { urlParameters: 'utm_source=ads' };
    expect((await set(key, { identity: 'creator', tracking: parameters })).status).toBe(200);
  });

  it("are each account's own: a partner sets its client's as the client", async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    expect((await set(partner.key, { objective: 'traffic' }, client.id)).body.data.account).toBe(client.id);
    expect((await get(client.readKey)).body.data.objective).toBe('traffic');
    expect((await get(partner.key)).body.data.objective).toBe('conversions');
  });
});
