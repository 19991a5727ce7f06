// The part of Snapchat's Ads API v1 that advertising needs, written from its public documentation
// (developers.snap.com, Ads-API: api-patterns, authentication, user, organizations, ad-accounts, campaigns,
// ad-squads, ads, media, creatives, measurement, targeting; Public-Profile-API: Profiles) and from recorded
// responses. It is independent of our adapter and simulator, which are both checked against it. Anything that
// is not listed here is refused.
import * as z from 'zod';
import {
  ad,
  campaign,
  creative,
  digits,
  ENTITIES,
  type Entity,
  id,
  localTime,
  media,
  medium,
  PLURALS,
  read,
  status,
  text,
  wholeSquad,
  words,
} from './snapchat-entities.ts';

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

const answerOf = (entity: Entity) => many(PLURALS[entity], entity, ENTITIES[entity]);

/** The body of an error status. */
export const Refusal = z.strictObject({
  request_status: z.literal('ERROR'),
  request_id: text(),
  debug_message: text(),
  display_message: text(),
  error_code: z.string().regex(/^E\d{4}$/),
});
/** With status 200: entities that were refused individually. */
export const RefusedEntities = z.looseObject({
  request_status: words('ERROR PARTIAL'),
  request_id: text(),
});
export const SignInRefusal = z.strictObject({ error: text(), error_description: text().optional() });

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  /** `:` matches an ID. */
  path: string;
  query: z.ZodType;
  /** The fields of a JSON body or of a form. */
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
  method: 'GET',
  path: `${PLURALS[entity]}/:`,
  query: none,
  body: null,
  answer: answerOf(entity),
});
const list = (parent: string, entity: Entity): Request => ({
  method: 'GET',
  path: `${parent}/:/${PLURALS[entity]}`,
  query: pages,
  body: null,
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
  method: 'POST',
  path: 'media/:/multipart-upload-v2',
  query: z.strictObject({ action: z.literal(action) }),
  body,
  answer,
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
  ...reported,
  type: z.literal('AD_ACCOUNT'),
  finalized_data_end_time: localTime,
  breakdown_stats: z.strictObject({
    ad: z.array(z.strictObject({ ...reported, type: z.literal('AD'), timeseries })),
  }),
});

const app = { client_id: id, client_secret: text() };
const grant = z.strictObject({
  access_token: text(),
  refresh_token: text(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().min(1),
  scope: text(),
  id_token: z.string().optional(),
});

export const REQUESTS: readonly Request[] = [
  {
    method: 'POST',
    path: 'login/oauth2/access_token',
    query: none,
    answer: grant,
    body: z.union([
      z.strictObject({
        ...app,
        grant_type: z.literal('authorization_code'),
        code: text(),
        redirect_uri: text(),
      }),
      z.strictObject({ ...app, grant_type: z.literal('refresh_token'), refresh_token: text() }),
    ]),
  },
  {
    method: 'GET',
    path: 'me',
    query: none,
    body: null,
    answer: z.strictObject({
      ...well,
      me: z.strictObject({ ...read, email: text(), display_name: text(), organization_id: id }),
    }),
  },
  {
    method: 'GET',
    path: 'me/organizations',
    body: null,
    answer: answerOf('organization'),
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
  // A recorded request leaves out what the URL says, and is accepted.
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
    method: 'POST',
    path: 'media/:/upload',
    query: none,
    body: z.strictObject({ file }),
    answer: uploaded,
  },
  parts(
    'INIT',
    z.strictObject({
      file_name: text(),
      file_size: digits,
      number_of_parts: z.string().regex(/^([1-9]|[12]\d|3[0-2])$/),
    }),
    z.strictObject({ ...well, upload_id: text(), add_path: partsPath, finalize_path: partsPath }),
  ),
  parts('ADD', z.strictObject({ file, part_number: digits, upload_id: text() }), z.strictObject(well)),
  parts('FINALIZE', z.strictObject({ file_name: text(), upload_id: text() }), uploaded),
  {
    method: 'GET',
    path: 'adaccounts/:/stats',
    body: null,
    query: z.strictObject({
      granularity: z.literal('DAY'),
      breakdown: z.literal('ad'),
      cursor: text().optional(),
      start_time: localTime,
      end_time: localTime,
      swipe_up_attribution_window: z.enum(['1_DAY', '7_DAY', '28_DAY']).optional(),
      view_attribution_window: z.enum(['1_HOUR', '3_HOUR', '6_HOUR', '1_DAY', '7_DAY', '28_DAY']).optional(),
      fields: text().refine((fields) => fields.split(',').every((name) => COUNTS.includes(name))),
    }),
    answer: z.strictObject({
      ...well,
      paging: paging.optional(),
      timeseries_stats: z
        .array(z.strictObject({ sub_request_status: z.literal('SUCCESS'), timeseries_stat: report }))
        .length(1),
    }),
  },
];
