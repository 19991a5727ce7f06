// Events of sandboxed frames, which have no origin: the pixel's sandbox key and the page's address admit them.
import { beforeAll, describe, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { type Edge, knock, type Outcome, SHOP, setEdge } from '../harness/pixel/edge.ts';
import { call } from '../harness/world.ts';

let edge: Edge;

beforeAll(async () => {
  edge = await setEdge();
});

const keyOf = async (pixel: string): Promise<string> =>
  (await call('GET', `/v1/pixels/${pixel}`, { key: edge.brand.key })).body.data.sandboxKey;

/** Sends `body` as a frame without an origin does. */
const frame = (path: string, body: unknown, headers: Record<string, string> = { Origin: 'null' }) =>
  knock(path, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'CF-Connecting-IP': '203.0.113.9', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const lead = (pageUrl?: unknown) => ({ name: 'lead', pageUrl });

/** A beacon's status, the pages that counted, and the pixel's refusals by origin and reason. */
const outcome = (pixel: string, { response, queued, refusals }: Outcome) => ({
  status: response.status,
  pages: queued.map(({ event }) => event.body.pageUrl),
  refused: refusals
    .filter((one) => one.pixel === pixel)
    .flatMap(({ rows }) => rows.map(([origin, reason]) => [origin, reason])),
});

describe('a sandboxed frame', () => {
  it.each([
    ['Origin: null', { Origin: 'null' }],
    ['no Origin', {}],
  ])('counts with the key and a page on the domains: %s', async (_, headers) => {
    const pixel = await edge.newPixel();
    const path = `/px/${pixel}/sandbox/${await keyOf(pixel)}/e`;
    for (const page of [`${SHOP}/checkouts/cn/1`, 'https://www.shop.example/', 'HTTPS://SHOP.EXAMPLE/x']) {
      const sent = await frame(path, lead(page), headers);
      expect(outcome(pixel, sent)).toEqual({ status: 202, pages: [page], refused: [] });
      expect(sent.response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    }
  });

  it('does not count elsewhere, without a page, or where only the key is right', async () => {
    const at = clock.now();
    const pixel = await edge.newPixel();
    const other = await edge.newPixel();
    const [key, foreign] = [await keyOf(pixel), await keyOf(other)];
    const right = `/px/${pixel}/sandbox/${key}/e`;
    const wrong = `/px/${pixel}/sandbox/${foreign}/e`;
    const evil = 'https://evil.example';
    const none = [null, 'no_origin'];
    for (const [i, [path, body, headers, refused]] of (
      [
        [right, lead(`${evil}/${SHOP}`), { Origin: 'null' }, [evil, 'foreign_origin']],
        [right, lead(`${SHOP}@evil.example/`), { Origin: 'null' }, [evil, 'foreign_origin']],
        [right, lead(`http://shop.example/`), { Origin: 'null' }, ['http://shop.example', 'foreign_origin']],
        [right, lead(), { Origin: 'null' }, none],
        [right, lead(7), { Origin: 'null' }, none],
        [right, lead('https://'), { Origin: 'null' }, none],
        [right, lead(` ${SHOP}/`), { Origin: 'null' }, none],
        [right, '"text"', { Origin: 'null' }, none],
        [wrong, lead(`${SHOP}/`), { Origin: 'null' }, [null, 'wrong_sandbox_key']],
        [`/px/${pixel}/e`, lead(`${SHOP}/`), { Origin: 'null' }, none],
        // An origin decides wherever there is one.
        [right, lead(`${SHOP}/`), { Origin: evil }, [evil, 'foreign_origin']],
        [right, lead(`${SHOP}/`), { Origin: 'null', Referer: `${evil}/` }, [evil, 'foreign_origin']],
      ] as [string, unknown, Record<string, string>, [string | null, string]][]
    ).entries()) {
      clock.hold(at + i * 11_000);
      expect(outcome(pixel, await frame(path, body, headers)), `case ${i}`).toEqual({
        status: 204,
        pages: [],
        refused: [refused],
      });
    }
    clock.release();
    expect((await frame(wrong, lead(), { Origin: SHOP })).response.status).toBe(202);
  });

  it('has the events of an array judged one by one', async () => {
    const pixel = await edge.newPixel();
    const path = `/px/${pixel}/sandbox/${await keyOf(pixel)}/e`;
    const pages = [`${SHOP}/a`, 'https://evil.example/', `${SHOP}/b`];
    expect(outcome(pixel, await frame(path, pages.map(lead)))).toEqual({
      status: 202,
      pages: [`${SHOP}/a`, `${SHOP}/b`],
      refused: [['https://evil.example', 'foreign_origin']],
    });
    const bad = await frame(path, [lead('https://evil.example/'), { ...lead(`${SHOP}/a`), value: -1 }]);
    expect(bad.response.status).toBe(400);
    const { error } = (await bad.response.json()) as { error: { details: { path: string }[] } };
    expect(error.details.map((one) => one.path)).toEqual(['/1/value']);
  });

  it('takes a renewed key, and the old one for ten seconds at most', async () => {
    const at = clock.now();
    const pixel = await edge.newPixel();
    const old = await keyOf(pixel);
    const send = async (key: string) =>
      (await frame(`/px/${pixel}/sandbox/${key}/e`, lead(`${SHOP}/`))).response.status;
    expect(await send(old)).toBe(202);
    const answer = await call('PATCH', `/v1/pixels/${pixel}`, {
      key: edge.brand.key,
      body: { renewSandboxKey: true },
    });
    const { sandboxKey, version } = answer.body.data;
    expect([answer.status, version]).toEqual([200, 2]);
    expect(sandboxKey).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(sandboxKey).not.toBe(old);
    expect(await keyOf(pixel)).toBe(sandboxKey);
    clock.hold(at + 11_000);
    expect([await send(old), await send(sandboxKey)]).toEqual([204, 202]);
    clock.release();
  });

  it('has no image and no script of its own, and answers other methods as the beacon does', async () => {
    const path = `/px/${edge.pixel}/sandbox/${await keyOf(edge.pixel)}`;
    expect((await knock(`${path}/e.gif`)).response.status).toBe(404);
    expect((await knock(`${path}/p.js`)).response.status).toBe(404);
    expect((await knock(`/px/${edge.pixel}/sandbox//e`, { method: 'POST' })).response.status).toBe(404);
    expect((await knock(`${path}/e`)).response.status).toBe(405);
  });
});
