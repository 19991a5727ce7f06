// One host for two Workers: what the API's Worker does with a request for the pixel.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bindings } from '../../src/env.ts';
import api from '../../src/index.ts';
import { type Edge, knock, SHOP, setEdge } from '../harness/pixel/edge.ts';
import { ORIGIN, testEnv } from '../harness/world.ts';

let edge: Edge;

beforeAll(async () => {
  edge = await setEdge();
});

async function askApi(path: string, init: RequestInit, more: Partial<Bindings>): Promise<Response> {
  const execution = createExecutionContext();
  const request = new Request(ORIGIN + path, init) as Request<unknown, IncomingRequestCfProperties>;
  const response = await api.fetch(request, { ...testEnv, ...more }, execution);
  await waitOnExecutionContext(execution);
  return response;
}

describe('/px/ at the API', () => {
  it('hands the request as it is to the Worker of the pixel, and its answer back', async () => {
    const seen: Request[] = [];
    const fetch = async (request: Request) => {
      seen.push(request);
      return new Response('from the pixel', { status: 202, headers: { 'Request-Id': 'theirs' } });
    };
    const init = { method: 'POST', headers: { Origin: SHOP }, body: '{"name":"lead"}' };
    const answer = await askApi(`/px/${edge.pixel}/e?x=1`, init, { PIXEL: { fetch } as never });
    expect([answer.status, answer.headers.get('Request-Id')]).toEqual([202, 'theirs']);
    expect(await answer.text()).toBe('from the pixel');
    const { method, url, headers } = seen[0]!;
    expect([method, url, headers.get('Origin')]).toEqual(['POST', `${ORIGIN}/px/${edge.pixel}/e?x=1`, SHOP]);
    expect(await seen[0]!.text()).toBe(init.body);
  });

  it('answers as the pixel would where it is bound to none', async () => {
    const script = await askApi(`/px/${edge.pixel}.js`, {}, {});
    expect(script.headers.get('ETag')).not.toBeNull();
    expect(script.headers.get('ETag')).toBe(
      (await knock(`/px/${edge.pixel}.js`)).response.headers.get('ETag'),
    );
    expect((await askApi('/px/none', {}, {})).status).toBe(404);
    const queued: unknown[] = [];
    const queue = { send: async (message: unknown) => void queued.push(message) };
    const init = { method: 'POST', headers: { Origin: SHOP }, body: '{"name":"lead"}' };
    const beacon = await askApi(`/px/${edge.pixel}/e`, init, { PIXEL_EVENTS: queue as never });
    expect([beacon.status, queued.length]).toEqual([202, 1]);
  });
});
