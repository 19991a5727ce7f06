// The responses of the pixel's endpoints: script, beacon and image.

import { beforeAll, describe, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { expectLogged } from '../harness/logs.ts';
import { type Edge, knock, type Message, refusalIn, SHOP, setEdge } from '../harness/pixel/edge.ts';

let edge: Edge;

beforeAll(async () => {
  edge = await setEdge();
});

describe('the script', () => {
  it('is the same for every pixel, cacheable for five minutes and known again by its content', async () => {
    const { response } = await knock(`/px/${edge.pixel}.js`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('javascript');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const script = await response.text();
    for (const path of [
      `/px/${edge.pixel}/p.js`,
      `/px/${edge.pixel}/fp/p.js`,
      `/px/pxl_${'0'.repeat(26)}.js`,
    ]) {
      expect(await (await knock(path)).response.text()).toBe(script);
    }
    const etag = response.headers.get('ETag')!;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await knock(`/px/${edge.pixel}.js`, { headers: { 'If-None-Match': known } });
      expect(again.response.status).toBe(304);
      expect(await again.response.text()).toBe('');
    }
    const other = await knock(`/px/${edge.pixel}.js`, { headers: { 'If-None-Match': '"other"' } });
    expect(other.response.status).toBe(200);
  });

  it('for storefronts is another one, kept and known again in the same way, at no cost to the plain one', async () => {
    const path = `/px/${edge.pixel}/shop.js`;
    const { response, queued } = await knock(path);
    const plain = await knock(`/px/${edge.pixel}.js`);
    const script = await response.text();
    expect([response.status, queued]).toEqual([200, []]);
    for (const name of ['Content-Type', 'Cache-Control', 'Cross-Origin-Resource-Policy'])
      expect(response.headers.get(name)).toBe(plain.response.headers.get(name));
    const etag = response.headers.get('ETag')!;
    expect(etag).not.toBe(plain.response.headers.get('ETag'));
    expect((await knock(path, { headers: { 'If-None-Match': `W/${etag}` } })).response.status).toBe(304);
    expect(script).toContain('cart/update.js');
    expect(await plain.response.text()).not.toContain('cart');
    expect(await (await knock(`/px/pxl_${'0'.repeat(26)}/shop.js`)).response.text()).toBe(script);
    expect(script).not.toMatch(/\beval\b|\bFunction\(|\.style\b|innerHTML/);
    expect((await knock(path, { method: 'POST' })).response.status).toBe(405);
  });

  it('compresses to less than 1,700 bytes and has no eval', async () => {
    const { response } = await knock(`/px/${edge.pixel}.js`);
    const script = await response.text();
    const stream = new Response(script).body!.pipeThrough(new CompressionStream('gzip'));
    expect((await new Response(stream).arrayBuffer()).byteLength).toBeLessThan(1_700);
    expect(script).not.toMatch(/\beval\b|\bFunction\(|\.style\b|innerHTML/);
  });
});

describe('the beacon', () => {
  it('answers 202 once the queue has the event', async () => {
    const before = clock.now();
    const { response, queued } = await edge.beacon({
      name: 'purchase',
      orderId: 'A-1',
      value: 1299,
      currency: 'EUR',
      eventId: 'e-1',
      pageUrl: `${SHOP}/thanks`,
      creatorCode: 'ANNA10',
      properties: { contents: [{ id: 'sku', quantity: 2, price: 500 }], custom: { gift: true } },
    });
    expect(response.status).toBe(202);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(queued).toHaveLength(1);
    const { kind, shard, account, event } = queued[0]!;
    expect({ kind, account }).toEqual({ kind: 'event', account: edge.brand.id });
    expect([0, 1]).toContain(shard);
    expect(event.id).toMatch(/^pev_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(event.receivedAt).toBeGreaterThanOrEqual(before);
    expect(event).toMatchObject({
      pixelId: edge.pixel,
      name: 'purchase',
      occurredAt: event.receivedAt,
      ipAddress: '203.0.113.7',
      body: {
        source: 'browser',
        consent: 'granted',
        allowedOrigin: true,
        orderId: 'A-1',
        value: 1299,
        currency: 'eur',
        eventId: 'e-1',
        pageUrl: `${SHOP}/thanks`,
        creatorCode: 'ANNA10',
        userAgent: 'Mozilla/5.0 Test',
        location: { country: 'DE', region: 'BE', city: 'Berlin', postalCode: '10115' },
        properties: { contents: [{ id: 'sku', quantity: 2, price: 500 }], custom: { gift: true } },
      },
    });
  });

  it('queues no user name or password of a page, however long it is', async () => {
    const pageUrl = `${SHOP.replace('//', `//me:${'s'.repeat(3_000)}@`)}/thanks`;
    const referrer = 'https://you:secret@search.example/?q=a@b';
    const { queued } = await edge.beacon({ name: 'page_view', pageUrl, referrer });
    expect(queued[0]!.event.body).toMatchObject({
      pageUrl: `${SHOP}/thanks`,
      referrer: 'https://search.example/?q=a@b',
    });
  });

  it('answers 503 in the house form when the queue or the database fails, and never 500', async () => {
    expectLogged('error', /queue down|Error: d1/);
    const broken = { send: async () => Promise.reject(new Error('queue down')) };
    const queueDown = await edge.beacon(
      { name: 'page_view' },
      {},
      { env: { PIXEL_EVENTS: broken as never } },
    );
    expect(queueDown.response.status).toBe(503);
    expect((await refusalIn(queueDown.response)).code).toBe('unavailable');
    expect(queueDown.response.headers.get('Retry-After')).not.toBeNull();
    const fresh = await edge.newPixel();
    const prepare = () => ({ bind: () => ({ first: async () => Promise.reject(new Error('d1')) }) });
    const noDb = { withSession: () => ({ prepare }) };
    const dbDown = await edge.beacon({ name: 'page_view' }, {}, { to: fresh, env: { DB: noDb as never } });
    expect(dbDown.response.status).toBe(503);
    expect(dbDown.queued).toHaveLength(0);
    expect((await edge.beacon({ name: 'page_view' }, {}, { to: fresh })).response.status).toBe(202);
  });

  it('takes an array of up to 20, without the bad ones', async () => {
    const good = Array.from({ length: 19 }, (_, i) => ({ name: 'page_view', eventId: `${i}` }));
    const { response, queued } = await edge.beacon([...good, { name: 'Not Snake' }]);
    expect(response.status).toBe(202);
    expect(queued.map(({ event }) => event.body.eventId)).toEqual(good.map(({ eventId }) => eventId));
    expect(new Set(queued.map(({ event }) => event.id)).size).toBe(19);
    const none = await edge.beacon([{ name: 'Not Snake' }, { name: 'purchase', value: 12.99 }]);
    expect(none.response.status).toBe(400);
    expect((await refusalIn(none.response)).details!.map(({ path }) => path)).toEqual([
      '/0/name',
      '/1/value',
    ]);
    expect((await edge.beacon([])).response.status).toBe(400);
    expect((await edge.beacon(Array(21).fill({ name: 'page_view' }))).response.status).toBe(400);
  });

  it('keeps batches of long events within what the queue takes', async () => {
    const sizes: number[] = [];
    const queue = {
      sendBatch: async (batch: { body: Message }[]) => {
        sizes.push(new TextEncoder().encode(JSON.stringify(batch)).byteLength);
      },
    };
    // The numbers are short on the wire and long when written out again.
    const custom = `{"n":[${Array(370).fill('1e20').join(',')}]}`;
    const referrer = `${SHOP}/${'r'.repeat(1_000)}`;
    const event = `{"name":"page_view","referrer":"${referrer}","properties":{"custom":${custom}}}`;
    const body = `[${Array(20).fill(event).join(',')}]`;
    expect(body.length).toBeLessThan(65_536);
    const { response } = await edge.beacon(
      body,
      { Referer: `${SHOP}/${'p'.repeat(2_000)}`, 'User-Agent': 'u'.repeat(1_000) },
      { env: { PIXEL_EVENTS: queue as never } },
    );
    expect(response.status).toBe(202);
    expect(sizes.length).toBeGreaterThan(1);
    for (const size of sizes) expect(size).toBeLessThan(245_000);
  });

  const bad: [string, unknown, string][] = [
    ['no name', {}, '/name'],
    ['a name that is not snake_case', { name: 'addToCart' }, '/name'],
    ['a name that is too long', { name: 'a'.repeat(65) }, '/name'],
    ['no object', [[1]], '/0'],
    ['null', [null], '/0'],
    ['a fraction of a cent', { name: 'purchase', value: 1.5 }, '/value'],
    ['a negative value', { name: 'purchase', value: -1 }, '/value'],
    ['a value as text', { name: 'purchase', value: '12' }, '/value'],
    ['a currency that is none', { name: 'purchase', currency: 'euro' }, '/currency'],
    ['a currency that nobody uses', { name: 'purchase', currency: 'zzz' }, '/currency'],
    ['a value beyond counting', { name: 'purchase', value: 10 ** 12 + 1 }, '/value'],
    ['a consent that is none', { name: 'purchase', consent: 'yes' }, '/consent'],
    ['an orderId as a number', { name: 'purchase', orderId: 7 }, '/orderId'],
    ['an eventId with a NUL', { name: 'purchase', eventId: 'a\u0000b' }, '/eventId'],
    ['an eventId with half a character', '{"name":"purchase","eventId":"\\ud800"}', '/eventId'],
    ['an action source that is none', { name: 'purchase', actionSource: 'fax' }, '/actionSource'],
    ['properties that are no object', { name: 'purchase', properties: [] }, '/properties'],
    [
      'contents without id',
      { name: 'purchase', properties: { contents: [{}] } },
      '/properties/contents/0/id',
    ],
    ['a time of last week', { name: 'purchase', occurredAt: clock.now() - 7.1 * 864e5 }, '/occurredAt'],
    ['a time to come', { name: 'purchase', occurredAt: clock.now() + 36e5 }, '/occurredAt'],
    ['no time', { name: 'purchase', occurredAt: 'soon' }, '/occurredAt'],
    [
      'custom nested without end',
      `{"name":"purchase","properties":{"custom":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`,
      `/properties/custom/a${'/0'.repeat(29)}`,
    ],
    [
      'a member __proto__',
      '{"name":"purchase","properties":{"custom":{"\\u005f_proto__":{"a":1}}}}',
      '/properties/custom/__proto__',
    ],
  ];
  it.each(bad)('refuses an event with %s', async (_, body, path) => {
    const { response, queued } = await edge.beacon(body);
    expect(response.status).toBe(400);
    const error = await refusalIn(response);
    expect(error.code).toBe('invalid_request');
    expect(error.details!.map((issue) => issue.path)).toContain(path);
    expect(queued).toHaveLength(0);
  });

  it('refuses what is no JSON, no UTF-8, no text or too long', async () => {
    expect((await edge.beacon('{"name":')).response.status).toBe(400);
    expect((await edge.beacon('')).response.status).toBe(400);
    const badUtf8 = Uint8Array.from('{"name":"lead","orderId":"\xff"}', (byte) => byte.charCodeAt(0));
    expect((await edge.beacon(badUtf8)).response.status).toBe(400);
    expect((await edge.beacon(badUtf8, { 'Content-Length': String(badUtf8.length) })).response.status).toBe(
      400,
    );
    expect(
      (await edge.beacon('name=purchase', { 'Content-Type': 'multipart/form-data' })).response.status,
    ).toBe(415);
    const long = JSON.stringify({ name: 'page_view', pad: 'x'.repeat(65_536) });
    const { response } = await edge.beacon(long);
    expect(response.status).toBe(413);
    expect((await refusalIn(response)).code).toBe('payload_too_large');
    const announced = await edge.beacon(long, { 'Content-Length': String(long.length) });
    expect(announced.response.status).toBe(413);
    const just = `{"name":"page_view","pad":"${'x'.repeat(65_536 - 29)}"}`;
    expect(just.length).toBe(65_536);
    expect((await edge.beacon(just)).response.status).toBe(202);
    expect((await edge.beacon(just, { 'Content-Length': '65536' })).response.status).toBe(202);
  });

  it('takes times as milliseconds or RFC 3339, and a clock that runs a little ahead', async () => {
    const yesterday = clock.now() - 864e5;
    for (const occurredAt of [yesterday, new Date(yesterday).toISOString()]) {
      expect((await edge.beacon({ name: 'lead', occurredAt })).queued[0]!.event.occurredAt).toBe(yesterday);
    }
    const { event } = (await edge.beacon({ name: 'lead', occurredAt: clock.now() + 60_000 })).queued[0]!;
    expect(event.occurredAt).toBe(event.receivedAt);
  });

  it('answers other methods 405, preflights openly and other paths 404', async () => {
    for (const path of [`/px/${edge.pixel}.js`, `/px/${edge.pixel}/e`, `/px/${edge.pixel}/fp/e.gif`]) {
      const { response } = await knock(path, { method: 'DELETE' });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toContain('OPTIONS');
      expect((await refusalIn(response)).code).toBe('method_not_allowed');
      const preflight = await knock(path, { method: 'OPTIONS', headers: { Origin: 'https://any.example' } });
      expect(preflight.response.status).toBe(204);
      expect(preflight.response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(preflight.response.headers.get('Access-Control-Allow-Headers')).toContain('Content-Type');
    }
    expect((await knock(`/px/${edge.pixel}/e`)).response.status).toBe(405);
    for (const path of [
      '/px/',
      '/px/pxl_1/e',
      `/px/${edge.pixel}/x`,
      `/px/${edge.pixel}/fp.js`,
      `/px/${edge.pixel}`,
    ]) {
      const { response } = await knock(path);
      expect(response.status).toBe(404);
      expect((await refusalIn(response)).code).toBe('not_found');
    }
  });

  it('says with each answer how many are taken, and that browsers ask over TLS alone', async () => {
    const answers = [
      (await edge.beacon({ name: 'lead' })).response,
      (await knock(`/px/${edge.pixel}.js`)).response,
      (await knock(`/px/${edge.pixel}/nothing`)).response,
      (await knock(`/px/${edge.pixel}/e`, { method: 'OPTIONS' })).response,
    ];
    for (const { headers } of answers) {
      expect(headers.get('RateLimit-Policy')).toBe('"beacons";q=100;w=10');
      expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  it("keeps the caller's Request-Id and makes one otherwise", async () => {
    const own = await edge.beacon({ name: 'lead' }, { 'Request-Id': 'mine-1' });
    expect(own.response.headers.get('Request-Id')).toBe('mine-1');
    expect((await edge.beacon({ name: 'lead' })).response.headers.get('Request-Id')).toMatch(
      /^req_[0-9a-z]{26}$/,
    );
  });
});

describe('the image', () => {
  it('counts a page without script and is never cached', async () => {
    const { response, queued } = await knock(
      `/px/${edge.pixel}/e.gif?name=purchase&value=1299&currency=USD&orderId=B-2&user=raw&cb=1`,
      { headers: { Referer: `${SHOP}/thanks`, 'User-Agent': 'Mozilla/5.0 Test' } },
    );
    expect(response.status).toBe(202);
    expect(response.headers.get('Content-Type')).toBe('image/gif');
    expect(response.headers.get('Cache-Control')).toContain('no-store');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(String.fromCharCode(...bytes.slice(0, 6))).toBe('GIF89a');
    expect([...bytes.slice(6, 10)]).toEqual([1, 0, 1, 0]);
    expect(queued[0]!.event).toMatchObject({
      name: 'purchase',
      body: { value: 1299, currency: 'usd', orderId: 'B-2', pageUrl: `${SHOP}/thanks` },
    });
    expect(queued[0]!.event.body.user).toBeUndefined();
  });

  it('is a page view unless it says otherwise, from an allowed page alone', async () => {
    const view = await knock(`/px/${edge.pixel}/fp/e.gif`, { headers: { Referer: `${SHOP}/` } });
    expect(view.queued[0]!.event.name).toBe('page_view');
    const foreign = await knock(`/px/${edge.pixel}/e.gif`, { headers: { Referer: 'https://evil.example/' } });
    expect([foreign.response.status, foreign.queued.length]).toEqual([204, 0]);
    const none = await knock(`/px/${edge.pixel}/e.gif`);
    expect([none.response.status, none.queued.length]).toEqual([204, 0]);
    const wrong = await knock(`/px/${edge.pixel}/e.gif?name=No`, { headers: { Referer: SHOP } });
    expect(wrong.response.status).toBe(400);
  });
});
