// `npm run storm:tests`: the setup of a campaign on each platform, killed at every contact, and with every
// answer lost once. In every case, the platform has each object exactly once, and our record shows that it is
// set up.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { drivePlatformTasks } from '../../src/domains/ads/platform-tasks/drive-platform-tasks.ts';
import type { Env } from '../../src/env.ts';
import { googleAdapter } from '../../src/integrations/google/adapter.ts';
import { MINUTE_MS } from '../../src/kit/time.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import { intent } from '../harness/ads/ad-steps.ts';
import { type CampaignWorld, campaignWorld } from '../harness/ads/campaigns.ts';
import * as google from '../harness/ads/google.ts';
import * as meta from '../harness/ads/meta.ts';
import * as snapchat from '../harness/ads/snapchat.ts';
import * as tiktok from '../harness/ads/tiktok.ts';
import * as clock from '../harness/clock.ts';
import { atEveryDeath } from '../harness/faults/mortal.ts';
import { ORIGIN, testEnv } from '../harness/world.ts';

const PLACES = [
  {
    name: 'meta',
    at: {
      world: meta.metaWorld,
      selection: { adAccountId: meta.MAIN, pageId: meta.PAGE },
      pixel: meta.PIXEL,
    },
    kinds: ['campaign', 'adset', 'ad', 'creative', 'video'],
    requests: ['campaigns', 'adsets', 'advideos', 'adcreatives', 'ads'].map(
      (one) => `POST ${meta.MAIN}/${one}`,
    ),
    body: {},
  },
  {
    name: 'tiktok',
    at: {
      world: tiktok.tiktokWorld,
      selection: { advertiserId: tiktok.MAIN, identityId: tiktok.IDENTITY },
      pixel: tiktok.PIXEL,
    },
    kinds: ['campaign', 'adgroup', 'ad'],
    requests: ['campaign', 'adgroup', 'ad'].map((one) => `POST smart_plus/${one}/create`),
    body: { settings: { pixel: tiktok.PIXEL, locations: ['2921044'] } },
  },
  {
    name: 'snapchat',
    at: {
      world: snapchat.snapchatWorld,
      selection: {
        organizationId: snapchat.ORGANIZATION,
        adAccountId: snapchat.MAIN,
        profileId: snapchat.PROFILE,
      },
      pixel: snapchat.PIXEL,
    },
    kinds: ['campaign', 'adsquad', 'ad', 'creative'],
    requests: ['POST adaccounts', 'POST campaigns', 'POST adsquads'],
    body: { ad: { primaryText: 'See it.', callToAction: 'shop_now', headline: 'Now' } },
  },
  {
    name: 'google',
    at: { world: google.googleWorld, selection: { adAccountId: google.MAIN }, pixel: google.PURCHASES },
    kinds: ['campaign', 'adGroup', 'adGroupAd'],
    requests: ['POST customers'],
    body: { settings: { conversion: google.PURCHASES, businessName: 'Acme' } },
  },
] as const;

const HOURS = 3_600_000;

/** Answers our own links to videos with a video, because nothing serves them to a test inside workerd. */
const inner = globalThis.fetch;
globalThis.fetch = (async (input: RequestInfo, init?: RequestInit) => {
  const url = typeof input === 'string' ? input : (input as Request).url;
  if (!String(url).startsWith(ORIGIN)) return await inner(input, init);
  return new Response(new Uint8Array(200_000), {
    headers: { 'Content-Type': 'video/mp4', 'Content-Length': '200000' },
  });
}) as typeof fetch;

describe.each(PLACES)('on $name', ({ at, kinds, requests, body }) => {
  let world: CampaignWorld;
  let present: number;
  let named = 0;
  let logo: string | null = null;
  beforeAll(async () => {
    world = await campaignWorld(at);
    present = clock.now();
    if (!('settings' in body) || !('businessName' in body.settings)) return;
    const image = { kind: 'image', intent: intent(), name: 'Logo', bytes: google.PNG } as const;
    logo = (await googleAdapter.create(await world.meta.session(), image)).id;
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => clock.release());

  const counted = async () =>
    await Promise.all(
      kinds.map(async (kind) => (await world.meta.sim('nodes', { kind })).data.length as number),
    );
  const drive = async (ms: number, env: Env = world.meta.env) => {
    clock.hold(ms);
    await drivePlatformTasks(systemCtx(env, ms));
  };

  /** A campaign that was just requested, hours after the one before. */
  async function scene() {
    present += 3 * HOURS;
    clock.hold(present);
    await world.meta.sim('faults', { clear: true });
    await world.meta.sim('clock', { advance: 3 * HOURS });
    const before = await counted();
    const name = `Storm ${++named}`;
    const made = await world.send('POST', '/v1/campaigns', world.body(asked(name)));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return { env: world.meta.env, id: made.body.data.id as string, before, start: present };
  }

  const asked = (name: string) => {
    const given = { name, launch: false, ...body };
    return logo === null || !('settings' in body)
      ? given
      : { ...given, settings: { ...body.settings, logo } };
  };

  const isOpen = async (id: string) => {
    const row = await testEnv.DB.prepare(
      "SELECT COUNT(*) AS open FROM platform_tasks WHERE subject = ? AND status = 'open'",
    )
      .bind(id)
      .first<{ open: number }>();
    return row!.open > 0;
  };

  /** What was created there since, once nothing is under way; the campaign is as it should be. */
  async function ended({ id, before, start }: Awaited<ReturnType<typeof scene>>): Promise<number[]> {
    for (let minute = 1; (await isOpen(id)) && minute < 60; minute++) await drive(start + minute * MINUTE_MS);
    const { data } = (await world.send('GET', `/v1/campaigns/${id}`)).body;
    expect(data).toMatchObject({ status: 'paused', platforms: [{ error: null }] });
    const after = await counted();
    return after.map((count, n) => count - before[n]!);
  }

  let whole: number[];
  it('a campaign is set up', async () => {
    const calm = await scene();
    await drive(calm.start);
    whole = await ended(calm);
    expect(whole[0]).toBe(1);
  });

  it('a process killed at any contact leaves one of each', { timeout: 600_000 }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const contacts = await atEveryDeath({
      scene,
      live: async ({ start }, env) => {
        for (let minute = 0; minute < 3; minute++) await drive(start + minute * MINUTE_MS, env);
      },
      afterwards: async (one) => expect(await ended(one)).toEqual(whole),
    });
    expect(contacts.filter((name) => name.startsWith('platform')).length).toBeGreaterThan(3);
  });

  it.each(requests.flatMap((path) => [0, 1, 2].map((skipped) => ({ path, skipped }))))(
    'an answer of $path that is lost after its effect leaves one of each',
    { timeout: 120_000 },
    async ({ path, skipped }) => {
      const one = await scene();
      for (let n = 0; n <= skipped; n++) await world.meta.fault('fail_after', path);
      await drive(one.start);
      expect(await ended(one)).toEqual(whole);
    },
  );
});
