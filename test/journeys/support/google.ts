// A test's own Google in plain Node: a project that no other test uses, a person's consent for it, and manual
// requests.
import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { type Env, vars } from '../../../src/env.ts';
import type { AdSession } from '../../../src/integrations/ads/platform.ts';
import type { AdSetStep, AdStep, CampaignStep } from '../../../src/integrations/ads/steps.ts';
import { googleAdapter as google } from '../../../src/integrations/google/adapter.ts';
import * as clock from '../../harness/clock.ts';

export const MAIN = '3000000001';
export const ADA = '110000000000000000001';
const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export type Json = any;

/** @param simulators the simulators' URL. */
export async function newProject(simulators: string) {
  const project = `1${Array.from({ length: 14 }, () => randomInt(10)).join('')}`;
  const at = `${simulators}/google`;
  const secrets = {
    GOOGLE_CLIENT_ID: `${project}-sim.apps.googleusercontent.com`,
    GOOGLE_CLIENT_SECRET: `sim_secret_${project}`,
  };
  const told = { GOOGLE_ADS_API_URL: at, GOOGLE_ACCOUNTS_URL: at, GOOGLE_OAUTH_URL: at, ...secrets };
  const env = { PUBLIC_URL: 'https://service.example', ALLOW_LOCAL_URLS: 'false', ...told };
  const own = vars(env as unknown as Env);
  const sim = async (path: string, body: object = {}): Promise<Json> => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/google/${project}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  await sim('settings', { tokenLives: 100 * DAY });
  const redirectUri = 'https://service.example/connections/callback/google';
  const consent = async (form: Record<string, string> = {}, more: Record<string, string> = {}) => {
    const url = new URL(google.authorizeUrl(google.site(own), { state: 'st', redirectUri }));
    for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
    const body = new URLSearchParams({ user: ADA, answer: 'allow', ...form });
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    const back = sent.headers.get('location');
    return { status: sent.status, back: back === null ? new URLSearchParams() : new URL(back).searchParams };
  };
  const token = async (form: Record<string, string>) => {
    const client = { client_id: secrets.GOOGLE_CLIENT_ID, client_secret: secrets.GOOGLE_CLIENT_SECRET };
    const body = new URLSearchParams({ ...client, redirect_uri: redirectUri, ...form });
    const response = await fetch(`${at}/token`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const now = clock.now();
  const code = (await consent()).back.get('code')!;
  const grant = await google.exchangeCode(google.site(own), { code, redirectUri, now });
  const account = { selection: { adAccountId: MAIN }, currency: 'usd', timezone: 'America/New_York' };
  const session: AdSession = { site: google.site(own), token: grant.token, ...account };
  /** A manual request. */
  const post = async (act: string, body: unknown, customer = MAIN, version = 'v25') => {
    const headers = { Authorization: `Bearer ${grant.token}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await fetch(`${at}/${version}/customers/${customer}/${act}`, init);
    return { status: response.status, body: (await response.json()) as Json };
  };
  const mutate = (...mutateOperations: object[]) => post('googleAds:mutate', { mutateOperations });
  const search = (query: string) => post('googleAds:search', { query });
  return { project, sim, session, grant, consent, token, post, mutate, search, at };
}

export type Project = Awaited<ReturnType<typeof newProject>>;

const GOAL = { event: 'purchase', pixel: null, conversion: null, app: null, targetCost: null } as const;
const CAMPAIGN = (more: Partial<CampaignStep> = {}): CampaignStep => ({
  kind: 'campaign',
  intent: { key: `k${randomInt(1e9)}a` },
  name: 'Summer',
  objective: 'conversions',
  specialCategories: [],
  cap: null,
  budget: { daily: 2500 },
  goal: GOAL,
  countries: ['US'],
  startsAt: clock.now() + 3 * DAY,
  endsAt: clock.now() + 9 * DAY,
  trackingTemplate: 'https://t.example/?u={lpurl}',
  settings: { connectedTv: false },
  ...more,
});
const SET = (campaign: string, more: Partial<AdSetStep> = {}): AdSetStep => ({
  kind: 'ad_set',
  intent: { key: `k${randomInt(1e9)}a` },
  name: 'Set',
  campaign,
  objective: 'conversions',
  budget: null,
  goal: GOAL,
  startsAt: clock.now(),
  endsAt: null,
  advertiser: 'Acme',
  settings: {},
  audience: {
    countries: ['US', 'DE'],
    ageMin: 25,
    ageMax: 44,
    gender: 'male',
    expand: false,
    interests: ['80100'],
  },
  ...more,
});
const AD = (adSet: string, video: string, logo: string): AdStep => ({
  kind: 'ad',
  intent: { key: `k${randomInt(1e9)}a` },
  name: 'Ad',
  adSet,
  creative: {
    video,
    cover: null,
    primaryText: 'Look',
    headline: null,
    callToAction: 'learn_more',
    partner: null,
    link: 'https://shop.example/',
    urlParameters: 'a=1',
    brand: { name: 'Acme', logo },
  },
});
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Everything that the adapter can request. */
export async function wholeStory(simulators: string, { session, sim }: Project): Promise<void> {
  await google.setup(session, {});
  await google.setup(session, { businessId: '2000000001' });
  await google.budgetFloor(session);
  const film = `${simulators}/_sim/file/300000`;
  const { id: video } = await google.create(session, {
    kind: 'video',
    intent: { key: 'film1' },
    name: 'Film',
    url: film,
  });
  const { id: logo } = await google.create(session, {
    kind: 'image',
    intent: { key: 'logo1' },
    name: 'L',
    bytes: PNG,
  });
  await google.videoState(session, video);
  await sim('clock', { advance: 31_000 });
  await google.videoState(session, video);
  const store = 'https://play.google.com/store/apps/details?id=com.acme.app';
  const app = { ...GOAL, event: 'install', app: { id: null, storeUrl: store }, targetCost: 300 } as const;
  const purchases = {
    ...GOAL,
    conversion: `customers/${MAIN}/conversionActions/7000000001`,
    targetCost: 900,
  };
  for (const [objective, goal] of [
    ['conversions', purchases],
    ['traffic', GOAL],
    ['app_promotion', app],
  ] as const) {
    const campaign = CAMPAIGN({
      objective,
      goal,
      ...(objective === 'traffic' ? { budget: { lifetime: 90_000 } } : {}),
    });
    const { id: top } = await google.create(session, campaign);
    const set = SET(top, { objective });
    const { id: group } = await google.create(session, set);
    const ad = AD(group, video, logo);
    const { id } = await google.create(session, ad);
    for (const step of [campaign, set, ad]) expect(await google.find(session, step)).not.toBeNull();
    for (const [kind, one] of [
      ['campaign', top],
      ['ad_set', group],
      ['ad', id],
    ] as const)
      await google.setRunning(session, kind, one, 'active');
    await sim('settings', { rejections: [{ name: 'Ad', topic: 'ALCOHOL' }] });
    await google.change(session, 'campaign', top, { name: 'New', endsAt: clock.now() + 30 * DAY });
    await google.change(session, 'ad_set', group, { name: 'New', audience: set.audience });
    await sim('clock', { advance: DAY });
    await google.state(session, [top]);
    const today = new Date(clock.now() + 5 * DAY).toISOString().slice(0, 10);
    await google.days(session, {
      since: new Date(clock.now()).toISOString().slice(0, 10),
      until: today,
      next: null,
    });
    await google.setRunning(session, 'campaign', top, 'archived');
  }
  await google.interests(session, 'run', null);
  for (const read of Object.values(google.choices)) await read(session, 'conversions');
}
