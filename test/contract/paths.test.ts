// Odd paths on all routes: a clear answer, never a 500, and never a handler that runs twice.
import { describe, expect, it } from 'vitest';
import type { Route } from '../../src/http/route.ts';
import { mintStaff } from '../harness/people/staff.ts';
import { routes } from '../harness/routes.ts';
import { type CallOptions, call, mintAccount, testEnv } from '../harness/world.ts';
import { BODIES, titled } from './support/samples.ts';
import { share } from './support/share.ts';

const SEGMENTS = [
  '%2F',
  'a%2Fb',
  '..%2F..%2Fv1%2Faccount',
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  '%0A',
  '%20',
  '%25',
  '%3Fa=b',
  '%23',
  'ü',
  '%F0%9F%A6%8A',
  '*',
  ':',
  '::id',
  '{id}',
  '(.*)',
  "'%20OR%201=1--",
  'null',
  '__proto__',
  'constructor',
  '-1',
  '9'.repeat(400),
  `pxl_${'0'.repeat(26)}%00`,
  'a'.repeat(8000),
  '%F0%9F%A6%8A'.repeat(500),
];

/** A caller that the route lets in, with a count of its rate limit checks. */
async function mintCaller(route: Route) {
  let asked = 0;
  const counting = (limiter: RateLimit): RateLimit => ({
    limit: async (options) => {
      asked++;
      return await limiter.limit(options);
    },
  });
  const { READS, WRITES } = testEnv;
  const limiters = { READS: counting(READS), WRITES: counting(WRITES) };
  const staff = mintStaff();
  const caller: CallOptions =
    route.access.kind === 'internal'
      ? { key: staff.token, env: { ...staff.env, ...limiters } }
      : { key: (await mintAccount('partner')).key, env: { ...testEnv, ...limiters } };
  if (route.kind === 'api' && route.body) caller.body = BODIES[route.operationId] ?? {};
  if (route.kind !== 'api' && route.method !== 'GET') caller.body = '{}';
  return { caller, asked: () => asked };
}

const withPlaceholder = routes.filter((route) => route.path.includes(':'));

describe.each(titled(withPlaceholder))('$title', ({ route }) => {
  it('takes its own pattern for one more ID that nothing has, once', async () => {
    const { caller, asked } = await mintCaller(route);
    const answer = await call(route.method, route.path, caller);
    expect([route.path, answer.status < 500, answer.status !== 405]).toEqual([route.path, true, true]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(asked()).toBe(route.access.kind === 'open' ? 0 : 1);
    const id = answer.body?.error?.requestId;
    if (id) expect(answer.headers.get('Request-Id')).toBe(id);
  });

  it('answers odd segments by a refusal that it declares', async () => {
    const { caller } = await mintCaller(route);
    for (const segment of share(SEGMENTS, withPlaceholder.indexOf(route))) {
      const path = route.path.replaceAll(/:[a-zA-Z]+/g, segment);
      const answer = await call(route.method, path, caller);
      const said = `${path.slice(0, 80)} ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
      expect(answer.status, said).toBeGreaterThanOrEqual(400);
      expect(answer.status, said).toBeLessThan(500);
    }
  });
});

describe.each(titled(routes))('$title', ({ route }) => {
  it('is not what stands beside it, below it or above it', async () => {
    const path = route.path.replaceAll(/:[a-zA-Z]+/g, 'x');
    for (const odd of [
      `${path}/`,
      `/${path}`,
      `${path}/%2F/x`,
      `${path}%00`,
      `${path}%2F`,
      path.toUpperCase(),
    ]) {
      const answer = await call(route.method, odd);
      expect([odd, [400, 401, 403, 404, 405].includes(answer.status)]).toEqual([odd, true]);
    }
  });
});
