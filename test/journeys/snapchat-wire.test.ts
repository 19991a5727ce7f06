// Snapchat has no official client for advertising. So every request of our adapter and every answer of the
// simulator is checked against a schema written from the platform's documentation; and the simulator refuses
// what the schema does.
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type * as z from 'zod';
import { type Env, vars } from '../../src/env.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdSetStep, AdStepSpec, CampaignStep, CreativeStep } from '../../src/integrations/ads/steps.ts';
import { snapchatAdapter as snapchat } from '../../src/integrations/snapchat/adapter.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { dayIn } from '../../src/kit/zone.ts';
import * as clock from '../harness/clock.ts';
import type {} from '../harness/servers/start-simulators.ts';
import { bends, bodyOf } from './support/snapchat-bodies.ts';
import {
  REQUESTS,
  Refusal,
  RefusedEntities,
  type Request as Shape,
  SignInRefusal,
} from './support/snapchat-schema.ts';

const id = (kind: number, number: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [ADA, ORGANIZATION, MAIN, PROFILE, PIXEL] = [id(1, 1), id(2, 1), id(3, 1), id(4, 1), id(5, 1)];
const REDIRECT = 'https://service.example/connections/callback/snapchat';

const simulators = { url: inject('simulators') };
beforeEach(() => vi.unstubAllGlobals());

/** One request as it was sent, and its response. */
interface Exchange {
  name: string;
  shape: Shape;
  url: string;
  headers: Headers;
  body: unknown;
}
let exchanges: Exchange[];
/** Violations of the schema. */
let problems: string[];

const PATTERNS = REQUESTS.map((shape) => ({
  shape,
  pattern: new RegExp(`^${shape.path.replaceAll(':', '[0-9a-f-]{36}')}$`),
}));

function held(what: string, shape: z.ZodType, value: unknown): void {
  const read = shape.safeParse(value);
  if (!read.success) problems.push(`${what}: ${read.error.message} in ${JSON.stringify(value)}`);
}

/** From now on all requests to Snapchat and their responses are checked against the schema. */
function watch(): void {
  exchanges = [];
  problems = [];
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit = {}) => {
    const url = new URL(input);
    if (!url.pathname.startsWith('/snapchat/')) return await real(input, init);
    const method = init.method ?? 'GET';
    const path = url.pathname.replace(/^\/snapchat\/(business\/)?(?:us\/)?(v1\/)?/, '$1');
    const query = Object.fromEntries(url.searchParams);
    const shape = PATTERNS.filter(({ pattern }) => pattern.test(path))
      .map((one) => one.shape)
      .find((one) => one.method === method && one.query.safeParse(query).success);
    const name = `${method} ${path}`;
    if (!shape) {
      problems.push(`${name} ${url.search} is nothing that Snapchat has`);
      return await real(input, init);
    }
    const body = bodyOf(init.body);
    if (shape.body) held(name, shape.body, body);
    else if (body !== undefined) problems.push(`${name} has a body`);
    const headers = new Headers(init.headers);
    if (!path.startsWith('login/') && !/^Bearer \S+$/.test(headers.get('authorization') ?? ''))
      problems.push(`${name} bears no token`);
    const answer = await real(input, init);
    const told = (await answer.clone().json()) as { request_status?: string };
    const login = path.startsWith('login/');
    const kind = !answer.ok
      ? login
        ? SignInRefusal
        : Refusal
      : login || told.request_status === 'SUCCESS'
        ? shape.answer
        : RefusedEntities;
    held(`the answer to ${name}`, kind, told);
    exchanges.push({ name, shape, url: url.href, headers, body });
    return answer;
  });
}

let keys = 0;
const intent = () => ({ key: `key${++keys}abc` });
const goal = { event: 'purchase', pixel: PIXEL, conversion: null, app: null, targetCost: null } as const;
const campaign = (more: Partial<CampaignStep> = {}): CampaignStep => ({
  kind: 'campaign',
  intent: intent(),
  name: 'Summer',
  objective: 'conversions',
  specialCategories: [],
  cap: null,
  budget: null,
  goal,
  countries: ['US'],
  startsAt: clock.now(),
  endsAt: null,
  trackingTemplate: null,
  settings: {},
  ...more,
});
const PEOPLE = { countries: ['US', 'DE'], ageMin: 18, ageMax: 50, gender: 'female', expand: false } as const;
const adSet = (of: string, more: Partial<AdSetStep> = {}): AdSetStep => ({
  kind: 'ad_set',
  intent: intent(),
  name: 'Set',
  campaign: of,
  objective: 'conversions',
  goal,
  budget: { daily: 2500 },
  startsAt: clock.now(),
  endsAt: null,
  advertiser: 'Acme',
  settings: {},
  audience: { ...PEOPLE, languages: ['en'] },
  ...more,
});
const creative = (video: string, more: Partial<CreativeStep> = {}): CreativeStep => ({
  kind: 'creative',
  intent: intent(),
  name: 'C',
  video,
  cover: null,
  primaryText: 'Look',
  partner: null,
  headline: 'Now',
  callToAction: 'shop_now',
  link: 'https://shop.example/?a=1',
  urlParameters: 'b=2',
  brand: { name: 'Acme', logo: null },
  ...more,
});

const AD = { kind: 'ad', intent: intent(), name: 'Ad' } as const;

async function world() {
  const app = crypto.randomUUID();
  const base = `${simulators.url}/snapchat`;
  const env = {
    PUBLIC_URL: 'https://service.example',
    ALLOW_LOCAL_URLS: 'true',
    SNAPCHAT_API_URL: base,
    SNAPCHAT_BUSINESS_URL: `${base}/business`,
    SNAPCHAT_LOGIN_URL: base,
    SNAPCHAT_CLIENT_ID: app,
    SNAPCHAT_CLIENT_SECRET: `sim_secret_${app}`,
  } as unknown as Env;
  const sim = async (path: string, body: object = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${simulators.url}/_sim/snapchat/${app}/${path}`, init);
    expect(answer.ok, path).toBe(true);
    return (await answer.json()) as Record<string, unknown>;
  };
  // The simulated clock moves ahead, and nothing renews tokens here.
  await sim('settings', { tokenLives: 9 * DAY_MS });
  const url = snapchat.authorizeUrl(snapchat.site(vars(env)), { state: 'st', redirectUri: REDIRECT });
  const body = new URLSearchParams({ user: ADA, answer: 'allow' });
  const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(sent.headers.get('location')!).searchParams;
  expect(back.get('state')).toBe('st');
  watch();
  const answer = { code: back.get('code')!, redirectUri: REDIRECT, now: clock.now() };
  const grant = await snapchat.exchangeCode(snapchat.site(vars(env)), answer);
  const selection = { organizationId: ORGANIZATION, adAccountId: MAIN, profileId: PROFILE };
  const session: AdSession = {
    site: snapchat.site(vars(env)),
    token: grant.token,
    selection,
    currency: 'usd',
    timezone: 'America/New_York',
  };
  const video = (bytes: number): AdStepSpec => ({
    kind: 'video',
    intent: intent(),
    name: 'V',
    url: `${simulators.url}/_sim/file/${bytes}`,
  });
  const make = async (step: AdStepSpec) => (await snapchat.create(session, step)).id;
  return { app, session, grant, sim, video, make };
}

/** A whole campaign, as our adapter creates it. */
async function launch({ make, video, sim }: Awaited<ReturnType<typeof world>>) {
  const top = await make(campaign());
  const set = await make(adSet(top));
  const medium = await make(video(1000));
  await sim('clock', { advance: 31_000 });
  const made = await make(creative(medium));
  const ad = await make({ ...AD, intent: intent(), adSet: set, creative: made });
  return { top, set, medium, made, ad };
}

describe('on the wire', () => {
  it('all that our adapter asks, and all that the simulator answers, is what Snapchat has', async () => {
    const at = await world();
    const { session, sim, make, video } = at;
    const { top, set, medium, made, ad } = await launch(at);
    await snapchat.setup(session, {});
    expect((await snapchat.videoState(session, medium)).state).toBe('ready');
    for (const step of [creative(medium), { ...AD, adSet: set, creative: made }])
      expect(await snapchat.find(session, step)).toBeNull();
    for (const [objective, event] of [
      ['traffic', null],
      ['awareness', null],
      ['engagement', null],
      ['sales', 'add_to_cart'],
      ['sales', 'view_content'],
      ['leads', 'lead'],
      ['conversions', 'complete_registration'],
    ] as const) {
      const of = await make(campaign({ objective, cap: 90_000, specialCategories: ['HOUSING'] }));
      const endsAt = clock.now() + 30 * DAY_MS;
      const audience = { countries: ['FR'], ageMin: 13, ageMax: 65, gender: 'all', expand: true } as const;
      const more = { objective, endsAt, audience, budget: { lifetime: 50_000 } };
      await make(adSet(of, { ...more, goal: { ...goal, event, pixel: null, targetCost: 150 } }));
    }
    for (const callToAction of [
      'book_now',
      'contact_us',
      'download',
      'learn_more',
      'sign_up',
      'subscribe',
    ] as const)
      await make(creative(medium, { callToAction, brand: { name: 'x'.repeat(33), logo: null } }));
    await make({ kind: 'image', intent: intent(), name: 'I', bytes: new Uint8Array([1, 2]) });
    const large = await make(video(33_000_000));
    const { data } = (await sim('nodes', { kind: 'media' })) as { data: object[] };
    expect(data[0]).toMatchObject({ id: large, file_size_in_bytes: 33_000_000, _uploaded: true });
    // Three parts, and one request each before and after them.
    expect((await sim('counts'))['POST media/:/multipart-upload-v2']).toBe(5);
    for (const [kind, one] of [
      ['campaign', top],
      ['ad_set', set],
      ['ad', ad],
    ] as const)
      await snapchat.setRunning(session, kind, one, 'active');
    await sim('clock', { advance: DAY_MS / 2 });
    const change = { name: 'New', budget: { daily: 700 }, endsAt: clock.now() + 9 * DAY_MS };
    await snapchat.change(session, 'ad_set', set, change);
    await snapchat.change(session, 'campaign', top, { name: 'New' });
    expect((await snapchat.state(session, [top])).map(({ state }) => state)).toEqual(Array(3).fill('active'));
    await snapchat.state(session, Array(6).fill(top));
    const today = dayIn('America/New_York', clock.now() + DAY_MS / 2);
    expect((await snapchat.days(session, { since: today, until: today, next: null })).items).toHaveLength(1);
    await snapchat.renew!(session.site, at.grant.refreshToken!, clock.now());
    expect(problems).toEqual([]);
    const asked = new Set(exchanges.map(({ shape }) => shape));
    // A request that is never sent is not checked against the schema.
    const unasked = REQUESTS.filter((one) => !asked.has(one)).map(({ method, path }) => `${method} ${path}`);
    expect(unasked).toEqual(['GET creatives/:']);
  });

  it('refusals have the shape of the platform, whatever they are', async () => {
    const at = await world();
    const { session, sim, make } = at;
    const top = await make(campaign());
    await sim('settings', { ineligible: ['PIXEL_PURCHASE'] });
    const wrong = [
      adSet(top),
      adSet(top, { budget: { daily: 1 } }),
      adSet(top, { goal: { ...goal, pixel: id(5, 2) } }),
    ];
    const fields = [];
    for (const step of wrong)
      fields.push(await snapchat.create(session, step).catch((error) => [error.kind, error.field]));
    expect(fields).toEqual([
      ['invalid', 'optimization_goal'],
      ['invalid', 'daily_budget_micro'],
      ['invalid', 'optimization_goal'],
    ]);
    // A budget that is too small is sent as requested, and violates the schema as well.
    expect(problems.splice(0)).toMatchObject([expect.stringContaining('daily_budget_micro')]);
    for (const fault of [
      { kind: 'rate_limit' },
      { kind: 'expire' },
      { kind: 'fail_before' },
      { kind: 'refuse', status: 403, code: 'E2003' },
    ]) {
      await sim('faults', { path: 'GET adaccounts', ...fault });
      await expect(snapchat.state(session, [])).rejects.toThrow(/Snapchat/);
    }
    await expect(snapchat.renew!(session.site, 'none', 0)).rejects.toMatchObject({ kind: 'auth_expired' });
    expect(problems).toEqual([]);
  });

  it('what the schema does not take, the simulator refuses', async () => {
    const at = await world();
    await launch(at);
    const writes = exchanges.filter(
      ({ name, body }) => /^POST (ad|campaigns)/.test(name) && body !== undefined,
    );
    expect(writes).toHaveLength(5);
    const before = await at.sim('counts');
    const taken: string[] = [];
    let refused = 0;
    for (const { name, shape, url, headers, body } of writes) {
      const [plural, [item]] = Object.entries(body as Record<string, object[]>)[0] as [string, [object]];
      const wrong = bends(item)
        .map((bent) => ({ [plural]: [bent] }))
        .filter((sent) => !shape.body!.safeParse(sent).success);
      vi.unstubAllGlobals();
      await Promise.all(
        wrong.map(async (sent) => {
          const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(sent) });
          const told = (await answer.json()) as { request_status: string };
          if (told.request_status === 'ERROR') refused++;
          else taken.push(`${name} took ${JSON.stringify(sent)}`);
        }),
      );
    }
    expect(taken).toEqual([]);
    expect(refused).toBeGreaterThan(60);
    expect(await at.sim('counts')).toEqual(before);
  });
});
