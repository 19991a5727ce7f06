// Hundreds of live campaigns on all platforms (a thousand in `npm run storm:tests`): each is read in time, by runs that stay within the limits of an
// invocation, and a platform that hangs delays no other.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { syncAds } from '../../../../src/domains/ads/ad-sync/sync-ads.ts';
import { MOST_SUBREQUESTS } from '../../../../src/domains/ads/platform-tasks/run-budget.ts';
import type { Env } from '../../../../src/env.ts';
import { adAccountOf } from '../../../../src/integrations/ads/platform.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx as makeCtx } from '../../../../src/system-ctx.ts';
import { connectAds, RETURN } from '../../../harness/ads/ad-connections.ts';
import { AD_PLACES, makerAt } from '../../../harness/ads/ad-places.ts';
import { addHere, repeatHere, twinOf } from '../../../harness/ads/live-campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { counting } from '../../../harness/faults/counting.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { STORM } from '../../../harness/vitest/portion.ts';
import { mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

/** The number of connections at each platform, and of campaigns in each connection. */
const CONNECTIONS = STORM ? 10 : 4;
const CAMPAIGNS = 25;
const ALL = AD_PLACES.length * CONNECTIONS * CAMPAIGNS;

const real = globalThis.fetch;
let env: Env;
let at: number;

beforeAll(async () => {
  at = clock.now() + DAY_MS;
  const brand = await mintAccount('brand', { origins: [new URL(RETURN).origin] });
  const worlds = await Promise.all(AD_PLACES.map((place) => place.makeWorld()));
  env = Object.assign({}, ...worlds.map((world) => world.env));
  for (const [n, place] of AD_PLACES.entries()) {
    const world = worlds[n]!;
    const session = await world.session();
    const connection = await connectAds({ ...world, env }, brand);
    await testEnv.DB.prepare(
      "UPDATE connections SET status = 'active', selection = ?, currency = 'usd', timezone = 'America/New_York' WHERE id = ?",
    )
      .bind(JSON.stringify(session.selection), connection)
      .run();
    const { whole } = await makerAt(place, world, session);
    const there = await Promise.all(Array.from({ length: CAMPAIGNS }, whole));
    await world.sim('clock', { advance: 3 * DAY_MS });
    const adAccount = adAccountOf(session.selection)!;
    const first = await twinOf(connection, brand.id, 1);
    const ctx = systemCtx();
    const when = at - 4 * DAY_MS;
    for (const one of there)
      addHere(ctx, brand.id, first, one, { status: 'live', platform: world.provider, adAccount, at: when });
    await ctx.write.commit();
    for (let k = 2; k <= CONNECTIONS; k++) await repeatHere(first, await twinOf(connection, brand.id, k), k);
    await testEnv.DB.prepare('DELETE FROM connections WHERE id = ?').bind(connection).run();
  }
  // Days long ago were read before.
  await testEnv.DB.prepare(
    `INSERT INTO ad_syncs (connection_id, platform, ad_account, due_at, lease_until, failures, long_read_at, external_read_at)
     SELECT id, provider, COALESCE(selection ->> 'adAccountId', selection ->> 'advertiserId'), ?1, 0, 0, ?1, ?1
     FROM connections WHERE holder = ?2`,
  )
    .bind(at, brand.id)
    .run();
}, 120_000);
afterAll(() => {
  globalThis.fetch = real;
});

const unread = async (platform = '') => {
  const row = await testEnv.DB.prepare(
    `SELECT COUNT(*) AS unread FROM campaign_platforms
     WHERE (?1 = '' OR platform = ?1) AND COALESCE(state_read_at, 0) < ?2`,
  )
    .bind(platform, at)
    .first<{ unread: number }>();
  return row!.unread;
};

it('is read in time, and the platform that hangs is the only one that waits', {
  timeout: 120_000,
}, async () => {
  expect(await unread()).toBe(ALL);
  const used: number[] = [];
  /** A run wakes the next one when work is left; while a platform hangs, each run takes half a minute. */
  const woken: unknown[] = [];
  const LANE_RESULTS = { send: async (it: unknown) => void woken.push(it) } as unknown as Env['LANE_RESULTS'];
  const inMinute = async (minute: number) => {
    await run(minute);
    if (woken.length > 0) await run(minute);
  };
  const run = async (minute: number) => {
    woken.length = 0;
    const counted = counting({ ...env, LANE_RESULTS });
    await syncAds(makeCtx(counted.env, at + minute * MINUTE_MS));
    used.push(counted.count());
  };
  /**
   * How long it hangs: first until the test releases it, then for a short time that represents a request's
   * timeout.
   */
  const hanging = Promise.withResolvers<void>();
  let hangs = true;
  let over = hanging.promise;
  globalThis.fetch = (async (input: RequestInfo, init?: RequestInit) => {
    if (!hangs || !String(input).includes('/tiktok/')) return await real(input, init);
    await over;
    throw new DOMException('over', 'TimeoutError');
  }) as typeof fetch;
  const othersUnread = async () => (await unread()) - (await unread('tiktok'));
  const first = run(0);
  const others = ALL - CONNECTIONS * CAMPAIGNS;
  const someRead = async () => expect(await othersUnread()).toBeLessThanOrEqual(others - 3 * CAMPAIGNS);
  await vi.waitFor(someRead, PATIENCE);
  hanging.resolve();
  await first;
  over = new Promise((resolve) => setTimeout(resolve, 200));
  let minute = 1;
  for (; minute < 15 && (await othersUnread()) > 0; minute++) await inMinute(minute);
  expect(await othersUnread()).toBe(0);
  expect(await unread('tiktok')).toBe(CONNECTIONS * CAMPAIGNS);
  hangs = false;
  for (const end = minute + 15; minute < end && (await unread()) > 0; minute++) await inMinute(minute);
  expect(await unread()).toBe(0);
  // All were read, and found unchanged.
  const { results } = await testEnv.DB.prepare(
    'SELECT status, COUNT(*) AS count FROM campaigns GROUP BY status',
  ).all();
  expect(results).toEqual([{ status: 'live', count: ALL }]);
  expect(Math.max(...used)).toBeLessThanOrEqual(MOST_SUBREQUESTS);
  expect(Math.max(...used)).toBeGreaterThan(MOST_SUBREQUESTS / 4);
});
