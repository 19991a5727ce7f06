// POST googleAds:search: rows of what there is, with exactly the fields that were asked for.
import { LANGUAGES } from './fixtures.ts';
import { fits, parseQuery, type Query } from './gaql.ts';
import { reportRows } from './report.ts';
import { adState, campaignState, policyOf } from './status.ts';
import { camel, type Json, malformed, refuse } from './wire.ts';
import type { Node, World } from './world.ts';

const A_PAGE = 10_000;

const words = (text: string) => text.split(' ');
/** The fields of each resource that can be asked for. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  customer: words('resource_name id descriptive_name currency_code time_zone manager test_account status'),
  customer_client: words(
    'resource_name id descriptive_name currency_code time_zone manager status level client_customer',
  ),
  campaign: words(
    'resource_name id name status primary_status primary_status_reasons serving_status advertising_channel_type advertising_channel_sub_type campaign_budget start_date_time end_date_time final_url_suffix tracking_url_template',
  ),
  campaign_budget: words(
    'resource_name id name amount_micros total_amount_micros period status explicitly_shared',
  ),
  ad_group: words('resource_name id name status campaign optimized_targeting_enabled'),
  ad_group_ad: words(
    'resource_name status ad_group primary_status primary_status_reasons policy_summary.review_status policy_summary.approval_status policy_summary.policy_topic_entries ad.id ad.name ad.resource_name ad.final_urls ad.type',
  ),
  ad_group_criterion: words(
    'resource_name criterion_id ad_group status type location.geo_target_constant audience.audience',
  ),
  campaign_criterion: words('resource_name criterion_id campaign type location.geo_target_constant'),
  asset: words(
    'resource_name id name type youtube_video_asset.youtube_video_id call_to_action_asset.call_to_action image_asset.full_size.width_pixels image_asset.full_size.height_pixels',
  ),
  audience: words('resource_name id name status'),
  conversion_action: words('resource_name id name category type status'),
  custom_conversion_goal: words('resource_name id name status conversion_actions'),
  language_constant: words('resource_name id code name targetable'),
  you_tube_video_upload: words('resource_name video_upload_id channel_id video_id state video_privacy'),
  user_interest: words('resource_name user_interest_id name taxonomy_type'),
  segments: words('date conversion_action_category'),
  metrics: words('cost_micros impressions clicks conversions conversions_value'),
};

/** What can be asked for beside a resource itself. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  campaign: ['customer', 'campaign_budget'],
  campaign_budget: ['customer'],
  ad_group: ['customer', 'campaign', 'campaign_budget'],
  ad_group_ad: ['customer', 'campaign', 'ad_group', 'segments', 'metrics'],
  ad_group_criterion: ['customer', 'campaign', 'ad_group'],
  campaign_criterion: ['customer', 'campaign'],
  customer_client: ['customer'],
};

export function search(world: World, customer: Node, body: Json): Json {
  const known = ['customerId', 'query', 'pageToken', 'validateOnly', 'searchSettings'];
  for (const name of Object.keys(body)) {
    if (name === 'pageSize')
      throw refuse('requestError.PAGE_SIZE_NOT_SUPPORTED', 'Setting the page size is not supported.');
    if (!known.includes(name))
      throw malformed(`Invalid JSON payload received. Unknown name "${name}": Cannot find field.`);
  }
  const query = parseQuery(body.query);
  checkFields(query, customer);
  let rows = rowsOf(world, customer, query).filter((row) =>
    query.where.every((one) => fits(at(row, one.field), one)),
  );
  for (const { field, descending } of query.order.toReversed())
    rows = rows.toSorted((a, b) => (compare(at(a, field), at(b, field)) || 0) * (descending ? -1 : 1));
  if (query.limit !== null) rows = rows.slice(0, query.limit);
  const size = world.setting('pageSize', A_PAGE);
  const from = body.pageToken ? placeOf(String(body.pageToken), String(body.query)) : 0;
  const page = rows.slice(from, from + size);
  return {
    ...(page.length > 0 ? { results: page.map((row) => projected(row, query)) } : {}),
    ...(from + size < rows.length ? { nextPageToken: tokenOf(from + size, String(body.query)) } : {}),
    ...(body.searchSettings?.returnTotalResultsCount ? { totalResultsCount: String(rows.length) } : {}),
    fieldMask: query.select.map((path) => path.split('.').map(camel).join('.')).join(','),
  };
}

const compare = (a: unknown, b: unknown) => {
  const numbers = [Number(a), Number(b)] as const;
  if (numbers.every((one) => !Number.isNaN(one))) return numbers[0] - numbers[1];
  return String(a ?? '') < String(b ?? '') ? -1 : 1;
};

/** A page's token is good for the query that it came with. */
const tokenOf = (from: number, query: string) =>
  btoa(JSON.stringify([from, query.length])).replaceAll('=', '');

function placeOf(token: string, query: string): number {
  try {
    const [from, length] = JSON.parse(atob(token));
    if (Number.isInteger(from) && length === query.length) return from;
  } catch {
    // not ours
  }
  throw refuse('requestError.INVALID_PAGE_TOKEN', 'The page token is not valid.', { place: ['pageToken'] });
}

function checkFields({ select, from, where, order }: Query, customer: Node): void {
  if (!FIELDS[from] || from === 'segments' || from === 'metrics')
    throw refuse('queryError.BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', `Error in query: ${from} is no resource.`);
  for (const path of [...select, ...where.map(({ field }) => field), ...order.map(({ field }) => field)]) {
    const [resource, ...name] = path.split('.') as [string, ...string[]];
    if (!FIELDS[resource]?.includes(name.join('.')))
      throw refuse('queryError.UNRECOGNIZED_FIELD', `Error in query: unrecognized field ${path}.`);
    if (resource !== from && !BESIDE[from]?.includes(resource))
      throw refuse(
        'queryError.PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE',
        `${path} does not go with ${from}.`,
      );
  }
  for (const { field } of where)
    if (!select.includes(field) && field.startsWith('metrics.'))
      throw refuse(
        'queryError.EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
        `Select ${field} to filter by it.`,
      );
  const metrics = select.filter((one) => one.startsWith('metrics.'));
  if (metrics.length > 0 && customer.manager)
    throw refuse('queryError.REQUESTED_METRICS_FOR_MANAGER', 'A manager account has no metrics.');
  const counted = ['metrics.conversions', 'metrics.conversions_value'];
  if (select.includes('segments.conversion_action_category') && metrics.some((one) => !counted.includes(one)))
    throw refuse(
      'queryError.PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      'This segment has no such metric.',
    );
  const dates = where.filter(({ field }) => field === 'segments.date');
  if (select.some((one) => one.startsWith('segments.')) && dates.length === 0)
    throw refuse('queryError.EXPECTED_FILTERS_ON_DATE_RANGE', 'Filter by a finite range of dates.');
  for (const { values } of dates)
    if (values.some((one) => !/^\d{4}-\d\d-\d\d$/.test(one)))
      throw refuse('queryError.INVALID_DATE_FORMAT', 'A date is written YYYY-MM-DD.');
}

/** The value of a path such as `ad_group_ad.ad.id`. */
function at(row: Json, path: string): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: rows are what this file makes
  return path.split('.').reduce<any>((found, name) => found?.[camel(name)], row);
}

function projected(row: Json, { select, from }: Query): Json {
  const out: Json = {};
  for (const path of [`${from}.resource_name`, ...select]) {
    const value = at(row, path);
    const names = path.split('.').map(camel);
    const named = row[names[0]!]?.resourceName;
    const top = names[0]!;
    out[top] ??= named === undefined ? {} : { resourceName: named };
    let into = out[top];
    for (const name of names.slice(1, -1)) {
      into[name] ??= {};
      into = into[name];
    }
    if (value !== undefined) into[names.at(-1)!] = value;
  }
  if (from === 'ad_group_ad' && out.adGroupAd.ad)
    out.adGroupAd.ad = { resourceName: row.adGroupAd.ad.resourceName, ...out.adGroupAd.ad };
  return out;
}

const last = (name: string) => name.split('/').at(-1)!;
/** As the API names it, with its ID, and without the simulator's notes. */
function view(node: Node): Json {
  const fields = Object.fromEntries(
    Object.entries(node).filter(([name]) => !name.startsWith('_') && name !== 'id'),
  );
  return { ...fields, resourceName: node.id, id: last(node.id) };
}

function rowsOf(world: World, customer: Node, query: Query): Json[] {
  const own = { customer: viewCustomer(customer) };
  const campaigns = () => world.all('campaign', customer.id);
  const campaignRow = (node: Node): Json => ({
    ...own,
    campaign: { ...view(node), ...campaignState(world, customer, node) },
    campaignBudget: viewBudget(world.get('campaignBudget', node.campaignBudget, customer.id)),
  });
  const groupRow = (node: Node): Json => ({
    ...campaignRow(world.get('campaign', node.campaign, customer.id)),
    adGroup: view(node),
  });
  const adRow = (node: Node): Json => ({
    ...groupRow(world.get('adGroup', node.adGroup, customer.id)),
    adGroupAd: { ...view(node), ...adState(world, customer, node), policySummary: policyOf(world, node) },
  });
  const ads = () => world.all('adGroupAd', customer.id);
  switch (query.from) {
    case 'customer':
      return [own];
    case 'customer_client':
      return clientsOf(world, customer).map((one) => ({ ...own, customerClient: one }));
    case 'campaign':
      return campaigns().map(campaignRow);
    case 'campaign_budget':
      return world
        .all('campaignBudget', customer.id)
        .map((one) => ({ ...own, campaignBudget: viewBudget(one) }));
    case 'ad_group':
      return world.all('adGroup', customer.id).map(groupRow);
    case 'ad_group_ad':
      if (query.select.some((one) => /^(segments|metrics)\./.test(one)))
        return reportRows(world, customer, query, ads().toReversed(), adRow);
      return ads().map(adRow);
    case 'ad_group_criterion':
      return criteria(world, customer, 'adGroupCriterion').map((node) => ({
        ...groupRow(world.get('adGroup', node.adGroup, customer.id)),
        adGroupCriterion: viewCriterion(node),
      }));
    case 'campaign_criterion':
      return criteria(world, customer, 'campaignCriterion').map((node) => ({
        ...campaignRow(world.get('campaign', node.campaign, customer.id)),
        campaignCriterion: viewCriterion(node),
      }));
    case 'asset':
      return world.all('asset', customer.id).map((node) => ({ asset: viewAsset(node) }));
    case 'audience':
      return world
        .all('audience', customer.id)
        .map((node) => ({ audience: { ...view(node), status: 'ENABLED' } }));
    case 'conversion_action':
      return world.all('conversionAction', customer.id).map((node) => ({ conversionAction: view(node) }));
    case 'custom_conversion_goal':
      return world
        .all('customConversionGoal', customer.id)
        .map((node) => ({ customConversionGoal: { status: 'ENABLED', ...view(node) } }));
    case 'language_constant':
      return LANGUAGES.map((one) => ({
        languageConstant: { resourceName: `languageConstants/${one.id}`, ...one, targetable: true },
      }));
    case 'you_tube_video_upload':
      return world
        .all('upload', customer.id)
        .map((node) => ({ youTubeVideoUpload: viewUpload(world, node) }));
    default:
      return world.all('userInterest').map(({ id, name, taxonomyType }) => ({
        userInterest: {
          resourceName: `customers/${customer.id}/userInterests/${id}`,
          userInterestId: id,
          name,
          taxonomyType,
        },
      }));
  }
}

const criteria = (world: World, customer: Node, kind: 'adGroupCriterion' | 'campaignCriterion') =>
  world.all(kind, customer.id).filter((one) => !one._removed);

const CRITERION_TYPES: Readonly<Record<string, string>> = {
  location: 'LOCATION',
  audience: 'AUDIENCE',
  device: 'DEVICE',
  language: 'LANGUAGE',
};

const viewCriterion = (node: Node): Json => ({
  ...view(node),
  criterionId: last(node.id).split('~').at(-1),
  type: CRITERION_TYPES[['location', 'audience', 'device'].find((name) => node[name]) ?? 'language'],
});

const viewBudget = (node: Node): Json => ({
  ...view(node),
  period: node.period ?? 'DAILY',
  status: node.status === 'REMOVED' ? 'REMOVED' : 'ENABLED',
});

const viewAsset = (node: Node): Json => {
  const { imageAsset: image, ...rest } = view(node);
  const fullSize = image && sizeOf(image.data);
  const type = image
    ? 'IMAGE'
    : node.youtubeVideoAsset
      ? 'YOUTUBE_VIDEO'
      : node.textAsset
        ? 'TEXT'
        : 'CALL_TO_ACTION';
  return { ...rest, ...(fullSize ? { imageAsset: { fullSize } } : {}), type };
};

/** What a PNG says of itself; undefined where its beginning is cut off. */
function sizeOf(data: string): Json | undefined {
  const bytes = Uint8Array.from(atob(data.slice(0, 32)), (letter) => letter.charCodeAt(0));
  if (bytes.length < 24) return undefined;
  const view = new DataView(bytes.buffer);
  return { widthPixels: String(view.getUint32(16)), heightPixels: String(view.getUint32(20)) };
}

const viewUpload = (world: World, node: Node): Json => {
  const processing = node._ready > world.now();
  const state = node._removed
    ? 'UNAVAILABLE'
    : processing
      ? 'UPLOADED'
      : node._failed
        ? 'FAILED'
        : 'PROCESSED';
  return {
    resourceName: node.id,
    videoUploadId: last(node.id),
    state,
    videoPrivacy: 'UNLISTED',
    ...(node._failed ? {} : { videoId: node.videoId }),
  };
};

const viewCustomer = (node: Node): Json => {
  const { users: _, ...fields } = view(node);
  return { ...fields, resourceName: `customers/${node.id}` };
};

function clientsOf(world: World, manager: Node): Json[] {
  const under = manager.manager ? world.all('customer').filter((one) => one._manager === manager.id) : [];
  return [manager, ...under].map((one) => ({
    ...viewCustomer(one),
    resourceName: `customers/${manager.id}/customerClients/${one.id}`,
    clientCustomer: `customers/${one.id}`,
    level: one.id === manager.id ? '0' : '1',
  }));
}
