// How often each endpoint waits for a database, in round trips one after another, with a key that the isolate
// does not know yet. Ledgers are Durable Objects and not counted. `npm run bench` writes these counts into
// docs/performance.md.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Env } from '../../src/env.ts';
import worker from '../../src/index.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../harness/ads/campaign-places.ts';
import { groundAt, wholePlan } from '../harness/ads/generated-plans.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { mintPaidOut } from '../harness/money/payouts.ts';
import { portion } from '../harness/vitest/portion.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { mintAccount, ORIGIN, testEnv } from '../harness/world.ts';
import {
  BODIES,
  keyRoutes,
  mintCallerOf,
  pathOf,
  RECORDS,
  reads,
  recordKey,
  titled,
} from './support/samples.ts';

const MOST = { read: 2, write: 4 };

/**
 * Endpoints that need more round trips, and how many: a list that only shrinks. For money only correctness
 * counts.
 */
const MORE: Record<string, number> = {
  // Reads what its campaign was made from, to make it again.
  copyAdSet: 5,
  copyAd: 5,
};

describe.each(titled(portion(keyRoutes, 2)))('$title', ({ route }) => {
  const kind = reads.includes(route) ? 'read' : 'write';
  const most = MORE[route.operationId] ?? MOST[kind];

  it(`takes at most ${most} trips to a database`, async ({ task }) => {
    const owner = await mintCallerOf(route);
    const id = route.path.includes(':id') ? await RECORDS[recordKey(route)]!(owner) : undefined;
    // Otherwise the first use of a key records its time after the response.
    await testEnv.DB.prepare('UPDATE api_keys SET last_used_at = ?2 WHERE account_id = ?1')
      .bind(owner.id, clock.now() + 3_600_000)
      .run();
    const headers: Record<string, string> = {
      Authorization: `Bearer ${kind === 'read' ? owner.readKey : owner.key}`,
    };
    if (route.body) headers['Content-Type'] = 'application/json';
    if (route.idempotency === 'required') headers['Idempotency-Key'] = 'once';
    const body = route.body ? JSON.stringify(BODIES[route.operationId] ?? {}) : null;
    // Modules that only an isolate's first request loads would delay some of the parallel queries.
    if (kind === 'read')
      await tripsOf(route.method, pathOf(route, id), { headers: { Authorization: `Bearer ${owner.key}` } });
    const { trips, answer } = await tripsOf(route.method, pathOf(route, id), { headers, body });
    Object.assign(task.meta, {
      trips,
      most: MOST[kind],
      answered: answer.status,
      operation: route.operationId,
    });
    expect(trips).toBeGreaterThan(0);
    expect(trips, await answer.text()).toBeLessThanOrEqual(most);
  });
});

/** The databases' trips until a request is answered. */
async function tripsOf(method: string, path: string, init: RequestInit, base: Env = testEnv) {
  const { env: counted, count } = countTrips();
  const databases = Object.entries(counted).filter(([name]) => /^(?:DB|EVENTS_\d+|SEARCH)$/.test(name));
  const env: Env = { ...base, ...Object.fromEntries(databases) };
  const execution = createExecutionContext();
  const request = new Request(ORIGIN + path, { ...init, method });
  const answer = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, env, execution);
  const trips = count();
  await waitOnExecutionContext(execution);
  return { trips, answer };
}

it('removing a creator takes no more trips than any other write', async () => {
  const partner = await mintAccount('partner');
  const creator = await mintCreator(partner.key);
  const { trips, answer } = await tripsOf('PATCH', `/v1/creators/${creator.id}`, {
    headers: { Authorization: `Bearer ${partner.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'removed', version: creator.version }),
  });
  expect(await answer.json()).toMatchObject({ data: { status: 'removed', brands: [] } });
  expect(trips).toBeLessThanOrEqual(MOST.write);
});

it('a withdrawal takes one more: it is written down before its ledger is asked for the money', async () => {
  const earner = await mintPaidOut(5_000);
  const { key, as } = earner.caller;
  const { trips, answer } = await tripsOf(
    'POST',
    '/v1/withdrawals',
    {
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'once',
        ...(as ? { 'Service-Account': as } : {}),
      },
      body: JSON.stringify({ amount: 3_000 }),
    },
    earner.stripe.env,
  );
  expect(await answer.json()).toMatchObject({ data: { status: 'pending', net: 3_000 } });
  expect(trips).toBeLessThanOrEqual(MOST.write + 1);
});

describe('a plan with every kind of step', () => {
  afterAll(() => vi.unstubAllGlobals());

  it('is made, approved and read in as few trips as all else, and executed in two more', async () => {
    serveFilms();
    const ground = await groundAt(CAMPAIGN_PLACES[0]!);
    const { env, ...brand } = { ...ground.world.brand, env: ground.world.meta.env };
    await testEnv.DB.prepare('UPDATE api_keys SET last_used_at = ?2 WHERE account_id = ?1')
      .bind(brand.id, clock.now() + 3_600_000)
      .run();
    const send = async (method: string, path: string, body?: object) => {
      const headers = { Authorization: `Bearer ${brand.key}`, 'Content-Type': 'application/json' };
      const init = { headers, body: body === undefined ? null : JSON.stringify(body) };
      const { trips, answer } = await tripsOf(method, path, init, env);
      const { data, error } = (await answer.json()) as Record<'data' | 'error', Record<string, unknown>>;
      expect(error).toBeUndefined();
      return { trips, data };
    };
    // Modules that only an isolate's first request loads would delay some of the parallel queries.
    await send('POST', '/ads/plans', wholePlan(ground, { name: 'First' }));
    const { trips, data } = await send('POST', '/ads/plans', wholePlan(ground, { name: 'Autumn' }));
    expect(trips).toBeLessThanOrEqual(MOST.write);
    const { id, revision, semanticHash } = data;
    const what = { revision, semanticHash };
    const approval = await send('PUT', `/ads/plans/${id}/approval`, what);
    expect(approval.trips).toBeLessThanOrEqual(MOST.write);
    // It reads the plan before what that names, and what its connections and videos are after.
    const execution = await send('POST', `/ads/plans/${id}/executions`, what);
    expect(execution.trips).toBeLessThanOrEqual(MOST.write + 2);
    for (const path of [`plans/${id}`, 'plans', `operations?planId=${id}`, 'resources'])
      expect((await send('GET', `/ads/${path}`)).trips, path).toBeLessThanOrEqual(MOST.read);
  });
});
