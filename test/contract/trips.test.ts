// How often each endpoint waits for a database, in round trips one after another, with a key that the isolate
// does not know yet. Ledgers are Durable Objects and not counted. `npm run bench` writes these counts into
// docs/performance.md.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Env } from '../../src/env.ts';
import worker from '../../src/index.ts';
import { runJobs } from '../../src/run-jobs.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../harness/ads/campaign-places.ts';
import { mintApproved } from '../harness/ads/campaigns.ts';
import { type Ground, groundAt, wholePlan } from '../harness/ads/generated-plans.ts';
import * as clock from '../harness/clock.ts';
import { countTrips, countWrites, type Trips } from '../harness/faults/trips.ts';
import { jobsNamed } from '../harness/jobs.ts';
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

describe.each(titled(portion(keyRoutes, 4)))('$title', ({ route }) => {
  const kind = reads.includes(route) ? 'read' : 'write';
  const most = MOST[kind];

  it(`takes at most ${most} trips to a database`, async ({ task }) => {
    let { trips, answer } = await answered();
    // A module that is loaded meanwhile, or a busy machine, can only part queries that were sent together.
    for (let again = 0; again < 2 && trips > most; again++) ({ trips, answer } = await answered());
    Object.assign(task.meta, {
      endpoint: `${route.method} ${route.path}`,
      trips,
      most,
      answered: answer.status,
      operation: route.operationId,
    });
    expect(trips).toBeGreaterThan(0);
    expect(trips, await answer.text()).toBeLessThanOrEqual(most);
  });

  async function answered() {
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
    const before = await entriesOf(owner.keyId, route.operationId);
    const { trips, answer } = await tripsOf(route.method, pathOf(route, id), { headers, body });
    if (kind === 'write') {
      const entries = (await entriesOf(owner.keyId, route.operationId)) - before;
      expect(entries, 'in the audit log').toBe(answer.ok && route.logged ? 1 : 0);
    }
    return { trips, answer };
  }
});

/** How many entries of the audit log say that a key did something. */
async function entriesOf(key: string, operation: string): Promise<number> {
  const found = await testEnv.DB.prepare(
    'SELECT count(*) AS entries FROM audit_entries WHERE caller_id = ? AND operation = ?',
  )
    .bind(key, operation)
    .first<{ entries: number }>();
  return found!.entries;
}

/** The databases' trips until a request is answered. */
async function tripsOf(
  method: string,
  path: string,
  init: RequestInit,
  base: Env = testEnv,
  { env: counted, count }: Trips = countTrips(),
) {
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
  let ground: Ground;
  beforeAll(async () => {
    serveFilms();
    ground = await groundAt(CAMPAIGN_PLACES[0]!);
    await testEnv.DB.prepare('UPDATE api_keys SET last_used_at = ?2 WHERE account_id = ?1')
      .bind(ground.world.brand.id, clock.now() + 3_600_000)
      .run();
    // Modules whose loading another request left are each waited for before they are loaded anew.
  }, 300_000);
  afterAll(() => vi.unstubAllGlobals());

  async function send(method: string, path: string, body?: object, trips?: Trips) {
    const { brand, meta } = ground.world;
    const headers = { Authorization: `Bearer ${brand.key}`, 'Content-Type': 'application/json' };
    const init = { headers, body: body === undefined ? null : JSON.stringify(body) };
    const asked = await tripsOf(method, path, init, meta.env, trips);
    const { data, error } = (await asked.answer.json()) as Record<'data' | 'error', Record<string, unknown>>;
    expect(error).toBeUndefined();
    return { trips: asked.trips, data };
  }
  const seen = ({ revision, semanticHash }: Record<string, unknown>) => ({ revision, semanticHash });

  it('is made, approved, executed and read in as few trips as all else', async () => {
    // Modules that only an isolate's first request loads would delay some of the parallel queries.
    await send('POST', '/ads/plans', wholePlan(ground, { name: 'First' }));
    const { trips, data } = await send('POST', '/ads/plans', wholePlan(ground, { name: 'Autumn' }));
    expect(trips).toBeLessThanOrEqual(MOST.write);
    const approval = await send('PUT', `/ads/plans/${data.id}/approval`, seen(data));
    expect(approval.trips).toBeLessThanOrEqual(MOST.write);
    const execution = await send('POST', `/ads/plans/${data.id}/executions`, seen(data));
    expect(execution.trips).toBeLessThanOrEqual(MOST.write);
    for (const path of [`plans/${data.id}`, 'plans', `operations?planId=${data.id}`, 'resources'])
      expect((await send('GET', `/ads/${path}`)).trips, path).toBeLessThanOrEqual(MOST.read);
    await carriedOut('plan', ground.campaign, countWrites());
  });

  it("writes no more batches than a campaign's set-up of as many steps", async () => {
    const { world } = ground;
    const body = world.body({ creatives: [world.submissions[0]], launch: false });
    const ofSetUp = countWrites();
    const made = await send('POST', '/v1/campaigns', body, ofSetUp);
    const campaign = made.data.id as string;
    const setUp = await carriedOut('campaign', campaign, ofSetUp);
    const set = await testEnv.DB.prepare('SELECT id, platform_id FROM ad_sets WHERE campaign_id = ?')
      .bind(campaign)
      .first<Ground['set']>();
    const fresh = await mintApproved(world.brand.id);
    const plan = wholePlan({ ...ground, campaign, set: set! }, {}, fresh);
    const { data } = await send('POST', '/ads/plans', plan);
    await send('PUT', `/ads/plans/${data.id}/approval`, seen(data));
    const ofExecution = countWrites();
    await send('POST', `/ads/plans/${data.id}/executions`, seen(data), ofExecution);
    const execution = await carriedOut('plan', campaign, ofExecution);
    expect(execution.steps).toBe(setUp.steps);
    expect(execution.writes).toBeLessThanOrEqual(setUp.writes);
  });

  /** Drives a campaign's newest task to its end. @returns its steps, and what was written meanwhile. */
  async function carriedOut(owner: string, campaign: string, { env: counted, count }: Trips) {
    const env = { ...ground.world.meta.env, DB: counted.DB };
    const newest = async () =>
      await testEnv.DB.prepare(
        `SELECT t.status, (SELECT COUNT(*) FROM platform_steps WHERE task_id = t.id) AS steps FROM platform_tasks t
          WHERE t.subject = ? AND t.owner = ? ORDER BY t.id DESC LIMIT 1`,
      )
        .bind(campaign, owner)
        .first<{ status: string; steps: number }>();
    for (let n = 0; n < 20 && (await newest())?.status === 'open'; n++) {
      clock.hold(clock.now() + 60_000);
      await ground.world.meta.sim('clock', { advance: 60_000 });
      await runJobs(jobsNamed('drive platform tasks'), clock.now(), env);
    }
    const { status, steps } = (await newest())!;
    expect(status).toBe('done');
    return { steps, writes: count() };
  }
});
