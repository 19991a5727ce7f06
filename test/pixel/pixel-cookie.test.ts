// Behind the customer's proxy a response renews the script's cookies, because Safari deletes cookies that
// scripts have set.
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/kit/time.ts';
import { LANDING_KEPT_MS } from '../../src/pixel/link-parameters.ts';
import * as clock from '../harness/clock.ts';
import { type Edge, knock, SHOP, setEdge } from '../harness/pixel/edge.ts';
import { call } from '../harness/world.ts';

let edge: Edge;
let fp: string;

beforeAll(async () => {
  edge = await setEdge();
  const { body } = await call('GET', `/v1/pixels/${edge.pixel}`, { key: edge.brand.key });
  fp = body.data.firstParty.target.split(edge.pixel)[1];
});

const WWW = `https://www.${SHOP.slice(8)}`;
const landed = (more: object = {}): Record<string, unknown> => ({
  service_id: 'sub_1',
  at: clock.now() - DAY_MS,
  on: 'shop.example',
  ...more,
});

async function cookieFor(event: object, headers: Record<string, string> = {}, path = `${fp}/e`) {
  const { response } = await edge.beacon({ name: 'lead', ...event }, { Origin: WWW, ...headers }, { path });
  return response.headers.get('Set-Cookie');
}

it('renews the landing alone, in a cookie of its own, until 13 months after it', async () => {
  const landing = landed({ gclid: 'G%201' });
  const cookie = await cookieFor({ landing: { ...landing, consent: 'granted', surprise: 1 } });
  const seconds = Number(/Max-Age=(\d+)/.exec(cookie!)![1]);
  const [, kept] =
    /^_service_kept=([^;]+); Domain=shop.example; Path=\/; Max-Age=\d+; SameSite=Lax; Secure$/.exec(cookie!)!;
  expect(JSON.parse(decodeURIComponent(kept!))).toEqual(landing);
  const ends = (landing.at as number) + LANDING_KEPT_MS;
  expect(Math.abs(clock.now() + seconds * 1000 - ends)).toBeLessThan(5_000);
  const old = (ms: number) => cookieFor({ landing: landed({ at: clock.now() - LANDING_KEPT_MS + ms }) });
  expect(await old(DAY_MS)).not.toBeNull();
  expect(await old(-1)).toBeNull();
});

it('does so for nobody who has not agreed, and takes a no from the cookie of it', async () => {
  const landing = landed();
  for (const consent of ['denied', 'unknown']) expect(await cookieFor({ landing, consent })).toBeNull();
  expect(await cookieFor({ landing }, { 'Sec-GPC': '1' })).toBeNull();
  for (const Cookie of ['_service_no=1700000000000', 'a=b; _service_no=1'])
    expect(await cookieFor({ landing }, { Cookie })).toBeNull();
  expect(await cookieFor({ landing }, { Cookie: 'not_service_no=1; _service=x' })).not.toBeNull();
  const { queued } = await edge.beacon({ name: 'lead', landing }, { Origin: WWW, Cookie: '_service_no=1' });
  expect(queued).toMatchObject([{ event: { body: { consent: 'denied' } } }]);
  expect(JSON.stringify(queued)).not.toContain('sub_1');
  expect(await cookieFor({})).toBeNull();
});

it('does so only behind the proxy that knows the token, and for events that count', async () => {
  const landing = landed();
  for (const path of ['/e', '/fp/e', `/fp/${'0'.repeat(32)}/e`])
    expect(await cookieFor({ landing }, {}, path)).toBeNull();
  expect(await cookieFor({ landing }, { Origin: 'https://evil.example' })).toBeNull();
  expect(await cookieFor({ landing, name: 'Not Snake' })).toBeNull();
  // A response that caches may store must not contain a visitor's cookie.
  const kept = encodeURIComponent(JSON.stringify(landing));
  const headers = { Referer: `${WWW}/`, Cookie: `_service_kept=${kept}` };
  for (const end of ['p.js', `e.gif?landing=${kept}`]) {
    const { response } = await knock(`/px/${edge.pixel}${fp}/${end}`, { headers });
    expect(response.headers.get('Set-Cookie')).toBeNull();
  }
});

it('sets nothing but what the script of this very site keeps', async () => {
  const none = [
    ...[{ on: 'evil.example' }, { on: 'op.example' }, { on: 'shop.example; Secure' }, { on: undefined }],
    ...[{ on: ['shop.example'] }, { at: clock.now() + 2 * DAY_MS }, { at: 'now' }],
    ...[{ service_id: undefined }, { service_id: '' }, { service_id: 7 }, { service_id: 'a&b' }],
    { fbclid: 'x'.repeat(4_000) },
  ].map(landed);
  for (const landing of [...none, [], 7, 'sub_1', encodeURIComponent(JSON.stringify(landed()))])
    expect([landing, await cookieFor({ landing })]).toEqual([landing, null]);
  const split = await cookieFor({
    landing: landed({ service_id: 'x\r\nSet-Cookie: a=b; Domain=evil.example' }),
  });
  expect(split).not.toMatch(/[\r\n]|Domain=evil/);
  expect(await cookieFor({ landing: landed({ on: 'www.shop.example' }) })).toContain(
    'Domain=www.shop.example;',
  );
});
