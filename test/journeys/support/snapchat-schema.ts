// The part of Snapchat's Ads API v1 that advertising needs, written down from its public pages (developers.snap.com, Ads-API:
// api-patterns, authentication, user, organizations, ad-accounts, campaigns, ad-squads, ads, media, creatives, measurement,
// targeting; Public-Profile-API: Profiles) and from recorded answers of it. It knows nothing of our adapter or simulator:
// both are held against it. Whatever is not named here is not taken.
import * as z from 'zod';

const words = (text: string) => z.enum(text.split(/\s+/).filter(Boolean));
const text = (longest?: number) => (longest ? z.string().min(1).max(longest) : z.string().min(1));
const micros = (least: number) => z.int().min(least);
const id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const localTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}([+-]\d\d:\d\d|Z)$/);
const digits = z.string().regex(/^[1-9]\d*$/);
const status = words('ACTIVE PAUSED');
const delivery_status = z.array(z.string().regex(/^(VALID|PENDING|INVALID(_[A-Z]+)+)$/)).min(1);
const read = { id, created_at: time, updated_at: time };
const deleted = z.boolean().optional();

const campaign = {
  name: text(375),
  ad_account_id: id,
  status,
  start_time: time,
  end_time: time.optional(),
  daily_budget_micro: micros(20_000_000).optional(),
  lifetime_spend_cap_micro: micros(20_000_000).optional(),
  buy_model: words('AUCTION').optional(),
  objective_v2_properties: z
    .strictObject({
      objective_v2_type: words('AWARENESS_AND_ENGAGEMENT TRAFFIC LEADS APP_PROMOTION SALES'),
    })
    .optional(),
  regulations: z.strictObject({ restricted_delivery_signals: z.boolean() }).optional(),
  creation_state: words('PUBLISHED').optional(),
};

const targeting = z.strictObject({
  geos: z
    .array(
      z.strictObject({
        country_code: z.string().regex(/^[a-z]{2}$/),
        region_id: z.array(text()).optional(),
        operation: words('INCLUDE EXCLUDE').optional(),
      }),
    )
    .min(1),
  demographics: z
    .array(
      z.strictObject({
        min_age: z.string().regex(/^(1[3-9]|[2-9]\d)$/),
        max_age: z
          .string()
          .regex(/^\d\d\+?$/)
          .optional(),
        gender: words('MALE FEMALE').optional(),
        languages: z.array(text()).optional(),
      }),
    )
    .optional(),
  interests: z.array(z.strictObject({ category_id: z.array(text()).min(1) })).optional(),
  segments: z
    .array(z.strictObject({ segment_id: z.array(id).min(1), operation: words('INCLUDE EXCLUDE') }))
    .optional(),
  regulated_content: z.boolean().optional(),
  enable_targeting_expansion: z.boolean().optional(),
});

const squad = {
  name: text(375),
  campaign_id: id,
  type: words('SNAP_ADS'),
  status,
  billing_event: words('IMPRESSION'),
  placement_v2: z.strictObject({ config: words('AUTOMATIC') }),
  targeting,
  start_time: time.optional(),
  pacing_type: words('STANDARD').optional(),
  creation_state: words('PUBLISHED').optional(),
};
/** One kind of budget, and what goes with it. */
const budget = z.union([
  z.object({
    daily_budget_micro: micros(5_000_000),
    lifetime_budget_micro: z.undefined().optional(),
    delivery_constraint: z.literal('DAILY_BUDGET'),
  }),
  z.object({
    lifetime_budget_micro: micros(5_000_000),
    daily_budget_micro: z.undefined().optional(),
    delivery_constraint: z.literal('LIFETIME_BUDGET'),
    end_time: time,
  }),
]);
const bid = z.union([
  z.object({ bid_strategy: z.literal('AUTO_BID'), bid_micro: z.undefined().optional() }),
  z.object({ bid_strategy: words('LOWEST_COST_WITH_MAX_BID TARGET_COST'), bid_micro: micros(10_000) }),
]);
const goal = z.union([
  z.object({
    optimization_goal: words(
      'PIXEL_PAGE_VIEW PIXEL_ADD_TO_CART PIXEL_PURCHASE PIXEL_SIGNUP LANDING_PAGE_VIEW',
    ),
    pixel_id: id,
    conversion_window: words('SWIPE_28DAY_VIEW_1DAY SWIPE_7DAY').optional(),
  }),
  z.object({
    optimization_goal: words('IMPRESSIONS SWIPES VIDEO_VIEWS VIDEO_VIEWS_15_SEC STORY_OPENS USES'),
    pixel_id: z.undefined().optional(),
    conversion_window: z.undefined().optional(),
  }),
]);
const some = z.unknown().optional();
const ofBudgetBidAndGoal = {
  ...{ daily_budget_micro: some, lifetime_budget_micro: some, end_time: time.optional() },
  ...{ delivery_constraint: some, bid_strategy: some, bid_micro: some },
  ...{ optimization_goal: some, pixel_id: some, conversion_window: some },
};
const wholeSquad = (more: z.core.$ZodLooseShape) =>
  z
    .strictObject({ ...squad, ...ofBudgetBidAndGoal, ...more })
    .and(budget)
    .and(bid)
    .and(goal);

const ad = {
  name: text(375),
  ad_squad_id: id,
  creative_id: id,
  status,
  type: words('SNAP_AD REMOTE_WEBPAGE APP_INSTALL DEEP_LINK LEAD_GENERATION'),
};

const medium = { name: text(375), type: words('VIDEO IMAGE'), ad_account_id: id };
const media = z.strictObject({
  ...{ ...read, ...medium, media_status: words('PENDING_UPLOAD PROCESSING READY ERROR') },
  file_name: text().optional(),
  file_size_in_bytes: z.int().min(1).optional(),
  media_usages: z.array(text()).optional(),
  visibility: text().optional(),
});

/** One with a web view behind it. */
const creative = {
  name: text(375),
  ad_account_id: id,
  type: z.literal('WEB_VIEW'),
  headline: text(34),
  brand_name: text(32).optional(),
  top_snap_media_id: id,
  top_snap_crop_position: words('OPTIMIZED MIDDLE TOP BOTTOM').optional(),
  call_to_action:
    words(`APPLY_NOW MORE ORDER_NOW PLAY READ SHOP_NOW SHOW SIGN_UP VIEW WATCH DONATE DOWNLOAD RESPOND
    BUY_TICKETS SHOWTIMES BOOK_NOW GET_NOW LISTEN TRY VOTE VIEW_MENU PRE_REGISTER PLAY_GAME`).optional(),
  shareable: z.boolean().optional(),
  profile_properties: z.strictObject({ profile_id: id }),
  web_view_properties: z.strictObject({
    url: z
      .string()
      .regex(/^https:\/\//)
      .max(2048),
    allow_snap_javascript_sdk: z.boolean().optional(),
    block_preload: z.boolean().optional(),
  }),
};

const adaccount = z.strictObject({
  ...{ id, created_at: time.optional(), updated_at: time.optional() },
  ...{ name: text(), type: text(), status: text(), currency: z.string().regex(/^[A-Z]{3}$/) },
  timezone: z.string().regex(/^[A-Za-z_]+\/[A-Za-z_/]+$/),
  organization_id: id,
  advertiser_organization_id: id,
  funding_source_ids: z.array(id),
});
const organization = z.strictObject({
  ...{ ...read, name: text(), country: text(), type: words('ENTERPRISE AGENCY PARTNER') },
  ad_accounts: z.array(adaccount).optional(),
});

const well = { request_status: z.literal('SUCCESS'), request_id: text() };
const paging = z.strictObject({
  next_link: z
    .string()
    .regex(/^https?:\/\/[^?]+\?.*cursor=/)
    .optional(),
});
const many = (plural: string, singular: string, item: z.ZodType) => {
  const one = z.strictObject({ sub_request_status: z.literal('SUCCESS'), [singular]: item });
  return z.strictObject({ ...well, paging: paging.optional(), [plural]: z.array(one) });
};

const ENTITIES = {
  campaign: z.strictObject({ ...read, ...campaign, delivery_status, deleted }),
  adsquad: wholeSquad({ ...read, delivery_status, deleted, child_ad_type: text().optional() }),
  ad: z.strictObject({
    ...{ ...read, ...ad, delivery_status, deleted, render_type: words('STATIC DYNAMIC').optional() },
    review_status: words('PENDING APPROVED REJECTED'),
    review_status_reasons: z.array(text()).optional(),
  }),
  media,
  creative: z.strictObject({
    ...{ ...read, ...creative, packaging_status: words('PENDING IN_PROGRESS SUCCESS') },
    review_status: words('PENDING_REVIEW APPROVED REJECTED'),
  }),
  adaccount,
  organization,
  public_profile: z.strictObject({
    ...{ ...read, organization_id: id, display_name: text(), profile_type: text().optional() },
  }),
  pixel: z.strictObject({
    ...{ ...read, ad_account_id: id, name: text(), status: words('ACTIVE PAUSED') },
    effective_status: text().optional(),
  }),
} as const;
type Entity = keyof typeof ENTITIES;
const PLURALS: Record<Entity, string> = {
  campaign: 'campaigns',
  adsquad: 'adsquads',
  ad: 'ads',
  media: 'media',
  creative: 'creatives',
  adaccount: 'adaccounts',
  organization: 'organizations',
  public_profile: 'public_profiles',
  pixel: 'pixels',
};
const answerOf = (entity: Entity) => many(PLURALS[entity], entity, ENTITIES[entity]);

/** Of an error's status. */
export const Refusal = z.strictObject({
  request_status: z.literal('ERROR'),
  request_id: text(),
  debug_message: text(),
  display_message: text(),
  error_code: z.string().regex(/^E\d{4}$/),
});
/** With 200: entities that were refused by themselves. */
export const RefusedEntities = z.looseObject({
  request_status: words('ERROR PARTIAL'),
  request_id: text(),
});
export const SignInRefusal = z.strictObject({ error: text(), error_description: text().optional() });

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  /** `:` stands for an ID. */
  path: string;
  query: z.ZodType;
  /** Of JSON, or of a form's fields. */
  body: z.ZodType | null;
  answer: z.ZodType;
}

const none = z.strictObject({});
const pages = z.strictObject({
  limit: z
    .string()
    .regex(/^([5-9]\d|[1-9]\d\d|1000)$/)
    .optional(),
  cursor: text().optional(),
  read_deleted_entities: words('true false').optional(),
});

const one = (entity: Entity): Request => ({
  ...{ method: 'GET', path: `${PLURALS[entity]}/:`, query: none, body: null, answer: answerOf(entity) },
});
const list = (parent: string, entity: Entity): Request => ({
  ...{ method: 'GET', path: `${parent}/:/${PLURALS[entity]}`, query: pages, body: null },
  answer: answerOf(entity),
});
const writes = (parent: string, entity: Entity, make: z.ZodType, put: z.ZodType | null): Request[] =>
  (['POST', 'PUT'] as const).flatMap((method) => {
    const item = method === 'POST' ? make : put;
    if (item === null) return [];
    const body = z.strictObject({ [PLURALS[entity]]: z.array(item).min(1) });
    return [{ method, path: `${parent}/:/${PLURALS[entity]}`, query: none, body, answer: answerOf(entity) }];
  });

const unnamed = { ad_account_id: id.optional() };
const file = z.strictObject({
  name: text(),
  size: z.int().min(1).max(32_000_000),
  type: words('video/mp4 video/quicktime image/jpeg image/png'),
});
const uploaded = z.strictObject({ ...well, result: media });
const partsPath = z.string().regex(/^\/us\/v1\/media\/[0-9a-f-]{36}\/multipart-upload-v2\?action=[A-Z]+$/);
const parts = (action: string, body: z.ZodType, answer: z.ZodType): Request => ({
  ...{ method: 'POST', path: 'media/:/multipart-upload-v2' },
  ...{ query: z.strictObject({ action: z.literal(action) }), body, answer },
});

const COUNTS = `impressions swipes spend video_views conversion_purchases conversion_purchases_value
  conversion_sign_ups conversion_add_cart conversion_view_content conversion_start_checkout conversion_subscribe
  conversion_start_trial total_installs`
  .split(/\s+/)
  .filter(Boolean);
const reported = {
  id,
  granularity: z.literal('DAY'),
  start_time: localTime,
  end_time: localTime,
};
const timeseries = z.array(
  z.strictObject({
    start_time: localTime,
    end_time: localTime,
    stats: z.strictObject(Object.fromEntries(COUNTS.map((name) => [name, z.number().min(0).optional()]))),
  }),
);
const report = z.strictObject({
  ...{ ...reported, type: z.literal('AD_ACCOUNT'), finalized_data_end_time: localTime },
  breakdown_stats: z.strictObject({
    ad: z.array(z.strictObject({ ...reported, type: z.literal('AD'), timeseries })),
  }),
});

const app = { client_id: id, client_secret: text() };
const grant = z.strictObject({
  ...{ access_token: text(), refresh_token: text(), token_type: z.literal('Bearer') },
  ...{ expires_in: z.int().min(1), scope: text(), id_token: z.string().optional() },
});

export const REQUESTS: readonly Request[] = [
  {
    ...{ method: 'POST', path: 'login/oauth2/access_token', query: none, answer: grant },
    body: z.union([
      z.strictObject({
        ...{ ...app, grant_type: z.literal('authorization_code'), code: text(), redirect_uri: text() },
      }),
      z.strictObject({ ...app, grant_type: z.literal('refresh_token'), refresh_token: text() }),
    ]),
  },
  {
    ...{ method: 'GET', path: 'me', query: none, body: null },
    answer: z.strictObject({
      ...well,
      me: z.strictObject({ ...read, email: text(), display_name: text(), organization_id: id }),
    }),
  },
  {
    ...{ method: 'GET', path: 'me/organizations', body: null, answer: answerOf('organization') },
    query: pages.extend({ with_ad_accounts: words('true false').optional() }),
  },
  list('business/organizations', 'public_profile'),
  ...(['adaccount', 'campaign', 'adsquad', 'ad', 'creative', 'media'] as const).map(one),
  ...(['pixel', 'campaign', 'adsquad', 'ad', 'creative', 'media'] as const).map((entity) =>
    list('adaccounts', entity),
  ),
  list('campaigns', 'adsquad'),
  list('campaigns', 'ad'),
  list('adsquads', 'ad'),
  // A recorded request leaves out what the address says, and is taken.
  ...writes(
    'adaccounts',
    'campaign',
    z.strictObject({ ...campaign, ...unnamed }),
    z.strictObject({ id, ...campaign }),
  ),
  ...writes('campaigns', 'adsquad', wholeSquad({ status: status.optional() }), wholeSquad({ id })),
  ...writes('adsquads', 'ad', z.strictObject(ad), z.strictObject({ id, ...ad })),
  ...writes('adaccounts', 'media', z.strictObject({ ...medium, ...unnamed }), null),
  ...writes('adaccounts', 'creative', z.strictObject(creative), null),
  {
    ...{ method: 'POST', path: 'media/:/upload', query: none, body: z.strictObject({ file }) },
    answer: uploaded,
  },
  parts(
    'INIT',
    z.strictObject({
      ...{ file_name: text(), file_size: digits },
      number_of_parts: z.string().regex(/^([1-9]|[12]\d|3[0-2])$/),
    }),
    z.strictObject({ ...well, upload_id: text(), add_path: partsPath, finalize_path: partsPath }),
  ),
  parts('ADD', z.strictObject({ file, part_number: digits, upload_id: text() }), z.strictObject(well)),
  parts('FINALIZE', z.strictObject({ file_name: text(), upload_id: text() }), uploaded),
  {
    ...{ method: 'GET', path: 'adaccounts/:/stats', body: null },
    query: z.strictObject({
      ...{ granularity: z.literal('DAY'), breakdown: z.literal('ad'), cursor: text().optional() },
      ...{ start_time: localTime, end_time: localTime },
      fields: text().refine((fields) => fields.split(',').every((name) => COUNTS.includes(name))),
    }),
    answer: z.strictObject({
      ...{ ...well, paging: paging.optional() },
      timeseries_stats: z
        .array(z.strictObject({ sub_request_status: z.literal('SUCCESS'), timeseries_stat: report }))
        .length(1),
    }),
  },
];
