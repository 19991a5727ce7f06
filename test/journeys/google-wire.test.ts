// Google's own protos are the judge: every request of our adapter and every answer of the simulator is one of the API's
// messages; and the simulator refuses what Google refuses, in its form.
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Env, vars } from '../../src/env.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdSetStep, AdStep, CampaignStep } from '../../src/integrations/ads/steps.ts';
import { googleAdapter as google } from '../../src/integrations/google/adapter.ts';
import * as clock from '../harness/clock.ts';
import { runSimulators } from '../harness/start-simulators.ts';
import { isRowField, problemsOf } from './support/google-protos.ts';

const MAIN = '3000000001';
const ADA = '110000000000000000001';
const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Json = any;
interface Exchange {
  path: string;
  asked: Json;
  status: number;
  answer: Json;
}

let simulators: Awaited<ReturnType<typeof runSimulators>>;
const exchanges: Exchange[] = [];
const realFetch = globalThis.fetch;
beforeAll(async () => {
  simulators = await runSimulators();
  // What only workerd has.
  const Stream = class extends TransformStream {
    constructor(_size: number) {
      super();
    }
  };
  Object.assign(globalThis, { FixedLengthStream: Stream });
  globalThis.fetch = (async (input: URL | string, init: RequestInit = {}) => {
    const streams = init.body instanceof ReadableStream ? { duplex: 'half' } : {};
    const response = await realFetch(input, { ...init, ...streams } as RequestInit);
    const path = new URL(input).pathname;
    if (!path.startsWith('/google/')) return response;
    const text = await response.clone().text();
    const parsed = (body: unknown) =>
      typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : null;
    exchanges.push({ path, asked: parsed(init.body), status: response.status, answer: parsed(text) });
    return response;
  }) as typeof fetch;
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await simulators?.stop();
});

async function world() {
  const project = `1${Array.from({ length: 14 }, () => randomInt(10)).join('')}`;
  const at = `${simulators.url}/google`;
  const secrets = {
    GOOGLE_CLIENT_ID: `${project}-sim.apps.googleusercontent.com`,
    GOOGLE_CLIENT_SECRET: `sim_secret_${project}`,
  };
  const told = { GOOGLE_ADS_API_URL: at, GOOGLE_ACCOUNTS_URL: at, GOOGLE_OAUTH_URL: at, ...secrets };
  const env = { PUBLIC_URL: 'https://service.example', ALLOW_LOCAL_URLS: 'false', ...told };
  const own = vars(env as unknown as Env);
  const sim = async (path: string, body: object = {}): Promise<Json> => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await realFetch(`${simulators.url}/_sim/google/${project}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  await sim('settings', { tokenLives: 100 * DAY });
  const redirectUri = 'https://service.example/connections/callback/google';
  const consent = async (form: Record<string, string> = {}, more: Record<string, string> = {}) => {
    const url = new URL(google.authorizeUrl(own, { state: 'st', redirectUri }));
    for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
    const body = new URLSearchParams({ user: ADA, answer: 'allow', ...form });
    const sent = await realFetch(url, { method: 'POST', body, redirect: 'manual' });
    const back = sent.headers.get('location');
    return { status: sent.status, back: back === null ? new URLSearchParams() : new URL(back).searchParams };
  };
  const token = async (form: Record<string, string>) => {
    const client = { client_id: secrets.GOOGLE_CLIENT_ID, client_secret: secrets.GOOGLE_CLIENT_SECRET };
    const body = new URLSearchParams({ ...client, redirect_uri: redirectUri, ...form });
    const response = await realFetch(`${at}/token`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const now = clock.now();
  const code = (await consent()).back.get('code')!;
  const grant = await google.exchangeCode(own, { code, redirectUri, now });
  const account = { selection: { adAccountId: MAIN }, currency: 'usd', timezone: 'America/New_York' };
  const session: AdSession = { vars: own, token: grant.token, ...account };
  /** A request by hand. */
  const post = async (act: string, body: unknown, customer = MAIN, version = 'v25') => {
    const headers = { Authorization: `Bearer ${grant.token}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await realFetch(`${at}/${version}/customers/${customer}/${act}`, init);
    return { status: response.status, body: (await response.json()) as Json };
  };
  const mutate = (...mutateOperations: object[]) => post('googleAds:mutate', { mutateOperations });
  const search = (query: string) => post('googleAds:search', { query });
  return { project, sim, session, grant, consent, token, post, mutate, search, at };
}

type World = Awaited<ReturnType<typeof world>>;

const GOAL = { event: 'purchase', pixel: null, conversion: null, app: null, targetCost: null } as const;
const CAMPAIGN = (more: Partial<CampaignStep> = {}): CampaignStep => ({
  ...{ kind: 'campaign', intent: { key: `k${randomInt(1e9)}a` }, name: 'Summer', objective: 'conversions' },
  ...{ specialCategories: [], cap: null, budget: { daily: 2500 }, goal: GOAL, countries: ['US'] },
  ...{ startsAt: clock.now() + 3 * DAY, endsAt: clock.now() + 9 * DAY },
  trackingTemplate: 'https://t.example/?u={lpurl}',
  ...more,
});
const SET = (campaign: string, more: Partial<AdSetStep> = {}): AdSetStep => ({
  ...{
    kind: 'ad_set',
    intent: { key: `k${randomInt(1e9)}a` },
    name: 'Set',
    campaign,
    objective: 'conversions',
  },
  ...{ budget: null, goal: GOAL, startsAt: clock.now(), endsAt: null, advertiser: 'Acme' },
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
  ...{ kind: 'ad', intent: { key: `k${randomInt(1e9)}a` }, name: 'Ad', adSet },
  creative: {
    ...{ video, cover: null, primaryText: 'Look', headline: null, callToAction: 'learn_more', partner: null },
    ...{ link: 'https://shop.example/', urlParameters: 'a=1', brand: { name: 'Acme', logo } },
  },
});
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Everything that the adapter asks for. */
async function wholeStory({ session, sim }: World): Promise<void> {
  await google.setup(session, {});
  await google.setup(session, { businessId: '2000000001' });
  await google.budgetFloor(session);
  const film = `${simulators.url}/_sim/file/300000`;
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
}

const MESSAGES: [RegExp, string | null, string][] = [
  [/\/customers:listAccessibleCustomers$/, null, 'services.ListAccessibleCustomersResponse'],
  [/\/googleAds:search$/, 'services.SearchGoogleAdsRequest', 'services.SearchGoogleAdsResponse'],
  [/\/googleAds:mutate$/, 'services.MutateGoogleAdsRequest', 'services.MutateGoogleAdsResponse'],
  [/\/youTubeVideoUploads:create$/, 'services.CreateYouTubeVideoUploadRequest', ''],
  [/\/resumable\/session\//, null, 'services.CreateYouTubeVideoUploadResponse'],
];

describe("Google's own messages", () => {
  it('are what our adapter sends and the simulator answers, in everything that is done', async () => {
    const one = await world();
    exchanges.length = 0;
    await wholeStory(one);
    const seen = new Set<string>();
    for (const { path, asked, status, answer } of exchanges) {
      const found = MESSAGES.find(([pattern]) => pattern.test(path));
      if (!found) expect(path).toMatch(/\/(token|revoke)$/);
      if (!found) continue;
      const [, request, response] = found;
      seen.add(found[0].source);
      const customer = /customers\/(\d+)/.exec(path)?.[1];
      if (request)
        expect(problemsOf(request, { customerId: customer, ...asked }), JSON.stringify(asked)).toEqual([]);
      if (status >= 400) expect(failuresIn(answer)).toEqual([]);
      else if (response) expect(problemsOf(response, answer), JSON.stringify(answer)).toEqual([]);
      for (const field of fieldsOf(asked?.query ?? ''))
        expect([field, isRowField(field)]).toEqual([field, true]);
    }
    expect(seen.size).toBe(MESSAGES.length);
    const verbs = exchanges.flatMap(({ asked }) => asked?.mutateOperations ?? []).flatMap(Object.keys);
    expect(new Set(verbs).size).toBe(10);
  });

  it('tell a wrong request and a wrong answer from a right one', () => {
    const request = (create: object) =>
      problemsOf('services.MutateGoogleAdsRequest', {
        mutateOperations: [{ campaignOperation: { create } }],
      });
    expect(request({ name: 'x', status: 'PAUSED' })).toEqual([]);
    expect(request({ nam: 'x' })).toHaveLength(1);
    expect(request({ status: 'STOPPED' })).toHaveLength(1);
    expect(request({ maximizeConversions: {}, targetSpend: {} })).toHaveLength(1);
    expect(request({ maximizeConversions: { targetCpaMicros: 5 } })).toHaveLength(1);
    expect(
      problemsOf('services.SearchGoogleAdsResponse', { results: [{ campaign: { id: 5 } }] }),
    ).toHaveLength(1);
    expect([isRowField('campaign.start_date'), isRowField('campaign.start_date_time')]).toEqual([
      false,
      true,
    ]);
  });
});

/** Every field that a query names. */
const fieldsOf = (query: string) => query.replace(/'[^']*'/g, '').match(/[a-z_]+(?:\.[a-z_]+)+/g) ?? [];

/** What is wrong with the form of a refusal. */
function failuresIn({ error }: Json): string[] {
  const [{ '@type': type, ...failure }] = error.details;
  if (error.code < 400 || typeof error.status !== 'string') return ['no status'];
  if (type === 'type.googleapis.com/google.rpc.BadRequest') return [];
  if (!type.endsWith('.v25.errors.GoogleAdsFailure')) return [`details of ${type}`];
  return problemsOf('errors.GoogleAdsFailure', failure);
}

describe('the wire', () => {
  it('gives a code once, a token of an hour, and a refresh token only to who asks for it', async () => {
    const { consent, token, grant, sim } = await world();
    expect(Object.fromEntries((await consent({ answer: 'deny' })).back)).toMatchObject({
      error: 'access_denied',
      state: 'st',
    });
    expect((await consent({}, { scope: 'https://x.example/all' })).status).toBe(400);
    const code = (await consent()).back.get('code')!;
    const ask = (more: object = {}) => token({ grant_type: 'authorization_code', code, ...more });
    expect((await ask({ redirect_uri: 'https://x.example/' })).body.error).toBe('redirect_uri_mismatch');
    expect((await ask({ client_secret: 'x' })).status).toBe(401);
    await sim('settings', { tokenLives: 3_600_000 });
    const first = await ask();
    expect(first.body).toMatchObject({
      expires_in: 3599,
      token_type: 'Bearer',
      refresh_token: expect.any(String),
    });
    expect((await ask()).body.error).toBe('invalid_grant');
    const online = (await consent({}, { access_type: 'online' })).back.get('code')!;
    expect(
      (await token({ grant_type: 'authorization_code', code: online })).body.refresh_token,
    ).toBeUndefined();
    const refresh = { grant_type: 'refresh_token', refresh_token: grant.refreshToken! };
    const renewed = (await token(refresh)).body;
    expect([renewed.access_token === grant.token, renewed.refresh_token]).toEqual([false, undefined]);
    await sim('tokens', { user: ADA });
    expect(await token(refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  // Who is refused leaves nothing behind, so one world serves them all.
  let kept: Promise<World> | undefined;
  const strict = () => {
    kept ??= world();
    return kept;
  };
  const place = (name: string) => `customers/${MAIN}/${name}`;
  const BUDGET = (more: object = {}) => ({
    campaignBudgetOperation: {
      create: {
        resourceName: place('campaignBudgets/-1'),
        name: `B ${randomInt(1e9)}`,
        amountMicros: '9000000',
        explicitlyShared: false,
        ...more,
      },
    },
  });
  const TOP = (more: object = {}) => ({
    campaignOperation: {
      create: {
        ...{ resourceName: place('campaigns/-2'), name: `C ${randomInt(1e9)}`, status: 'PAUSED' },
        ...{ advertisingChannelType: 'DEMAND_GEN', campaignBudget: place('campaignBudgets/-1') },
        ...{
          maximizeConversions: {},
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        },
        ...more,
      },
    },
  });
  const GROUP = (more: object = {}) => ({
    adGroupOperation: {
      create: { resourceName: place('adGroups/-3'), campaign: place('campaigns/-2'), name: 'G', ...more },
    },
  });
  const CRITERION = (more: object) => ({
    adGroupCriterionOperation: { create: { adGroup: place('adGroups/-3'), ...more } },
  });

  it.each([
    ['requestError.OPERATION_REQUIRED', []],
    ['fieldError.REQUIRED', [BUDGET(), TOP({ containsEuPoliticalAdvertising: undefined })]],
    ['fieldError.REQUIRED', [BUDGET(), TOP({ maximizeConversions: undefined })]],
    ['biddingError.INVALID_BIDDING_STRATEGY_TYPE', [BUDGET(), TOP({ targetSpend: {} })]],
    ['campaignError.BUDGET_CANNOT_BE_SHARED', [BUDGET({ explicitlyShared: undefined }), TOP()]],
    ['campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT', [BUDGET({ amountMicros: '9000001' })]],
    ['campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM', [BUDGET({ amountMicros: '4990000' }), TOP()]],
    ['campaignError.CANNOT_SET_DATE_TO_PAST', [BUDGET(), TOP({ startDateTime: '2020-01-01 00:00:00' })]],
    ['dateError.INVALID_STRING_DATE_TIME_SECONDS', [BUDGET(), TOP({ endDateTime: '2036-01-01' })]],
    [
      'campaignError.END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET',
      [BUDGET({ amountMicros: undefined, totalAmountMicros: '900000000', period: 'CUSTOM_PERIOD' }), TOP()],
    ],
    [
      'contextError.OPERATION_NOT_PERMITTED_FOR_CONTEXT',
      [BUDGET(), TOP({ selectiveOptimization: { conversionActions: [] } })],
    ],
    ['mutateError.RESOURCE_NOT_FOUND', [TOP()]],
    ['requestError.RESOURCE_NAME_MALFORMED', [BUDGET({ resourceName: place('campaignBudgets/7') })]],
    [
      'criterionError.AUDIENCE_NOT_ALLOWED_TO_ATTACH_WHEN_AUDIENCE_GROUPED_SET_TO_FALSE',
      [
        ...[BUDGET(), TOP(), GROUP()],
        {
          audienceOperation: {
            create: {
              resourceName: place('audiences/-4'),
              name: 'A',
              dimensions: [{ gender: { genders: ['MALE'] } }],
            },
          },
        },
        CRITERION({ audience: { audience: place('audiences/-4') } }),
      ],
    ],
    [
      'criterionError.INVALID_CRITERION_ID',
      [BUDGET(), TOP(), GROUP(), CRITERION({ location: { geoTargetConstant: 'geoTargetConstants/1' } })],
    ],
    [
      'criterionError.CANNOT_ADD_CRITERIA_TYPE',
      [
        BUDGET(),
        TOP(),
        {
          campaignCriterionOperation: {
            create: {
              campaign: place('campaigns/-2'),
              location: { geoTargetConstant: 'geoTargetConstants/2840' },
            },
          },
        },
      ],
    ],
    [
      'adError.INVALID_AD_TYPE',
      [
        BUDGET(),
        TOP(),
        GROUP(),
        { adGroupAdOperation: { create: { adGroup: place('adGroups/-3'), ad: { appAd: {} } } } },
      ],
    ],
    [
      'youtubeVideoRegistrationError.VIDEO_NOT_FOUND',
      [{ assetOperation: { create: { youtubeVideoAsset: { youtubeVideoId: 'x' } } } }],
    ],
    [
      'imageError.INVALID_IMAGE',
      [{ assetOperation: { create: { name: 'I', imageAsset: { data: 'AAAA' } } } }],
    ],
  ])('refuses with %s, and leaves nothing behind', async (code, operations) => {
    const { mutate, sim } = await strict();
    const { status, body } = await mutate(...operations);
    expect(status).toBe(400);
    expect(failuresIn(body)).toEqual([]);
    const [family, name] = code.split('.');
    expect(body.error.details[0].errors[0].errorCode).toEqual({ [family!]: name });
    expect(await sim('counts')).toEqual({});
  });

  it('refuses malformed JSON, unknown names, wrong types, old versions and strangers', async () => {
    const { post, mutate, search, at } = await world();
    const bad = [
      await post('googleAds:mutate', '{'),
      await mutate(BUDGET({ amount: '1' })),
      await mutate(BUDGET({ amountMicros: 'x' })),
    ];
    for (const { status, body } of bad)
      expect([status, body.error.details[0]['@type']]).toEqual([
        400,
        'type.googleapis.com/google.rpc.BadRequest',
      ]);
    const codes = async (answer: Promise<{ status: number; body: Json }>) => {
      const { status, body } = await answer;
      expect(failuresIn(body)).toEqual([]);
      return [status, ...Object.values(body.error.details[0].errors[0].errorCode)];
    };
    expect(
      await codes(post('googleAds:search', { query: 'SELECT customer.id FROM customer' }, MAIN, 'v24')),
    ).toEqual([400, 'UNSUPPORTED_VERSION']);
    expect(await codes(post('googleAds:search', { query: 'x' }, '3000000004'))).toEqual([
      403,
      'USER_PERMISSION_DENIED',
    ]);
    expect(await codes(post('googleAds:search', { query: 'x' }, '3000000003'))).toEqual([
      403,
      'CUSTOMER_NOT_ENABLED',
    ]);
    expect(await codes(post('googleAds:search', { query: 'x', pageSize: 5 }))).toEqual([
      400,
      'PAGE_SIZE_NOT_SUPPORTED',
    ]);
    const queries: [string, string][] = [
      ['campaign.id FROM campaign', 'EXPECTED_SELECT'],
      ['SELECT campaign.id', 'EXPECTED_FROM'],
      ['SELECT campaign.colour FROM campaign', 'UNRECOGNIZED_FIELD'],
      ['SELECT ad_group.id FROM campaign', 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE'],
      ['SELECT campaign.id FROM campaigns', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
      ['SELECT campaign.id FROM campaign WHERE campaign.id IN ()', 'PROHIBITED_EMPTY_LIST_IN_CONDITION'],
      [
        "SELECT segments.date, metrics.clicks FROM ad_group_ad WHERE segments.date = 'x'",
        'INVALID_DATE_FORMAT',
      ],
      ['SELECT segments.date, metrics.clicks FROM ad_group_ad', 'EXPECTED_FILTERS_ON_DATE_RANGE'],
      [
        "SELECT segments.conversion_action_category, metrics.clicks FROM ad_group_ad WHERE segments.date = '2026-01-01'",
        'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      ],
    ];
    for (const [query, code] of queries)
      expect([query, ...(await codes(search(query)))]).toEqual([query, 400, code]);
    const stranger = await realFetch(`${at}/v25/customers:listAccessibleCustomers`, {
      headers: { Authorization: 'Bearer ya29.sim1234567x' },
    });
    expect(stranger.status).toBe(401);
  });
});
