// The fields of Snapchat's entities and their allowed values, in requests and in responses.
import * as z from 'zod';

export const words = (text: string) => z.enum(text.split(/\s+/).filter(Boolean));
export const text = (longest?: number) => (longest ? z.string().min(1).max(longest) : z.string().min(1));
const micros = (least: number) => z.int().min(least);
export const id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const localTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}([+-]\d\d:\d\d|Z)$/);
export const digits = z.string().regex(/^[1-9]\d*$/);
export const status = words('ACTIVE PAUSED');
const delivery_status = z.array(z.string().regex(/^(VALID|PENDING|INVALID(_[A-Z]+)+)$/)).min(1);
export const read = { id, created_at: time, updated_at: time };
const deleted = z.boolean().optional();

export const campaign = {
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
  auto_expansion_options: z
    .strictObject({
      interest_expansion_option: z.strictObject({ enabled: z.boolean() }).optional(),
      custom_audience_expansion_option: z.strictObject({ enabled: z.boolean() }).optional(),
    })
    .optional(),
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
/** One kind of budget, and the fields that it needs. */
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
  daily_budget_micro: some,
  lifetime_budget_micro: some,
  end_time: time.optional(),
  delivery_constraint: some,
  bid_strategy: some,
  bid_micro: some,
  optimization_goal: some,
  pixel_id: some,
  conversion_window: some,
};
export const wholeSquad = (more: z.core.$ZodLooseShape) =>
  z
    .strictObject({ ...squad, ...ofBudgetBidAndGoal, ...more })
    .and(budget)
    .and(bid)
    .and(goal);

export const ad = {
  name: text(375),
  ad_squad_id: id,
  creative_id: id,
  status,
  type: words('SNAP_AD REMOTE_WEBPAGE APP_INSTALL DEEP_LINK LEAD_GENERATION'),
};

export const medium = { name: text(375), type: words('VIDEO IMAGE'), ad_account_id: id };
export const media = z.strictObject({
  ...read,
  ...medium,
  media_status: words('PENDING_UPLOAD PROCESSING READY ERROR'),
  file_name: text().optional(),
  file_size_in_bytes: z.int().min(1).optional(),
  media_usages: z.array(text()).optional(),
  visibility: text().optional(),
});

/** A creative with a web view. */
export const creative = {
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
  id,
  created_at: time.optional(),
  updated_at: time.optional(),
  name: text(),
  type: text(),
  status: text(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  timezone: z.string().regex(/^[A-Za-z_]+\/[A-Za-z_/]+$/),
  organization_id: id,
  advertiser_organization_id: id,
  funding_source_ids: z.array(id),
});
const organization = z.strictObject({
  ...read,
  name: text(),
  country: text(),
  type: words('ENTERPRISE AGENCY PARTNER'),
  ad_accounts: z.array(adaccount).optional(),
});

export const ENTITIES = {
  campaign: z.strictObject({ ...read, ...campaign, delivery_status, deleted }),
  adsquad: wholeSquad({ ...read, delivery_status, deleted, child_ad_type: text().optional() }),
  ad: z.strictObject({
    ...read,
    ...ad,
    delivery_status,
    deleted,
    render_type: words('STATIC DYNAMIC').optional(),
    review_status: words('PENDING APPROVED REJECTED'),
    review_status_reasons: z.array(text()).optional(),
  }),
  media,
  creative: z.strictObject({
    ...read,
    ...creative,
    packaging_status: words('PENDING IN_PROGRESS SUCCESS'),
    review_status: words('PENDING_REVIEW APPROVED REJECTED'),
  }),
  adaccount,
  organization,
  public_profile: z.strictObject({
    ...read,
    organization_id: id,
    display_name: text(),
    profile_type: text().optional(),
  }),
  pixel: z.strictObject({
    ...read,
    ad_account_id: id,
    name: text(),
    status: words('ACTIVE PAUSED'),
    effective_status: text().optional(),
  }),
} as const;
export type Entity = keyof typeof ENTITIES;
export const PLURALS: Record<Entity, string> = {
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
