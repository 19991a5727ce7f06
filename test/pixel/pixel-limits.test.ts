// What strangers can do to a pixel, what it costs, and what its owner sees of it.
import { beforeAll, describe, expect, it } from 'vitest';
import { MOST_ORIGINS } from '../../src/pixel/rejections.ts';
import * as clock from '../harness/clock.ts';
import { type Edge, knock, type Outcome, refusalIn, SHOP, setEdge } from '../harness/pixel/edge.ts';
import { browserEvent, consume, type Shop, shardDb } from '../harness/pixel/pixel-events.ts';
import { call, testEnv } from '../harness/world.ts';

let edge: Edge;

beforeAll(async () => {
  edge = await setEdge();
});

const status = ({ response }: Outcome) => response.status;

/** A limiter that records its calls and refuses these keys. */
function watched(refused: (key: string) => boolean = () => false) {
  const keys: string[] = [];
  const limit = async ({ key }: { key: string }) => {
    keys.push(key);
    return { success: !refused(key) };
  };
  return { keys, BEACONS: { limit } };
}

async function shopOf(pixel: string): Promise<Shop> {
  const row = await testEnv.DB.prepare('SELECT events_shard AS shard FROM accounts WHERE id = ?1')
    .bind(edge.brand.id)
    .first<{ shard: number }>();
  return { brand: edge.brand, pixel, shard: row!.shard, conversion: '', submission: '', creator: '' };
}

const rejections = async (pixel: string) =>
  (await call('GET', `/v1/pixels/${pixel}/rejections`, { key: edge.brand.key })).body.data.rows;

describe('a visitor', () => {
  it('has 100 requests in 10 seconds to a pixel, and others have theirs', async () => {
    const to = await edge.newPixel();
    const from = (address: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          edge.beacon({ name: 'lead' }, { 'CF-Connecting-IP': address }, { to }),
        ),
      );
    const sent = await from('203.0.113.50', 220);
    const refused = sent.filter((one) => status(one) === 429);
    // A period may end in between.
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(sent.length - refused.length).toBeGreaterThanOrEqual(100);
    for (const { queued } of refused) expect(queued).toEqual([]);
    expect(refused[0]!.response.headers.get('Retry-After')).toBe('10');
    expect((await refusalIn(refused[0]!.response)).code).toBe('rate_limited');
    expect((await from('203.0.113.51', 1)).map(status)).toEqual([202]);
  });

  it('has 100 events in 10 seconds, however few the requests that they come in', async () => {
    const to = await edge.newPixel();
    const from = async (address: string, size: number) =>
      await edge.beacon(Array(size).fill({ name: 'lead' }), { 'CF-Connecting-IP': address }, { to });
    // A period may end in between, once.
    const sent: Outcome[] = [];
    for (let i = 0; i < 11; i++) sent.push(await from('203.0.113.60', 20));
    const refused = sent.filter((one) => status(one) === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(sent.flatMap(({ queued }) => queued).length).toBeLessThanOrEqual(200);
    for (const { queued } of refused) expect(queued).toEqual([]);
    expect((await refusalIn(refused[0]!.response)).code).toBe('rate_limited');
    expect(status(await from('203.0.113.61', 20))).toBe(202);
  });

  it('is asked for once an event of a batch, good or bad, and no further than the first no', async () => {
    const to = await edge.newPixel();
    const ask = async (left: number, body: unknown) => {
      let asked = 0;
      const BEACONS = {
        limit: async ({ key }: { key: string }) => ({ success: !key.startsWith(to) || ++asked <= left }),
      };
      const outcome = await edge.beacon(body, {}, { to, env: { BEACONS } });
      return [status(outcome), asked, outcome.queued.length];
    };
    const good = { name: 'lead' };
    const bad = { name: 'Not a name' };
    expect(await ask(100, good)).toEqual([202, 1, 1]);
    expect(await ask(100, [good, bad, good])).toEqual([202, 3, 2]);
    expect(await ask(100, [bad, bad])).toEqual([400, 2, 0]);
    expect(await ask(3, Array(20).fill(good))).toEqual([429, 4, 0]);
    expect(await ask(0, Array(20).fill(good))).toEqual([429, 1, 0]);
  });

  it('is counted by network and pixel, behind the proxy that knows the token by the forwarded address', async () => {
    const to = await edge.newPixel();
    const { body } = await call('GET', `/v1/pixels/${to}`, { key: edge.brand.key });
    const fp = body.data.firstParty.target.split(to)[1];
    const { keys, BEACONS } = watched();
    const ask = (headers: Record<string, string>, path = '/e') =>
      edge.beacon({ name: 'lead' }, headers, { to, path, env: { BEACONS } });
    const forwarded = { 'X-Forwarded-For': '198.51.100.4, 10.0.0.1' };
    await ask({});
    await ask(forwarded);
    await ask({ 'CF-Connecting-IP': '2001:db8:1:2:3::4' });
    await ask(forwarded, `${fp}/e`);
    await ask(forwarded, '/fp/e');
    // Some proxies include the visitor's port, which differs with each connection.
    for (const address of ['198.51.100.4:51234', '[2001:db8:1:2::9]:443', '[2001:db8:1:2::9]', '999:x'])
      await ask({ 'X-Forwarded-For': `${address}, 10.0.0.1` }, `${fp}/e`);
    expect(keys.filter((key) => key.startsWith(to)).map((key) => key.slice(to.length + 1))).toEqual([
      '203.0.113.7',
      '203.0.113.7',
      '2001:db8:1:2::/64',
      '198.51.100.4',
      '203.0.113.7',
      '198.51.100.4',
      '2001:db8:1:2::/64',
      '2001:db8:1:2::/64',
      '203.0.113.7',
    ]);
  });

  it('that makes pixels up is not looked up for ever', async () => {
    const { BEACONS } = watched((key) => key.startsWith('look-up'));
    const DB = {
      withSession: () => {
        throw new Error('asked');
      },
    } as never;
    const to = `pxl_${'5'.repeat(26)}`;
    expect(status(await edge.beacon({ name: 'lead' }, {}, { to, env: { BEACONS, DB } }))).toBe(429);
    // Other callers are not affected, and a known pixel needs no lookup.
    const both = await edge.newPixel();
    const pair = await Promise.all([
      edge.beacon({ name: 'lead' }, {}, { to: both, env: { BEACONS } }),
      edge.beacon({ name: 'lead' }, {}, { to: both }),
    ]);
    expect(pair.map(status)).toEqual([429, 202]);
    expect(status(await edge.beacon({ name: 'lead' }, {}, { to: both, env: { BEACONS } }))).toBe(202);
  });
});

describe('an origin', () => {
  it.each([
    'https://evil.com#.shop.example',
    'https://evil.com?.shop.example',
    'https://evil.com/.shop.example',
    'https://evil.com\\.shop.example',
    'https://evil.com:443.shop.example',
    'https://evil.com:1/.shop.example',
    'https://evil.com@.shop.example',
    'https://user@www.shop.example',
    'https://evil.com%2f.shop.example',
    'https://evil.com .shop.example',
    'https://evil.com\t.shop.example',
    'https://evil.com&.shop.example',
    'https://evil.com,https://www.shop.example',
    'https://[::1].shop.example',
    'https://evilshop.example',
    'https://.shop.example',
    'https://a..shop.example',
    'https://shop.example.',
    'https://www.shop.example.',
    'https://shop.example:444',
    'https://www.shop.example:443',
    'http://www.shop.example',
    'https://shop.example.evil.com',
    'https://shop.example/',
    'https:www.shop.example',
    'https:///www.shop.example',
    'HTTPS://WWW.SHOP.EXAMPLE',
    'ws://www.shop.example',
    'chrome-extension://www.shop.example',
    'null',
    '*',
  ])('%s is none of the pixel', async (Origin) => {
    const { response, queued } = await edge.beacon(
      { name: 'lead' },
      { Origin, 'CF-Connecting-IP': '203.0.113.99' },
    );
    expect([response.status, queued]).toEqual([204, []]);
  });

  it('of a subdomain is one, however deep', async () => {
    for (const Origin of [SHOP, 'https://www.shop.example', 'https://a_b.c-d.shop.example'])
      expect(
        status(await edge.beacon({ name: 'lead' }, { Origin, 'CF-Connecting-IP': '203.0.113.98' })),
      ).toBe(202);
  });
});

describe("an account's day", () => {
  const limit = { BEACONS_A_DAY: 5 };

  it('is full after its number of browser events: the edge says 429 until midnight, and the owner is told once', async () => {
    const owner = await setEdge();
    const row = await testEnv.DB.prepare('SELECT events_shard AS shard FROM accounts WHERE id = ?1')
      .bind(owner.brand.id)
      .first<{ shard: number }>();
    const shop: Shop = { ...(await shopOf(owner.pixel)), brand: owner.brand, shard: row!.shard };
    // Noon, so that none of this happens around midnight.
    const noon = Math.floor(clock.now() / 864e5) * 864e5 + 432e5;
    clock.hold(noon);
    const some = (count: number) => Array.from({ length: count }, () => browserEvent(shop, 'lead', {}, noon));
    await consume(some(4), noon, limit);
    expect(status(await owner.beacon({ name: 'lead' }))).toBe(202);
    const last = some(2);
    await consume(last, noon, limit);
    await consume([...last, ...some(1)], noon, limit);
    const told = await testEnv.DB.prepare(
      `SELECT data FROM events WHERE account_id = ?1 AND type = 'pixel.limited'`,
    )
      .bind(owner.brand.id)
      .all<{ data: string }>();
    expect(told.results.map(({ data }) => JSON.parse(data))).toEqual([{ pixel: owner.pixel }]);
    const fresh = await owner.newPixel();
    const full = await owner.beacon({ name: 'lead' }, {}, { to: fresh });
    expect([status(full), full.queued]).toEqual([429, []]);
    expect(full.response.headers.get('Retry-After')).toBe('43200');
    // Servers are limited by their key's rate: a stranger's flood must not cost their orders.
    const order = await call('POST', `/v1/pixels/${fresh}/events`, {
      key: owner.brand.key,
      body: { name: 'purchase' },
    });
    expect(order.status).toBe(202);
    clock.hold(noon + 432e5);
    expect(status(await owner.beacon({ name: 'lead' }, {}, { to: fresh }))).toBe(202);
    clock.release();
  });
});

describe('why nothing arrives', () => {
  it('is shown by origin and reason', async () => {
    const to = await edge.newPixel({ excludedCountries: ['FR'] });
    const shop = await shopOf(to);
    const at = clock.now();
    const seen: Outcome[] = [];
    // After ten seconds each counts as a first one again.
    const tell = async (sending: () => Promise<Outcome>) => {
      clock.hold(at + seen.length * 11_000);
      seen.push(await sending());
    };
    const Origin = 'https://staging.example.net';
    await tell(() => edge.beacon({ name: 'lead' }, { Origin }, { to }));
    await tell(() => edge.beacon({ name: 'lead' }, { Origin }, { to }));
    await tell(() => knock(`/px/${to}/e`, { method: 'POST', body: '{}' }));
    await tell(() => edge.beacon('{broken', {}, { to }));
    await tell(() => edge.beacon({ name: 'lead' }, {}, { to, cf: { country: 'FR' } }));
    await tell(() =>
      edge.beacon({ name: 'lead' }, {}, { to, env: watched((key) => !key.startsWith('look-up')) }),
    );
    const messages = seen.flatMap(({ refusals }) => refusals);
    await consume(messages);
    await consume(messages.slice(0, 2));
    clock.release();
    expect(await rejections(to)).toEqual([
      { origin: Origin, reason: 'foreign_origin', count: 2 },
      { origin: null, reason: 'no_origin', count: 1 },
      { origin: SHOP, reason: 'excluded_country', count: 1 },
      { origin: SHOP, reason: 'invalid', count: 1 },
      { origin: SHOP, reason: 'rate_limited', count: 1 },
    ]);
    const foreign = await call('GET', `/v1/pixels/${to}/rejections`, { key: (await setEdge()).brand.key });
    expect(foreign.status).toBe(404);
    await shardDb(shop).prepare('DELETE FROM pixel_rejections WHERE pixel_id = ?1').bind(to).run();
  });

  it('costs one message in 10 seconds and a few rows, however often and under whatever names a stranger knocks', async () => {
    const to = await edge.newPixel();
    const shop = await shopOf(to);
    const start = clock.now();
    clock.hold(start);
    const open = watched();
    const flood = (from: number) =>
      Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          edge.beacon({ name: 'lead' }, { Origin: `https://x${from + i}.evil.example` }, { to, env: open }),
        ),
      );
    const first = (await flood(0)).flatMap(({ refusals }) => refusals);
    expect(first).toHaveLength(1);
    clock.hold(start + 10_001);
    const second = (await flood(1_000)).flatMap(({ refusals }) => refusals);
    expect(second).toHaveLength(1);
    expect(second[0]!.rows.length).toBeLessThanOrEqual(MOST_ORIGINS + 1);
    await consume([...first, ...second]);
    clock.hold(start + 21_000);
    const script = await knock(`/px/${to}.js`, { env: open });
    expect(script.refusals).toHaveLength(1);
    await consume(script.refusals);
    clock.release();
    const shown = await rejections(to);
    expect(shown.reduce((sum: number, row: { count: number }) => sum + row.count, 0)).toBe(200);
    expect(shown.length).toBeLessThanOrEqual(MOST_ORIGINS + 1);
    expect(shown[0]).toMatchObject({ origin: 'other' });
    const stored = await shardDb(shop)
      .prepare('SELECT COUNT(*) AS n FROM pixel_rejections WHERE pixel_id = ?1')
      .bind(to)
      .first<{ n: number }>();
    expect(stored!.n).toBeLessThanOrEqual(2 * MOST_ORIGINS);
  });
});
