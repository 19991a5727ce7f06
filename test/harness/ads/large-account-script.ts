// What happens to a large ad account when it is read, and when one of its pages is missing.
import { expect } from 'vitest';
import { syncAds } from '../../../src/domains/ads/ad-sync/sync-ads.ts';
import type { Env } from '../../../src/env.ts';
import { adAccountOf } from '../../../src/integrations/ads/platform.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import { systemCtx as makeCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { mintAccount, testEnv } from '../world.ts';
import { connectAds, eventsOf, RETURN } from './ad-connections.ts';
import { type AdPlace, makerAt } from './ad-places.ts';
import { largeHere, largeThere, numberOf, type Size } from './large-account.ts';
import type { ScriptedAds } from './scripted-ads.ts';

const CUTS: readonly (() => Response)[] = [
  () => new Response('', { status: 503 }),
  // Cut off in the middle.
  () => new Response('{"data":[{"id":"9', { headers: { 'Content-Type': 'application/json' } }),
];

/** A large account as its platform answers it, with a session of its connection. */
export async function largeAt(place: AdPlace, size: Size) {
  const world = await place.makeWorld();
  const made = await world.session();
  const { whole } = await makerAt(place, world, made);
  const there = await whole();
  await world.sim('clock', { advance: DAY_MS });
  const session = await world.session();
  return { world, session, account: await largeThere(place, session, there, size) };
}

/** Reads everything, then interrupts reads in the middle, and reads everything again. */
export async function runLargeAccount(place: AdPlace, size: Size): Promise<void> {
  const { world, session, account } = await largeAt(place, size);
  const scene = await sceneOf(place, size, world, session.selection);
  const { counted, read, brand } = scene;
  const ads = size.sets * size.adsASet;
  const all = size.campaigns * ads;
  const paused = (campaign: number, ad: number) => (campaign + ad) % 7 === 0;
  const pausedIn = (campaign: number) =>
    Array.from({ length: ads }, (_, n) => n + 1).filter((ad) => paused(campaign, ad)).length;

  // Somebody paused every seventh ad at the platform, and each of them is noticed.
  account.paused = paused;
  await read();
  const requests = account.asked;
  const sum = (numbers: readonly number[]) => numbers.reduce((so, one) => so + pausedIn(one), 0);
  const every = Array.from({ length: size.campaigns }, (_, n) => n + 1);
  expect(await counted("status = 'paused'")).toBe(sum(every));
  expect(await counted("status = 'active'")).toBe(all - sum(every));
  expect(await scene.campaigns('live')).toHaveLength(size.campaigns);

  // All ads are paused at the platform, and from the middle of the read on, no page is complete.
  account.paused = () => true;
  let so = 0;
  for (const cut of CUTS) {
    const from = account.asked + Math.ceil(requests / 2);
    account.cut = (nth) => (nth >= from ? cut() : null);
    await read();
    const [live, over] = [await scene.campaigns('live'), await scene.campaigns('paused')];
    // Completely read campaigns are stored; everything else is unchanged, to the last ad.
    expect([live.length + over.length, live.length > 0, over.length >= so]).toEqual([
      ...[size.campaigns, true, true],
    ]);
    so = over.length;
    expect(await counted("status = 'paused'")).toBe(over.length * ads + sum(live.map(numberOf)));
    const told = (await eventsOf(brand)).filter((type) => type === 'campaign.paused');
    expect(told).toHaveLength(over.length);
    expect(await scene.failures()).toBeGreaterThan(0);
  }
  account.cut = () => null;
  await read();
  expect(await counted("status = 'paused'")).toBe(all);
  expect(await scene.campaigns('paused')).toHaveLength(size.campaigns);
  expect(await scene.failures()).toBe(0);
  account.close();
}

async function sceneOf(
  place: AdPlace,
  size: Size,
  world: ScriptedAds,
  selection: Parameters<typeof adAccountOf>[0],
) {
  const minted = await mintAccount('brand', { origins: [new URL(RETURN).origin] });
  const { id: brand } = minted;
  const connection = await connectAds(world, minted);
  await testEnv.DB.prepare(
    "UPDATE connections SET status = 'active', selection = ?, currency = 'usd', timezone = 'America/New_York' WHERE id = ?",
  )
    .bind(JSON.stringify(selection), connection)
    .run();
  const platform = world.provider;
  const adAccount = adAccountOf(selection)!;
  let at = clock.now();
  const of = { platform, adAccount, at: at - 4 * DAY_MS };
  await largeHere(place, size, { account: brand, connection }, of);
  // Days long ago were read before.
  await testEnv.DB.prepare(
    `INSERT INTO ad_syncs (connection_id, platform, ad_account, due_at, lease_until, failures, long_read_at, external_read_at)
     VALUES (?1, ?2, ?3, ?4, 0, 0, ?4, ?4)`,
  )
    .bind(connection, platform, adAccount, at)
    .run();
  const one = async <T>(text: string) =>
    (await testEnv.DB.prepare(text).bind(connection).first<{ n: T }>())!.n;
  return {
    brand,
    counted: (what: string) =>
      one<number>(`SELECT COUNT(*) AS n FROM ads WHERE connection_id = ? AND ${what}`),
    failures: () => one<number>('SELECT failures AS n FROM ad_syncs WHERE connection_id = ?'),
    /** The campaigns with a status, by ID. */
    campaigns: async (status: string): Promise<string[]> =>
      JSON.parse(
        await one<string>(
          `SELECT json_group_array(campaign_id) AS n FROM campaign_platforms
           WHERE connection_id = ? AND status = '${status}'`,
        ),
      ),
    /** Runs until nothing is left: a run that leaves something wakes the next one. The next read is later. */
    async read(): Promise<void> {
      const woken: unknown[] = [null];
      const LANE_RESULTS = {
        send: async (it: unknown) => void woken.push(it),
      } as unknown as Env['LANE_RESULTS'];
      for (let runs = 0; woken.length > 0 && runs < 20; runs++) {
        woken.length = 0;
        await syncAds(makeCtx({ ...world.env, LANE_RESULTS }, at));
      }
      expect(woken).toEqual([]);
      at += HOUR_MS + MINUTE_MS;
    },
  };
}
