// What the pixel's endpoints answer and what they hand to the queue. The queue is recorded at the platform's side:
// everything up to `send` is the service itself, entered by its own door.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IncomingEvent } from '../../src/domains/pixel-events/event-body.ts';
import type { Env } from '../../src/env.ts';
import worker from '../../src/index.ts';
import { call, type Minted, mintAccount, ORIGIN, testEnv } from '../harness/world.ts';

interface Message {
  kind: string;
  shard: number;
  account: string;
  event: IncomingEvent;
}

const SHOP = 'https://shop.example';
let brand: Minted;
let pixel: string;

beforeAll(async () => {
  brand = await mintAccount();
  pixel = await newPixel();
});

async function newPixel(more: Record<string, unknown> = {}): Promise<string> {
  const answer = await call('POST', '/v1/pixels', {
    key: brand.key,
    body: { name: 'Shop', domains: [SHOP], ...more },
  });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit | null;
  cf?: Record<string, unknown>;
  env?: Partial<Env>;
}

/** Sends one request through the Worker's door and returns the answer and what the queue was given. */
async function knock(
  path: string,
  sending: Sending = {},
): Promise<{ response: Response; queued: Message[] }> {
  const queued: Message[] = [];
  const recorder = {
    send: async (message: Message) => void queued.push(structuredClone(message)),
    sendBatch: async (batch: Iterable<{ body: Message }>) => {
      for (const { body } of batch) queued.push(structuredClone(body));
    },
  };
  const request = new Request(ORIGIN + path, {
    method: sending.method ?? 'GET',
    headers: sending.headers ?? {},
    body: sending.body ?? null,
    cf: { country: 'DE', regionCode: 'BE', city: 'Berlin', postalCode: '10115', ...sending.cf },
  });
  const ctx = createExecutionContext();
  const env = { ...testEnv, PIXEL_EVENTS: recorder, ...sending.env } as unknown as Env;
  const response = await worker.fetch(request as never, env, ctx);
  await waitOnExecutionContext(ctx);
  return { response, queued };
}

/** A beacon of the script from an allowed page. */
async function beacon(
  body: unknown,
  headers: Record<string, string> = {},
  more: Sending & { to?: string; path?: string } = {},
) {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return await knock(`/px/${more.to ?? pixel}${more.path ?? '/e'}`, {
    ...more,
    method: 'POST',
    headers: {
      Origin: SHOP,
      'Content-Type': 'text/plain;charset=UTF-8',
      'User-Agent': 'Mozilla/5.0 Test',
      'CF-Connecting-IP': '203.0.113.7',
      ...headers,
    },
    body: raw ? (body as BodyInit) : JSON.stringify(body),
  });
}

async function refusal(response: Response): Promise<{ code: string; details?: { path: string }[] }> {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; requestId: string; details?: { path: string }[] };
  };
  expect(error.message).not.toBe('');
  expect(error.requestId).toBe(response.headers.get('Request-Id'));
  return error;
}

describe('the script', () => {
  it('is the same for every pixel, cacheable for five minutes and known again by its content', async () => {
    const { response } = await knock(`/px/${pixel}.js`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('javascript');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const script = await response.text();
    for (const path of [`/px/${pixel}/p.js`, `/px/${pixel}/fp/p.js`, `/px/pxl_${'0'.repeat(26)}.js`]) {
      expect(await (await knock(path)).response.text()).toBe(script);
    }
    const etag = response.headers.get('ETag')!;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await knock(`/px/${pixel}.js`, { headers: { 'If-None-Match': known } });
      expect(again.response.status).toBe(304);
      expect(await again.response.text()).toBe('');
    }
    const other = await knock(`/px/${pixel}.js`, { headers: { 'If-None-Match': '"other"' } });
    expect(other.response.status).toBe(200);
  });

  it('compresses to less than 1,500 bytes and has no eval', async () => {
    const { response } = await knock(`/px/${pixel}.js`);
    const script = await response.text();
    const stream = new Response(script).body!.pipeThrough(new CompressionStream('gzip'));
    expect((await new Response(stream).arrayBuffer()).byteLength).toBeLessThan(1_500);
    expect(script).not.toMatch(/\beval\b|\bFunction\(|\.style\b|innerHTML/);
  });
});

describe('the beacon', () => {
  it('answers 202 once the queue has the event', async () => {
    const before = Date.now();
    const { response, queued } = await beacon({
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
    expect({ kind, account }).toEqual({ kind: 'event', account: brand.id });
    expect([0, 1]).toContain(shard);
    expect(event.id).toMatch(/^pev_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(event.receivedAt).toBeGreaterThanOrEqual(before);
    expect(event).toMatchObject({
      pixelId: pixel,
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

  it('answers 503 in the house form when the queue or the database fails, and never 500', async () => {
    const broken = { send: async () => Promise.reject(new Error('queue down')) };
    const queueDown = await beacon({ name: 'page_view' }, {}, { env: { PIXEL_EVENTS: broken as never } });
    expect(queueDown.response.status).toBe(503);
    expect((await refusal(queueDown.response)).code).toBe('unavailable');
    expect(queueDown.response.headers.get('Retry-After')).not.toBeNull();
    const fresh = await newPixel();
    const noDb = {
      prepare: () => ({ bind: () => ({ first: async () => Promise.reject(new Error('d1')) }) }),
    };
    const dbDown = await beacon({ name: 'page_view' }, {}, { to: fresh, env: { DB: noDb as never } });
    expect(dbDown.response.status).toBe(503);
    expect(dbDown.queued).toHaveLength(0);
    expect((await beacon({ name: 'page_view' }, {}, { to: fresh })).response.status).toBe(202);
  });

  it('takes an array of up to 20, without the bad ones', async () => {
    const good = Array.from({ length: 19 }, (_, i) => ({ name: 'page_view', eventId: `${i}` }));
    const { response, queued } = await beacon([...good, { name: 'Not Snake' }]);
    expect(response.status).toBe(202);
    expect(queued.map(({ event }) => event.body.eventId)).toEqual(good.map(({ eventId }) => eventId));
    expect(new Set(queued.map(({ event }) => event.id)).size).toBe(19);
    const none = await beacon([{ name: 'Not Snake' }, { name: 'purchase', value: 12.99 }]);
    expect(none.response.status).toBe(400);
    expect((await refusal(none.response)).details!.map(({ path }) => path)).toEqual(['/0/name', '/1/value']);
    expect((await beacon([])).response.status).toBe(400);
    expect((await beacon(Array(21).fill({ name: 'page_view' }))).response.status).toBe(400);
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
    const body = `[${Array(20).fill(`{"name":"page_view","properties":{"custom":${custom}}}`).join(',')}]`;
    expect(body.length).toBeLessThan(65_536);
    const { response } = await beacon(
      body,
      { Referer: `${SHOP}/${'p'.repeat(2_000)}` },
      {
        env: { PIXEL_EVENTS: queue as never },
      },
    );
    expect(response.status).toBe(202);
    for (const size of sizes) expect(size).toBeLessThan(256_000);
    expect(sizes.reduce((a, b) => a + b)).toBeGreaterThan(160_000);
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
    ['a time of last week', { name: 'purchase', occurredAt: Date.now() - 7.1 * 864e5 }, '/occurredAt'],
    ['a time to come', { name: 'purchase', occurredAt: Date.now() + 36e5 }, '/occurredAt'],
    ['no time', { name: 'purchase', occurredAt: 'soon' }, '/occurredAt'],
    [
      'custom nested without end',
      `{"name":"purchase","properties":{"custom":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`,
      '/properties/custom',
    ],
  ];
  it.each(bad)('refuses an event with %s', async (_, body, path) => {
    const { response, queued } = await beacon(body);
    expect(response.status).toBe(400);
    const error = await refusal(response);
    expect(error.code).toBe('invalid_request');
    expect(error.details!.map((issue) => issue.path)).toContain(path);
    expect(queued).toHaveLength(0);
  });

  it('refuses what is no JSON, no UTF-8, no text or too long', async () => {
    expect((await beacon('{"name":')).response.status).toBe(400);
    expect((await beacon('')).response.status).toBe(400);
    expect((await beacon(new Uint8Array([0x22, 0xff, 0x22]))).response.status).toBe(400);
    expect((await beacon('name=purchase', { 'Content-Type': 'multipart/form-data' })).response.status).toBe(
      415,
    );
    const long = JSON.stringify({ name: 'page_view', pad: 'x'.repeat(65_536) });
    const { response } = await beacon(long);
    expect(response.status).toBe(413);
    expect((await refusal(response)).code).toBe('payload_too_large');
    const announced = await beacon(long, { 'Content-Length': String(long.length) });
    expect(announced.response.status).toBe(413);
    const just = `{"name":"page_view","pad":"${'x'.repeat(65_536 - 29)}"}`;
    expect(just.length).toBe(65_536);
    expect((await beacon(just)).response.status).toBe(202);
    expect((await beacon(just, { 'Content-Length': '65536' })).response.status).toBe(202);
  });

  it('takes times as milliseconds or RFC 3339, and a clock that runs a little ahead', async () => {
    const yesterday = Date.now() - 864e5;
    for (const occurredAt of [yesterday, new Date(yesterday).toISOString()]) {
      expect((await beacon({ name: 'lead', occurredAt })).queued[0]!.event.occurredAt).toBe(yesterday);
    }
    const { event } = (await beacon({ name: 'lead', occurredAt: Date.now() + 60_000 })).queued[0]!;
    expect(event.occurredAt).toBe(event.receivedAt);
  });

  it('answers other methods 405, preflights openly and other paths 404', async () => {
    for (const path of [`/px/${pixel}.js`, `/px/${pixel}/e`, `/px/${pixel}/fp/e.gif`]) {
      const { response } = await knock(path, { method: 'DELETE' });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toContain('OPTIONS');
      expect((await refusal(response)).code).toBe('method_not_allowed');
      const preflight = await knock(path, { method: 'OPTIONS', headers: { Origin: 'https://any.example' } });
      expect(preflight.response.status).toBe(204);
      expect(preflight.response.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(preflight.response.headers.get('Access-Control-Allow-Headers')).toContain('Content-Type');
    }
    expect((await knock(`/px/${pixel}/e`)).response.status).toBe(405);
    for (const path of ['/px/', '/px/pxl_1/e', `/px/${pixel}/x`, `/px/${pixel}/fp.js`, `/px/${pixel}`]) {
      const { response } = await knock(path);
      expect(response.status).toBe(404);
      expect((await refusal(response)).code).toBe('not_found');
    }
  });

  it("keeps the caller's Request-Id and makes one otherwise", async () => {
    const own = await beacon({ name: 'lead' }, { 'Request-Id': 'mine-1' });
    expect(own.response.headers.get('Request-Id')).toBe('mine-1');
    expect((await beacon({ name: 'lead' })).response.headers.get('Request-Id')).toMatch(/^req_[0-9a-z]{26}$/);
  });
});

describe('origins', () => {
  const counted = async (headers: Record<string, string>, to?: string) => {
    const { response, queued } = await beacon({ name: 'lead' }, headers, to ? { to } : {});
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
    const own = await newPixel({ domains: ['https://a.example:8443'] });
    expect(await counted({ Origin: 'https://b.a.example:8443' }, own)).toBe(true);
    expect(await counted({ Origin: 'https://b.a.example' }, own)).toBe(false);
  });

  it('answers an unknown and an archived pixel 204 as well', async () => {
    expect(await counted({}, `pxl_${'7'.repeat(26)}`)).toBe(false);
    const archived = await newPixel();
    await call('PATCH', `/v1/pixels/${archived}`, { key: brand.key, body: { status: 'archived' } });
    expect(await counted({}, archived)).toBe(false);
    const image = await knock(`/px/${archived}/e.gif`, { headers: { Referer: SHOP } });
    expect(image.response.status).toBe(204);
    expect(image.queued).toHaveLength(0);
  });
});

describe('what is kept of a pixel', () => {
  /** The real database, with its look-ups counted. */
  function countedDb(): { DB: D1Database; lookUps: () => number } {
    let lookUps = 0;
    const prepare = (sql: string) => {
      lookUps++;
      return testEnv.DB.prepare(sql);
    };
    return { DB: { prepare } as unknown as D1Database, lookUps: () => lookUps };
  }

  afterEach(() => {
    vi.useRealTimers();
  });

  it('is looked up once for many visitors at once, and once for a pixel that is none', async () => {
    for (const [to, status] of [
      [await newPixel(), 202],
      [`pxl_${'6'.repeat(26)}`, 204],
    ] as const) {
      const { DB, lookUps } = countedDb();
      const visits = Array.from({ length: 10 }, () => beacon({ name: 'lead' }, {}, { to, env: { DB } }));
      for (const { response } of await Promise.all(visits)) expect(response.status).toBe(status);
      expect((await beacon({ name: 'lead' }, {}, { to, env: { DB } })).response.status).toBe(status);
      expect(lookUps()).toBe(1);
    }
  });

  it('is at most ten seconds old', async () => {
    const own = await newPixel();
    expect((await beacon({ name: 'lead' }, {}, { to: own })).queued).toHaveLength(1);
    await call('PATCH', `/v1/pixels/${own}`, { key: brand.key, body: { domains: ['https://new.example'] } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    expect((await beacon({ name: 'lead' }, {}, { to: own })).queued).toHaveLength(0);
    expect(
      (await beacon({ name: 'lead' }, { Origin: 'https://new.example' }, { to: own })).queued,
    ).toHaveLength(1);
  });

  it('does not make a visitor wait for a look-up that never ends', async () => {
    const own = await newPixel();
    const never = { prepare: () => ({ bind: () => ({ first: () => new Promise(() => {}) }) }) };
    const request = new Request(`${ORIGIN}/px/${own}/e`, {
      method: 'POST',
      headers: { Origin: SHOP },
      body: '{"name":"lead"}',
    });
    const stuck = { ...testEnv, DB: never } as unknown as Env;
    void worker.fetch(request as never, stuck, createExecutionContext());
    expect((await beacon({ name: 'lead' }, {}, { to: own })).response.status).toBe(202);
  });
});

describe('countries', () => {
  it('answers an excluded or unknown country like any other and queues nothing', async () => {
    const own = await newPixel({ excludedCountries: ['fr'] });
    const from = async (country: string | undefined) => {
      const { response, queued } = await beacon({ name: 'lead' }, {}, { to: own, cf: { country } });
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
    const own = await newPixel({ excludedCountries: ['FR'] });
    const forwarded = { 'X-Forwarded-For': '198.51.100.4, 10.0.0.1', 'X-Visitor-Country': 'fr' };
    expect((await beacon({ name: 'lead' }, forwarded, { to: own })).queued[0]!.event).toMatchObject({
      ipAddress: '203.0.113.7',
      body: { location: { country: 'DE', city: 'Berlin' } },
    });
    const proxied = (headers: Record<string, string>) =>
      beacon({ name: 'lead' }, headers, { to: own, path: '/fp/e' });
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
    landing: { service_id: 'sub_0', gclid: 'g0', at: Date.now() - 1_000 },
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
    nothingPersonal((await beacon({ ...personal, consent })).queued[0]!.event, consent);
  });

  it('takes Global Privacy Control as denied, whatever the event says', async () => {
    const { queued } = await beacon({ ...personal, consent: 'granted' }, { 'Sec-GPC': '1' });
    nothingPersonal(queued[0]!.event, 'denied');
  });

  it('granted: keeps it, with the user hashed', async () => {
    const { event } = (await beacon(personal)).queued[0]!;
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
      await beacon({
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
    const at = Date.now() - 60_000;
    const pageUrl = `${SHOP}/?fbclid=AbC`;
    const fbc = `fb.1.${at}.AbC`;
    const first = await beacon({ name: 'page_view', pageUrl, landing: { fbclid: 'AbC', at } });
    expect(first.queued[0]!.event.body.clickIds).toEqual({ fbc });
    const later = await beacon({ name: 'lead', pageUrl: SHOP, landing: { fbclid: 'AbC', at } });
    expect(later.queued[0]!.event.body.landing).toEqual({ clickIds: { fbc } });
    const cookie = await beacon({ name: 'lead', pageUrl, cookies: ['_fbc=fb.1.5.AbC'] });
    expect(cookie.queued[0]!.event.body.clickIds).toEqual({ fbc: 'fb.1.5.AbC' });
  });

  it('drops a mangled landing and keeps the purchase', async () => {
    for (const landing of ['x', 7, { service_id: '%', at: 'never' }, { service_id: 's'.repeat(700) }]) {
      const { response, queued } = await beacon({
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
    const { event } = (await beacon({ name: 'lead', landing: { service_id: 'sub_1', at: Date.now() + 9e6 } }))
      .queued[0]!;
    expect(event.body.landedAt).toBe(event.receivedAt);
  });
});

describe('the image', () => {
  it('counts a page without script and is never cached', async () => {
    const { response, queued } = await knock(
      `/px/${pixel}/e.gif?name=purchase&value=1299&currency=USD&orderId=B-2&user=raw&cb=1`,
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
    const view = await knock(`/px/${pixel}/fp/e.gif`, { headers: { Referer: `${SHOP}/` } });
    expect(view.queued[0]!.event.name).toBe('page_view');
    const foreign = await knock(`/px/${pixel}/e.gif`, { headers: { Referer: 'https://evil.example/' } });
    expect([foreign.response.status, foreign.queued.length]).toEqual([204, 0]);
    const none = await knock(`/px/${pixel}/e.gif`);
    expect([none.response.status, none.queued.length]).toEqual([204, 0]);
    const wrong = await knock(`/px/${pixel}/e.gif?name=No`, { headers: { Referer: SHOP } });
    expect(wrong.response.status).toBe(400);
  });
});
