// Behind the customer's proxy an answer renews what the script keeps: for Safari, which forgets what script has set.
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/kit/time.ts';
import { LANDING_KEPT_MS } from '../../src/pixel/link-parameters.ts';
import * as clock from '../harness/clock.ts';
import { type Edge, knock, SHOP, setEdge } from '../harness/edge.ts';
import { call } from '../harness/world.ts';

let edge: Edge;
let fp: string;

beforeAll(async () => {
  edge = await setEdge();
  const { body } = await call('GET', `/v1/pixels/${edge.pixel}`, { key: edge.brand.key });
  fp = body.data.firstParty.target.split(edge.pixel)[1];
});

const WWW = `https://www.${SHOP.slice(8)}`;
const encoded = (memory: unknown) => encodeURIComponent(JSON.stringify(memory));
const landed = (more: object = {}) => ({
  service_id: 'sub_1',
  at: clock.now() - DAY_MS,
  on: 'shop.example',
  ...more,
});
const keptBy = (more: object = {}) => encoded({ consent: 'granted', landing: landed(more) });

async function cookieFor(event: object, headers: Record<string, string> = {}, path = `${fp}/e`) {
  const { response } = await edge.beacon({ name: 'lead', ...event }, { Origin: WWW, ...headers }, { path });
  return response.headers.get('Set-Cookie');
}

it('renews the cookie byte for byte, until 13 months after the landing', async () => {
  const landing = landed();
  const kept = encoded({ consent: 'granted', landing });
  const cookie = await cookieFor({ kept });
  const seconds = Number(/Max-Age=(\d+)/.exec(cookie!)![1]);
  expect(cookie).toBe(
    `_service=${kept}; Domain=shop.example; Path=/; Max-Age=${seconds}; SameSite=Lax; Secure`,
  );
  expect(clock.now() + seconds * 1000).toBeGreaterThan(landing.at + LANDING_KEPT_MS - 5_000);
  expect(clock.now() + seconds * 1000).toBeLessThan(landing.at + LANDING_KEPT_MS + 5_000);
  expect(await cookieFor({ kept: keptBy({ at: clock.now() - LANDING_KEPT_MS + DAY_MS }) })).not.toBeNull();
  expect(await cookieFor({ kept: keptBy({ at: clock.now() - LANDING_KEPT_MS - 1 }) })).toBeNull();
});

it('does so for nobody who has not agreed', async () => {
  const kept = keptBy();
  for (const consent of ['denied', 'unknown']) expect(await cookieFor({ kept, consent })).toBeNull();
  expect(await cookieFor({ kept }, { 'Sec-GPC': '1' })).toBeNull();
  expect(await cookieFor({ kept: encoded({ consent: 'denied', landing: landed() }) })).toBeNull();
  expect(await cookieFor({ kept: encoded({ consent: 'granted' }) })).toBeNull();
  expect(await cookieFor({})).toBeNull();
});

it('does so only behind the proxy that knows the token, and for events that count', async () => {
  const kept = keptBy();
  for (const path of ['/e', '/fp/e', `/fp/${'0'.repeat(32)}/e`])
    expect(await cookieFor({ kept }, {}, path)).toBeNull();
  expect(await cookieFor({ kept }, { Origin: 'https://evil.example' })).toBeNull();
  expect(await cookieFor({ kept, name: 'Not Snake' })).toBeNull();
  // What caches may keep must not carry a visitor's cookie.
  const headers = { Referer: `${WWW}/`, Cookie: `_service=${kept}` };
  for (const end of ['p.js', `e.gif?kept=${kept}`]) {
    const { response } = await knock(`/px/${edge.pixel}${fp}/${end}`, { headers });
    expect(response.headers.get('Set-Cookie')).toBeNull();
  }
});

it('sets nothing but what the script of this very site keeps', async () => {
  const none = [
    keptBy({ on: 'evil.example' }),
    keptBy({ on: 'op.example' }),
    keptBy({ on: 'shop.example; Secure' }),
    keptBy({ on: undefined }),
    keptBy({ on: ['shop.example'] }),
    keptBy({ at: clock.now() + 2 * DAY_MS }),
    keptBy({ at: 'now' }),
    `${keptBy()}; Domain=evil.example`,
    `${keptBy()}\r\nSet-Cookie: a=b`,
    decodeURIComponent(keptBy()),
    keptBy({ fbclid: 'x'.repeat(4_000) }),
    '%7B%7D',
    '%E0%A4%A',
    encoded([]),
    encoded({ landing: [] }),
    7,
    { landing: landed() },
  ];
  for (const kept of none) expect([kept, await cookieFor({ kept })]).toEqual([kept, null]);
  expect(await cookieFor({ kept: keptBy({ on: 'www.shop.example' }) })).toContain('Domain=www.shop.example;');
});
