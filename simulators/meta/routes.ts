// Which edge does what. `:` stands for an ID, `act_:` for an ad account's.
import { copyNode, startSessions, viewSession } from './copies.ts';
import { change, makeAd, makeAdset, makeCampaign } from './delivery.ts';
import { INSIGHT_FIELDS, listInsights, searchInterests } from './insights.ts';
import { listImages, listThumbnails, makeCreative, makeImage, makeVideo, viewVideo } from './media.ts';
import { revokeAll } from './oauth.ts';
import { listContent } from './partnership.ts';
import { viewAd, viewAdset, viewCampaign } from './status.ts';
import { check, filtered, invalid, missingObject, noPermission, type Params, page, project } from './wire.ts';
import type { Node, NodeKind, World } from './world.ts';

export interface Call {
  world: World;
  /** Whose token it is. */
  user: Node;
  token: string;
  scopes: string[];
  params: Params;
  url: URL;
  id: string;
}

interface Type {
  name: string;
  known: readonly string[];
  usual: readonly string[];
  view?(world: World, node: Node): Params;
}

const words = (text: string) => text.split(/\s+/).filter(Boolean);
const TIMES = 'created_time updated_time';
const STATE = 'name status configured_status effective_status account_id issues_info';

const TYPES: Partial<Record<NodeKind, Type>> = {
  user: { name: 'User', known: ['name'], usual: ['name'] },
  business: { name: 'Business', known: words('name verification_status'), usual: ['name'] },
  account: {
    name: 'AdAccount',
    known:
      words(`account_id name currency account_status disable_reason timezone_name timezone_offset_hours_utc
      business amount_spent balance spend_cap min_daily_budget`),
    usual: ['account_id'],
  },
  page: {
    name: 'Page',
    known: words('name access_token category tasks instagram_business_account'),
    usual: words('access_token category name tasks'),
    view: (_, node) => ({ ...node, access_token: `EAASIMPAGE${node.id}` }),
  },
  instagram: { name: 'IGUser', known: words('username profile_pic'), usual: ['username'] },
  pixel: { name: 'AdsPixel', known: words('name last_fired_time is_unavailable owner_business'), usual: [] },
  conversion: {
    name: 'CustomConversion',
    known: words(`name custom_event_type description is_archived is_unavailable pixel rule retention_days
      creation_time last_fired_time default_conversion_value`),
    usual: [],
  },
  app: { name: 'Application', known: words('name object_store_urls'), usual: ['name'] },
  audience: {
    name: 'CustomAudience',
    known: words(`name subtype approximate_count_lower_bound approximate_count_upper_bound delivery_status
      operation_status retention_days time_updated description`),
    usual: [],
  },
  campaign: {
    name: 'Campaign',
    known: words(`${STATE} ${TIMES} objective daily_budget lifetime_budget spend_cap buying_type bid_strategy
      special_ad_categories special_ad_category_country start_time stop_time promoted_object source_campaign_id`),
    usual: [],
    view: viewCampaign,
  },
  adset: {
    name: 'AdSet',
    known:
      words(`${STATE} ${TIMES} campaign_id daily_budget lifetime_budget bid_amount bid_strategy billing_event
      optimization_goal promoted_object destination_type targeting start_time end_time attribution_spec
      dsa_beneficiary dsa_payor`),
    usual: [],
    view: viewAdset,
  },
  ad: {
    name: 'Ad',
    known: words(`${STATE} ${TIMES} adset_id campaign_id creative ad_review_feedback conversion_domain
      tracking_specs bid_amount`),
    usual: [],
    view: viewAd,
  },
  creative: {
    name: 'AdCreative',
    known:
      words(`name status account_id object_story_spec object_story_id url_tags thumbnail_url branded_content
      instagram_branded_content facebook_branded_content object_id source_instagram_media_id asset_feed_spec
      effective_object_story_id instagram_permalink_url`),
    usual: [],
  },
  video: {
    name: 'AdVideo',
    known: words('title description status picture length created_time'),
    usual: words('title'),
    view: viewVideo,
  },
  image: {
    name: 'AdImage',
    known: words('hash name url url_128 width height created_time'),
    usual: words('hash name'),
  },
};

const GONE = ['ARCHIVED', 'DELETED'];
const ANY = words('ACTIVE PAUSED DELETED ARCHIVED IN_PROCESS WITH_ISSUES');
const AD_STATUSES = words(
  'CAMPAIGN_PAUSED ADSET_PAUSED PENDING_REVIEW DISAPPROVED PREAPPROVED PENDING_BILLING_INFO',
);
/** By what states a list can be asked for. */
const STATUSES: Partial<Record<NodeKind, readonly string[]>> = {
  campaign: ANY,
  adset: [...ANY, 'CAMPAIGN_PAUSED'],
  ad: [...ANY, ...AD_STATUSES],
};

interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  handle(call: Call): unknown;
}

/** Nodes of a kind as a list with fields, filters and pages. */
function list(call: Call, kind: NodeKind, nodes: Params[]): Params {
  const type = TYPES[kind]!;
  const viewed = nodes.map((node) => (type.view ? type.view(call.world, node as Node) : node));
  // What is archived or deleted is only listed for those who ask for it by its status.
  const { effective_status: asked } = check(call.params, { effective_status: 'list' });
  for (const status of asked ?? [])
    if (!STATUSES[kind]?.includes(status))
      throw invalid(`Param effective_status: ${status} is not valid here.`);
  const there = viewed.filter((one) => asked !== undefined || !GONE.includes(one.effective_status));
  const kept = filtered(there, call.params);
  const paged = page(call.url, call.token, call.params, kept);
  return { ...paged, data: paged.data.map((node: Params) => project(node, call.params.fields, type)) };
}

const mine = (call: Call, kind: NodeKind) =>
  call.world.all(kind).filter((node) => node._users?.includes(call.user.id));

function need(call: Call, ...scopes: string[]): void {
  if (!scopes.some((scope) => call.scopes.includes(scope)))
    throw noPermission(`Requires ${scopes.join(' or ')} permission to manage the object.`);
}

/** The ad account of the path. Throws for one that the person or the token has no access to. */
function account(call: Call, writing = false): Node {
  need(call, 'ads_management', ...(writing ? [] : ['ads_read']));
  const node = call.world.get('account', `act_${call.id}`);
  if (!node._users.includes(call.user.id))
    throw noPermission('Ad account owner has NOT granted ads_management or ads_read permission.');
  if (writing && node.account_status !== 1 && node.account_status !== 9)
    throw invalid('The ad account is disabled or has to be paid.', 1487194, ['account_id']);
  return node;
}

/** What the path's ID names, if the person may see it. */
function named(call: Call, writing = false): { kind: NodeKind; node: Node } {
  const found = call.world.find(call.id);
  if (!found || !TYPES[found.kind]) throw missingObject(call.id);
  if (found.node._account) account({ ...call, id: found.node._account.slice(4) }, writing);
  else if (found.node._users && !found.node._users.includes(call.user.id)) throw missingObject(call.id);
  return found;
}

const edge = (path: string, kind: NodeKind, nodes: (call: Call) => Params[]): Route => ({
  method: 'GET',
  path,
  handle: (call) => list(call, kind, nodes(call)),
});

const ofAccount = (name: string, kind: NodeKind): Route =>
  edge(`act_:/${name}`, kind, (call) => call.world.all(kind, account(call).id));

const makes = (name: string, make: (world: World, account: Node, params: Params) => unknown): Route => ({
  method: 'POST',
  path: `act_:/${name}`,
  handle: (call) => make(call.world, account(call, true), call.params),
});

/** What a campaign holds, or an ad set. */
const children = (name: string, kind: 'adset' | 'ad'): Route =>
  edge(`:/${name}`, kind, (call) => {
    const { kind: of, node } = named(call);
    const link = of === 'campaign' ? 'campaign_id' : 'adset_id';
    return call.world.all(kind, node._account).filter((one) => one[link] === node.id);
  });

const MOVABLE = ['campaign', 'adset', 'ad'] as const;
function movable(call: Call): { kind: (typeof MOVABLE)[number]; node: Node } {
  const { kind, node } = named(call, true);
  const found = MOVABLE.find((one) => one === kind);
  if (!found) throw missingObject(call.id);
  return { kind: found, node };
}

function insights(call: Call, node: Node, kind: string): Params {
  const rows = listInsights(call.world, node, kind, call.params);
  const type = { name: 'AdsInsights', known: INSIGHT_FIELDS, usual: INSIGHT_FIELDS.slice(0, 12) };
  const paged = page(call.url, call.token, call.params, rows);
  const kept = (row: Params) => ({
    ...project(row, call.params.fields, type),
    date_start: row.date_start,
    date_stop: row.date_stop,
  });
  return { ...paged, data: paged.data.map(kept) };
}

export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '', handle: ({ world, params }) => startSessions(world, params) },
  { method: 'GET', path: 'me', handle: ({ user, params }) => project(user, params.fields, TYPES.user!) },
  {
    method: 'GET',
    path: 'me/permissions',
    handle: ({ scopes }) => ({ data: scopes.map((permission) => ({ permission, status: 'granted' })) }),
  },
  {
    method: 'DELETE',
    path: 'me/permissions',
    handle: ({ world, user }) => {
      revokeAll(world, user.id);
      return { success: true };
    },
  },
  edge('me/adaccounts', 'account', (call) => {
    need(call, 'ads_read', 'ads_management');
    return mine(call, 'account');
  }),
  edge('me/businesses', 'business', (call) => {
    need(call, 'business_management');
    return mine(call, 'business');
  }),
  edge('me/accounts', 'page', (call) => {
    need(call, 'pages_show_list');
    return mine(call, 'page');
  }),
  edge(':/owned_ad_accounts', 'account', (call) => {
    const { node } = named(call);
    return mine(call, 'account').filter((one) => one.business?.id === node.id);
  }),
  edge(':/client_ad_accounts', 'account', () => []),
  {
    method: 'GET',
    path: ':/partnership-ads-advertisable-content',
    handle: (call) => listContent(call, call.world.get('business', call.id), mine(call, 'page')),
  },
  edge('act_:/promote_pages', 'page', (call) => account(call) && mine(call, 'page')),
  edge('act_:/instagram_accounts', 'instagram', (call) => call.world.all('instagram', account(call).id)),
  edge('act_:/connected_instagram_accounts', 'instagram', (call) =>
    call.world.all('instagram', account(call).id),
  ),
  ofAccount('adspixels', 'pixel'),
  ofAccount('advertisable_applications', 'app'),
  ofAccount('customconversions', 'conversion'),
  {
    method: 'GET',
    path: 'act_:/minimum_budgets',
    handle: (call) => {
      const { currency, min_daily_budget: least } = account(call);
      const row = { currency, min_daily_budget_imp: least, min_daily_budget_high_freq: least * 5 };
      return {
        data: [{ ...row, min_daily_budget_low_freq: least * 40, min_daily_budget_video_views: least }],
      };
    },
  },
  ofAccount('campaigns', 'campaign'),
  ofAccount('adsets', 'adset'),
  ofAccount('ads', 'ad'),
  ofAccount('adcreatives', 'creative'),
  ofAccount('advideos', 'video'),
  ofAccount('customaudiences', 'audience'),
  edge('act_:/adimages', 'image', (call) => listImages(call.world, account(call), call.params)),
  makes('campaigns', makeCampaign),
  makes('adsets', makeAdset),
  makes('ads', makeAd),
  makes('adcreatives', makeCreative),
  makes('advideos', makeVideo),
  makes('adimages', makeImage),
  { method: 'GET', path: 'act_:/insights', handle: (call) => insights(call, account(call), 'account') },
  { method: 'GET', path: 'act_:/targetingsearch', handle: (call) => account(call) && search(call) },
  { method: 'GET', path: 'search', handle: search },
  children('adsets', 'adset'),
  children('ads', 'ad'),
  {
    method: 'GET',
    path: ':/insights',
    handle: (call) => {
      const { kind, node } = named(call);
      return insights(call, node, kind);
    },
  },
  {
    method: 'GET',
    path: ':/thumbnails',
    handle: (call) => ({ data: listThumbnails(call.world.get('video', call.id)) }),
  },
  {
    method: 'POST',
    path: ':/copies',
    handle: (call) => {
      const { kind, node } = movable(call);
      return copyNode(call.world, kind, node, call.params);
    },
  },
  {
    method: 'GET',
    path: 'act_:',
    handle: (call) => project(account(call), call.params.fields, TYPES.account!),
  },
  {
    method: 'GET',
    path: ':',
    handle: (call) => {
      const session = call.world.find(call.id);
      if (session?.kind === 'session') return viewSession(call.world, session.node);
      const { kind, node } = named(call);
      const type = TYPES[kind]!;
      return project(type.view ? type.view(call.world, node) : node, call.params.fields, type);
    },
  },
  {
    method: 'POST',
    path: ':',
    handle: (call) => {
      const { kind, node } = movable(call);
      return change(call.world, kind, node, call.params);
    },
  },
  {
    method: 'DELETE',
    path: ':',
    handle: (call) => {
      const { kind, node } = movable(call);
      return change(call.world, kind, node, { status: 'DELETED' });
    },
  },
];

function search(call: Call): Params {
  const { type = 'adinterest' } = call.params;
  if (type !== 'adinterest') throw invalid('Param type must be adinterest here.', undefined, ['type']);
  return page(call.url, call.token, call.params, searchInterests(call.params));
}
