// Whose events count, and which visitor data reaches the queue.

import { createExecutionContext } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IncomingEvent } from '../../src/pixel/event-body.ts';
import worker from '../../src/pixel-worker.ts';
import * as clock from '../harness/clock.ts';
import { type Edge, knock, SHOP, setEdge } from '../harness/pixel/edge.ts';
import { call, ORIGIN, testEnv } from '../harness/world.ts';

let edge: Edge;

beforeAll(async () => {
  edge = await setEdge();
});

describe('origins', () => {
  const counted = async (headers: Record<string, string>, to?: string) => {
    const { response, queued } = await edge.beacon({ name: 'lead' }, headers, to ? { to } : {});
    expect(response.status).toBe(queued.length > 0 ? 202 : 204);
    expect(await response.text()).toBe('');
    return queued.length > 0;
  };

  it('counts a domain and its subdomains, by Origin or else by Referer', async () => {
    expect(await counted({})).toBe(true);
    expect(await counted({ Origin: 'https://www.shop.example' })).toBe(true);
    expect(await counted({ Origin: 'null', Referer: `${SHOP}/page?x=1` })).toBe(true);
    expect(await counted({ Origin: '', Referer: `${SHOP}/page` })).toBe(true);
  });

  it('answers a foreign origin 204 without a word, and queues nothing', async () => {
    for (const Origin of [
      'https://evil.example',
      'http://shop.example',
      'http://www.shop.example',
      'https://shop.example:8443',
      'https://notshop.example',
      'https://shop.example.evil.example',
      'null',
    ]) {
      expect(await counted({ Origin })).toBe(false);
    }
    expect(await counted({ Origin: 'https://evil.example', Referer: `${SHOP}/` })).toBe(false);
    expect(await counted({ Origin: 'null', Referer: 'nonsense' })).toBe(false);
  });

  it('holds ports and schemes of an entry', async () => {
    const own = await edge.newPixel({ domains: ['https://a.example:8443'] });
    expect(await counted({ Origin: 'https://b.a.example:8443' }, own)).toBe(true);
    expect(await counted({ Origin: 'https://b.a.example' }, own)).toBe(false);
  });

  it('answers an unknown and an archived pixel 204 as well', async () => {
    expect(await counted({}, `pxl_${'7'.repeat(26)}`)).toBe(false);
    const archived = await edge.newPixel();
    await call('PATCH', `/v1/pixels/${archived}`, { key: edge.brand.key, body: { status: 'archived' } });
    expect(await counted({}, archived)).toBe(false);
    const image = await knock(`/px/${archived}/e.gif`, { headers: { Referer: SHOP } });
    expect(image.response.status).toBe(204);
    expect(image.queued).toHaveLength(0);
  });
});

describe('what is kept of a pixel', () => {
  /** The real database with counted lookups. They may go to any replica, but only through a session. */
  function countedDb(): { DB: D1Database; lookUps: () => number } {
    let lookUps = 0;
    const withSession = (constraint: string) => {
      expect(constraint).toBe('first-unconstrained');
      const session = testEnv.DB.withSession(constraint);
      const prepare = (sql: string) => {
        lookUps++;
        return session.prepare(sql);
      };
      return { prepare };
    };
    return { DB: { withSession } as unknown as D1Database, lookUps: () => lookUps };
  }

  afterEach(() => {
    clock.release();
  });

  it('is looked up once for many visitors at once, and once for a pixel that is none', async () => {
    for (const [to, status] of [
      [await edge.newPixel(), 202],
      [`pxl_${'6'.repeat(26)}`, 204],
    ] as const) {
      const { DB, lookUps } = countedDb();
      const visits = Array.from({ length: 10 }, () => edge.beacon({ name: 'lead' }, {}, { to, env: { DB } }));
      for (const { response } of await Promise.all(visits)) expect(response.status).toBe(status);
      expect((await edge.beacon({ name: 'lead' }, {}, { to, env: { DB } })).response.status).toBe(status);
      expect(lookUps()).toBe(1);
    }
  });

  it('is at most ten seconds old', async () => {
    const own = await edge.newPixel();
    expect((await edge.beacon({ name: 'lead' }, {}, { to: own })).queued).toHaveLength(1);
    await call('PATCH', `/v1/pixels/${own}`, {
      key: edge.brand.key,
      body: { domains: ['https://new.example'] },
    });
    clock.hold(clock.now() + 10_000);
    expect((await edge.beacon({ name: 'lead' }, {}, { to: own })).queued).toHaveLength(0);
    expect(
      (await edge.beacon({ name: 'lead' }, { Origin: 'https://new.example' }, { to: own })).queued,
    ).toHaveLength(1);
  });

  it('does not make a visitor wait for a look-up that never ends', async () => {
    const own = await edge.newPixel();
    const prepare = () => ({ bind: () => ({ first: () => new Promise(() => {}) }) });
    const never = { withSession: () => ({ prepare }) } as never;
    const request = new Request(`${ORIGIN}/px/${own}/e`, {
      method: 'POST',
      headers: { Origin: SHOP },
      body: '{"name":"lead"}',
    });
    const stuck = { ...testEnv, DB: never };
    void worker.fetch(request, stuck, createExecutionContext());
    expect((await edge.beacon({ name: 'lead' }, {}, { to: own })).response.status).toBe(202);
  });
});

describe('countries', () => {
  it('answers an excluded or unknown country like any other and queues nothing', async () => {
    const own = await edge.newPixel({ excludedCountries: ['fr'] });
    const from = async (country: string | undefined) => {
      const { response, queued } = await edge.beacon({ name: 'lead' }, {}, { to: own, cf: { country } });
      expect(response.status).toBe(202);
      return queued.length;
    };
    expect(await from('DE')).toBe(1);
    expect(await from('FR')).toBe(0);
    expect(await from(undefined)).toBe(0);
    expect(await from('XX')).toBe(0);
    expect(await from('T1')).toBe(0);
    const image = await knock(`/px/${own}/e.gif`, { headers: { Referer: SHOP }, cf: { country: 'FR' } });
    expect([image.response.status, image.queued.length]).toEqual([202, 0]);
  });

  it("believes a proxy's country and address on the proxy's path only", async () => {
    const own = await edge.newPixel({ excludedCountries: ['FR'] });
    const forwarded = { 'X-Forwarded-For': '198.51.100.4, 10.0.0.1', 'X-Visitor-Country': 'fr' };
    expect((await edge.beacon({ name: 'lead' }, forwarded, { to: own })).queued[0]!.event).toMatchObject({
      ipAddress: '203.0.113.7',
      body: { location: { country: 'DE', city: 'Berlin' } },
    });
    const pixel = await call('GET', `/v1/pixels/${own}`, { key: edge.brand.key });
    const path = `${new URL(pixel.body.data.firstParty.target).pathname.slice(`/px/${own}`.length)}/e`;
    const proxied = (headers: Record<string, string>) =>
      edge.beacon({ name: 'lead' }, headers, { to: own, path });
    // A proxy without the token counts as unknown, and has no country.
    const open = await edge.newPixel();
    for (const wrong of ['/fp/e', `/fp/${'0'.repeat(32)}/e`, path]) {
      const { event } = (await edge.beacon({ name: 'lead' }, forwarded, { to: open, path: wrong }))
        .queued[0]!;
      expect([event.ipAddress, event.body.location]).toEqual([null, undefined]);
    }
    expect((await proxied(forwarded)).queued).toHaveLength(0);
    expect((await proxied({ 'X-Forwarded-For': '198.51.100.4' })).queued).toHaveLength(0);
    for (const name of ['X-Visitor-Country', 'X-Vercel-IP-Country', 'CloudFront-Viewer-Country']) {
      const { event } = (await proxied({ ...forwarded, 'X-Visitor-Country': '', [name]: 'AT' })).queued[0]!;
      expect(event.ipAddress).toBe('198.51.100.4');
      expect(event.body.location).toEqual({ country: 'AT' });
    }
  });
});

describe('consent', () => {
  const personal = {
    name: 'purchase',
    serviceId: 'sub_1',
    campaign: 'camp_1',
    attributionId: 'att_1',
    clickId: 'click_1',
    clickIds: { gclid: 'g1' },
    cookies: ['_fbp=fb.1.2.3'],
    landing: { service_id: 'sub_0', gclid: 'g0', at: clock.now() - 1_000 },
    user: { email: 'anna@example.com' },
    pageUrl: `${SHOP}/thanks?step=2&service_id=sub_1&gclid=g1#end`,
    referrer: 'https://ads.example/?fbclid=f1&x=1',
    creatorCode: 'ANNA10',
    discountCode: 'TEN',
    value: 500,
    currency: 'usd',
  };
  const nothingPersonal = (event: IncomingEvent, consent: string) => {
    expect(event.ipAddress).toBeNull();
    const { pageUrl, referrer, ...body } = event.body;
    expect(body).toEqual({
      source: 'browser',
      consent,
      allowedOrigin: true,
      creatorCode: 'ANNA10',
      discountCode: 'TEN',
      value: 500,
      currency: 'usd',
      userAgent: 'Mozilla/5.0 Test',
      location: { country: 'DE' },
    });
    expect(pageUrl).toContain(`${SHOP}/thanks?step=2`);
    expect(JSON.stringify(event.body)).not.toMatch(/sub_|g0|g1|f1|anna@/);
  };

  it.each(['denied', 'unknown'])('%s: drops everything personal before the queue', async (consent) => {
    nothingPersonal((await edge.beacon({ ...personal, consent })).queued[0]!.event, consent);
  });

  it('takes Global Privacy Control as denied, whatever the event says', async () => {
    const { queued } = await edge.beacon({ ...personal, consent: 'granted' }, { 'Sec-GPC': '1' });
    nothingPersonal(queued[0]!.event, 'denied');
  });

  it('granted: keeps it, with the user hashed', async () => {
    const { event } = (await edge.beacon(personal)).queued[0]!;
    expect(event.body).toMatchObject({
      serviceId: 'sub_1',
      campaign: 'camp_1',
      attributionId: 'att_1',
      clickId: 'click_1',
      clickIds: { gclid: 'g1', fbp: 'fb.1.2.3' },
      landing: { serviceId: 'sub_0', clickIds: { gclid: 'g0' } },
      landedAt: personal.landing.at,
      referrer: personal.referrer,
    });
    expect(Object.keys(event.body.user!)).toEqual(['email']);
    expect(event.body.user!.email).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(event)).not.toContain('anna@');
  });
});

describe('landing', () => {
  it("reads the page address's own link parameters", async () => {
    const { event } = (
      await edge.beacon({
        name: 'page_view',
        pageUrl: `${SHOP}/?service_id=sub_9&service_campaign=camp_9&ScCid=s%2D1&ttclid=t1&wbraid=w1&gbraid=b1`,
      })
    ).queued[0]!;
    expect(event.body).toMatchObject({
      serviceId: 'sub_9',
      campaign: 'camp_9',
      clickIds: { sccid: 's-1', ttclid: 't1', wbraid: 'w1', gbraid: 'b1' },
    });
  });

  it('names a click of Meta alike on the landing page and later', async () => {
    const at = clock.now() - 60_000;
    const pageUrl = `${SHOP}/?fbclid=AbC`;
    const fbc = `fb.1.${at}.AbC`;
    const first = await edge.beacon({ name: 'page_view', pageUrl, landing: { fbclid: 'AbC', at } });
    expect(first.queued[0]!.event.body.clickIds).toEqual({ fbc });
    const later = await edge.beacon({ name: 'lead', pageUrl: SHOP, landing: { fbclid: 'AbC', at } });
    expect(later.queued[0]!.event.body.landing).toEqual({ clickIds: { fbc } });
    const cookie = await edge.beacon({ name: 'lead', pageUrl, cookies: ['_fbc=fb.1.5.AbC'] });
    expect(cookie.queued[0]!.event.body.clickIds).toEqual({ fbc: 'fb.1.5.AbC' });
  });

  it('drops a mangled landing and keeps the purchase', async () => {
    for (const landing of ['x', 7, { service_id: '%', at: 'never' }, { service_id: 's'.repeat(700) }]) {
      const { response, queued } = await edge.beacon({
        name: 'purchase',
        landing,
        pageUrl: `${SHOP}/?service_id=%E0%A4%A`,
        cookies: 'none',
        clickIds: 3,
        user: 'me',
      });
      expect(response.status).toBe(202);
      const { body } = queued[0]!.event;
      expect([body.landing, body.landedAt, body.serviceId, body.clickIds, body.user]).toEqual(
        Array(5).fill(undefined),
      );
    }
  });

  it('never lands in the future', async () => {
    const { event } = (
      await edge.beacon({ name: 'lead', landing: { service_id: 'sub_1', at: clock.now() + 9e6 } })
    ).queued[0]!;
    expect(event.body.landedAt).toBe(event.receivedAt);
  });
});
