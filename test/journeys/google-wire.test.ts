// Checks against Google's own protos: every request of our adapter and every answer of the simulator is one
// of the API's messages, and the simulator refuses what Google refuses, in Google's format.
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {} from '../harness/servers/start-simulators.ts';
import { ADA, type Json, MAIN, newProject, type Project, wholeStory } from './support/google.ts';
import { isRowField, problemsOf } from './support/google-protos.ts';

interface Exchange {
  path: string;
  asked: Json;
  status: number;
  answer: Json;
}

const simulators = { url: inject('simulators') };
const exchanges: Exchange[] = [];
const realFetch = globalThis.fetch;
beforeAll(async () => {
  // Globals that only workerd has.
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
    const parsed = (body: unknown) => {
      try {
        return typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : null;
      } catch {
        // Sent like this on purpose.
        return null;
      }
    };
    exchanges.push({ path, asked: parsed(init.body), status: response.status, answer: parsed(text) });
    return response;
  }) as typeof fetch;
});
afterAll(async () => {
  globalThis.fetch = realFetch;
});

const MESSAGES: [RegExp, string | null, string][] = [
  [/\/customers:listAccessibleCustomers$/, null, 'services.ListAccessibleCustomersResponse'],
  [/\/googleAds:search$/, 'services.SearchGoogleAdsRequest', 'services.SearchGoogleAdsResponse'],
  [/\/googleAds:mutate$/, 'services.MutateGoogleAdsRequest', 'services.MutateGoogleAdsResponse'],
  [/\/youTubeVideoUploads:create$/, 'services.CreateYouTubeVideoUploadRequest', ''],
  [/\/resumable\/session\//, null, 'services.CreateYouTubeVideoUploadResponse'],
];

describe("Google's own messages", () => {
  it('are what our adapter sends and the simulator answers, in everything that is done', async () => {
    const one = await newProject(simulators.url);
    exchanges.length = 0;
    await wholeStory(simulators.url, one);
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

/** All fields that a query names. */
const fieldsOf = (query: string) => query.replace(/'[^']*'/g, '').match(/[a-z_]+(?:\.[a-z_]+)+/g) ?? [];

/** What is wrong with an error's format. */
function failuresIn({ error }: Json): string[] {
  const [{ '@type': type, ...failure }] = error.details;
  if (error.code < 400 || typeof error.status !== 'string') return ['no status'];
  if (type === 'type.googleapis.com/google.rpc.BadRequest') return [];
  if (!type.endsWith('.v25.errors.GoogleAdsFailure')) return [`details of ${type}`];
  return problemsOf('errors.GoogleAdsFailure', failure);
}

describe('the wire', () => {
  it('gives a code once, a token of an hour, and a refresh token only to who asks for it', async () => {
    const { consent, token, grant, sim } = await newProject(simulators.url);
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

  // A refused request leaves nothing behind, so one world is enough for all.
  let kept: Promise<Project> | undefined;
  const strict = () => {
    kept ??= newProject(simulators.url);
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
        resourceName: place('campaigns/-2'),
        name: `C ${randomInt(1e9)}`,
        status: 'PAUSED',
        advertisingChannelType: 'DEMAND_GEN',
        campaignBudget: place('campaignBudgets/-1'),
        maximizeConversions: {},
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
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
    const { post, mutate, search, at } = await newProject(simulators.url);
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
