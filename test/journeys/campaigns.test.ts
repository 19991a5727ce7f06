// A brand advertises on every platform: it connects, creates a campaign with two submissions, launches,
// pauses, resumes, copies and archives it, while its server gets the events.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/kit/time.ts';
import { AD_PLATFORMS, type AdPlatformName, connectAds, consent } from '../../tools/demo/ad-platforms.ts';
import * as clock from '../harness/clock.ts';
import { type AdsWorld, startAdsWorld } from './support/ads-world.ts';
import { pause, until } from './webhooks-world.ts';

let world: AdsWorld;
let submissions: string[];
const made = new Map<AdPlatformName, { id: string; copy: string }>();
beforeAll(async () => {
  world = await startAdsWorld();
});
afterAll(async () => await world?.stop());

const PATIENCE_MS = 60_000;
const path = (id: string) => `/v1/campaigns/${id}`;
const ids = () => [...made.values()].map(({ id }) => id);
const onEach = <T>(all: readonly string[], act: (id: string) => Promise<T>) => Promise.all(all.map(act));

/** Lets minutes pass until all of these have the status. */
async function allAre(all: readonly string[], status: string): Promise<void> {
  const end = clock.now() + PATIENCE_MS;
  for (;;) {
    const now = await onEach(all, (id) => world.api('GET', path(id)));
    const settled = now.every((one) => one.status === status && one.pendingChange === null);
    if (settled) return;
    if (clock.now() > end) throw new Error(`not ${status}: ${JSON.stringify(now)}`);
    await world.later(MINUTE_MS);
    await pause(200);
  }
}

/** Waits until the brand's server got exactly these events for each campaign, in this order. */
async function toldOf(all: readonly string[], types: readonly string[]): Promise<void> {
  await until(() => {
    for (const id of all) {
      const of = world
        .told()
        .filter(({ type, data }) => type.startsWith('campaign.') && data.campaign === id);
      expect(of.map(({ type }) => type)).toEqual(types);
    }
  }, PATIENCE_MS);
}

const ask = (all: readonly string[], status: string) =>
  onEach(all, (id) => world.api('PATCH', path(id), { status }));

it('a campaign is connected, chosen, set up, launched, reviewed and live on each platform', async () => {
  submissions = await world.approvedSubmission();
  await Promise.all(
    AD_PLATFORMS.map(async (name) => {
      const { id: connection, settings } = await connectAds(world.baseUrl, world.brand, name);
      const body = {
        name: `On ${name}`,
        connection,
        settings,
        creatives: submissions,
        launch: false,
        destination: { type: 'website', value: 'https://shop.example/' },
        optimizationEvent: 'purchase',
        budget: { daily: 4_000, billingLimit: 100_000 },
        schedule: { startDate: new Date(clock.now() + 2 * DAY_MS).toISOString().slice(0, 10) },
        audience: { countries: ['US'] },
        ad: { primaryText: 'See it.', headline: 'Now', callToAction: 'shop_now' },
      };
      const { id } = await world.api('POST', '/v1/campaigns', body);
      made.set(name, { id, copy: '' });
    }),
  );
  await allAre(ids(), 'paused');
  await toldOf(ids(), ['campaign.published']);
  await ask(ids(), 'launch');
  await allAre(ids(), 'in_review');
  await world.later(40 * MINUTE_MS);
  await allAre(ids(), 'live');
});

it('is paused and resumed there, copied, and archived with its copy', async () => {
  await ask(ids(), 'pause');
  await allAre(ids(), 'paused');
  await toldOf(ids(), ['campaign.published', 'campaign.paused']);
  await ask(ids(), 'resume');
  await allAre(ids(), 'live');
  await Promise.all(
    [...made].map(async ([name, one]) => {
      const copy = await world.api('POST', `${path(one.id)}/copies`, {});
      expect(copy).toMatchObject({ name: `On ${name} (copy)`, creatives: submissions });
      one.copy = copy.id;
    }),
  );
  const copies = [...made.values()].map(({ copy }) => copy);
  await allAre(copies, 'paused');
  // An answer with secrets in it is not a valid answer, and goes no further.
  await Promise.all(AD_PLATFORMS.map((name) => answersBadly(name)));
  await onEach(copies, (id) => world.api('PATCH', path(id), { name: 'Renamed' }));
  await allAre(copies, 'paused');
  await ask([...ids(), ...copies], 'archive');
  await allAre([...ids(), ...copies], 'archived');
  await toldOf(ids(), ['campaign.published', 'campaign.paused', 'campaign.archived']);
  await toldOf(copies, ['campaign.published', 'campaign.archived']);
  const told = world.told();
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  expect(told.filter(({ type }) => type === 'connection.connected')).toHaveLength(AD_PLATFORMS.length);
});

/** Makes the platform's next answer a page with everything that it ever issued. */
async function answersBadly(name: AdPlatformName, status = 400): Promise<void> {
  const body = `<html>${(await world.issued()).join(' ')}</html>`;
  await world.sim(name, 'faults', { kind: 'answer_after', path: '', status, type: 'text/html', body });
}

/**
 * Each platform's names for a campaign, its ad sets and its ads, the field of their status, and the status of
 * an archived one.
 */
const KINDS: Record<AdPlatformName, [top: string, set: string, ad: string, state: string, over: string]> = {
  meta: ['campaign', 'adset', 'ad', 'status', 'ARCHIVED'],
  tiktok: ['campaign', 'adgroup', 'ad', 'operation_status', 'DELETE'],
  google: ['campaign', 'adGroup', 'adGroupAd', 'status', 'REMOVED'],
  snapchat: ['campaign', 'adsquad', 'ad', 'status', 'PAUSED'],
};

it.each(AD_PLATFORMS)('%s has each campaign once, with its ads, and none goes on', async (name) => {
  const [top, set, ad, state, over] = KINDS[name];
  const all = await Promise.all([top, set, ad].map((kind) => world.sim(name, 'nodes', { kind })));
  const [tops, sets, ads] = all.map(({ data }) => data as Record<string, unknown>[]);
  expect([tops!.length, sets!.length, ads!.length]).toEqual([2, 2, 4]);
  expect(tops!.map((one) => one[state])).toEqual([over, over]);
  const links = JSON.stringify([ads, (await world.sim(name, 'nodes', { kind: 'creative' })).data]);
  for (const { id, copy } of [made.get(name)!])
    for (const campaign of [id, copy])
      for (const submission of submissions)
        expect(links).toContain(`service_id=${submission}&service_campaign=${campaign}`);
});

it('nobody was shown a token, a code or a secret of any platform, and none is stored in the clear', async () => {
  await onEach(
    [...made.values()].flatMap(({ id, copy }) => [id, copy]),
    (id) => world.api('GET', `${path(id)}?expand=timeline`),
  );
  // Neither the consent nor disconnecting gets a valid answer: what the platform said is logged.
  for (const name of AD_PLATFORMS) {
    await answersBadly(name);
    await consent(world.baseUrl, world.brand, name).catch(() => undefined);
  }
  for (const { id, provider } of await world.api('GET', '/v1/connections')) {
    await answersBadly(provider, 500);
    await world.api('PATCH', `/v1/connections/${id}`, { status: 'disconnected' });
  }
  const [issued, traces] = [await world.issued(), await world.traces()];
  // Each platform issues a code, a token, perhaps a refresh token, and the app's secret.
  expect(issued.length).toBeGreaterThanOrEqual(4 * 3 + 2);
  expect(leaks(issued, traces)).toEqual([]);
  // Each place really contained something to search.
  for (const [where, text] of Object.entries(traces)) {
    expect([where, text.length > 100]).toEqual([where, true]);
    for (const secret of issued)
      expect(leaks([secret], { [where]: `${text} ${secret}` })).toEqual([`${where}: ${secret.slice(0, 12)}`]);
  }
  const [{ id }] = [made.get('meta')!];
  for (const where of ['answers', 'webhooks', 'databases']) expect(traces[where]).toContain(id);
});

/**
 * Finds secrets in the traces: as they are, URL-encoded, or only their last 24 characters. Simulated apps'
 * secrets end in the app's ID, which is public, so those are not searched for by their end.
 */
function leaks(issued: readonly string[], traces: Readonly<Record<string, string>>): string[] {
  return Object.entries(traces).flatMap(([where, text]) =>
    issued
      .filter((secret) =>
        [
          secret,
          encodeURIComponent(secret),
          ...(secret.startsWith('sim_secret') ? [] : [secret.slice(-24)]),
        ].some((form) => text.includes(form)),
      )
      .map((secret) => `${where}: ${secret.slice(0, 12)}`),
  );
}
