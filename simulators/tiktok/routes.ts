// Which edge does what. All but the sign-in need a token, and most the advertiser that they are about.
import { changeAd, changeAdgroup, changeCampaign, changeStatus, copyCampaign, viewTask } from './changes.ts';
import { makeAd, makeAdgroup, makeCampaign } from './making.ts';
import {
  authorisePost,
  listImages,
  listPosts,
  listVideos,
  makeImage,
  makeVideo,
  unbindPost,
  viewPost,
  viewVideos,
} from './media.ts';
import { listAdvertisers } from './oauth.ts';
import { recommendKeywords, regions, report } from './reports.ts';
import { primaryOf, view } from './status.ts';
import { check, noPermission, type Params, page, picked, type Spec } from './wire.ts';
import type { Node, World } from './world.ts';

export interface Call {
  world: World;
  app: string;
  token: Node;
  params: Params;
}

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  handle(call: Call): unknown;
}

type Handler = (world: World, advertiser: Node, params: Params) => unknown;

/** An advertiser that the token is for. Throws for any other. */
function advertiserOf({ world, token }: Call, id: unknown, writing: boolean): Node {
  if (!token.advertisers.includes(id)) throw noPermission(`No permission to operate advertiser ${id}.`);
  const advertiser = world.get('advertiser', id);
  if (writing && advertiser.status !== 'STATUS_ENABLE') throw noPermission('The advertiser is not enabled.');
  return advertiser;
}

const reads = (path: string, handler: Handler): Route => ({
  method: 'GET',
  path,
  handle: (call) => {
    const { advertiser_id: id } = check(call.params, { advertiser_id: 'string!' }, true);
    return handler(call.world, advertiserOf(call, id, false), call.params);
  },
});

/** @param form whether it comes as multipart. */
const writes = (path: string, handler: Handler, form = false): Route => ({
  method: 'POST',
  path,
  handle: (call) => {
    const { advertiser_id: id } = check(call.params, { advertiser_id: 'string!' }, form);
    return handler(call.world, advertiserOf(call, id, true), call.params);
  },
});

type Kind = 'campaign' | 'adgroup' | 'ad';
const FIELDS: Record<Kind, readonly string[]> = {
  campaign:
    'advertiser_id campaign_id campaign_name objective_type app_promotion_type campaign_type sales_destination special_industries budget_optimize_on budget_mode budget operation_status secondary_status campaign_automation_type create_time modify_time'.split(
      ' ',
    ),
  adgroup:
    'advertiser_id campaign_id adgroup_id adgroup_name promotion_type optimization_goal optimization_event pixel_id app_id billing_event bid_type conversion_bid_price budget_mode budget schedule_type schedule_start_time schedule_end_time placement_type placements targeting_optimization_mode suggestion_audience_enabled targeting_spec operation_status secondary_status create_time modify_time'.split(
      ' ',
    ),
  ad: 'advertiser_id campaign_id adgroup_id smart_plus_ad_id ad_name creative_list ad_text_list call_to_action_list landing_page_url_list ad_configuration operation_status secondary_status create_time modify_time'.split(
    ' ',
  ),
};
const FILTERS: Record<Kind, Spec> = {
  campaign: { campaign_ids: 'strings', campaign_name: 'string' },
  adgroup: { campaign_ids: 'strings', adgroup_ids: 'strings', adgroup_name: 'string' },
  ad: { campaign_ids: 'strings', adgroup_ids: 'strings', smart_plus_ad_ids: 'strings' },
};
const PRIMARY =
  'STATUS_NOT_DELETE STATUS_ALL STATUS_DELETE STATUS_DELIVERY_OK STATUS_DISABLE STATUS_NOT_DELIVERY STATUS_TIME_DONE'.split(
    ' ',
  );

/** A list with filters, fields and pages. What is deleted is only listed for those who ask for it. */
function list(kind: Kind): Handler {
  return (world, advertiser, params) => {
    const { filtering = {} } = check(params, { filtering: 'object' }, true);
    const { primary_status: primary = 'STATUS_NOT_DELETE', ...asked } = check(filtering, {
      ...FILTERS[kind],
      primary_status: PRIMARY,
    });
    const fits = (row: Params) =>
      Object.entries(asked).every(([name, value]) =>
        Array.isArray(value)
          ? value.includes(row[name.slice(0, -1)])
          : String(row[name]).toLowerCase().includes(value.toLowerCase()),
      );
    const rows = world
      .all(kind, advertiser.id)
      .map((node) => view(world, kind, node))
      .filter((row) => {
        const is = primaryOf(row.secondary_status);
        if (primary === 'STATUS_NOT_DELETE') return is !== 'STATUS_DELETE' && fits(row);
        return (primary === 'STATUS_ALL' || primary === is) && fits(row);
      });
    return page(params, picked(rows, params, FIELDS[kind]));
  };
}

const plain = (node: Node): Params =>
  Object.fromEntries(Object.entries(node).filter(([name]) => !name.startsWith('_') && name !== 'id'));

const identities: Handler = (world, advertiser, params) => {
  const { identity_type: type, identity_authorized_bc_id: bc } = check(
    params,
    {
      identity_type: ['AUTH_CODE', 'BC_AUTH_TT', 'CUSTOMIZED_USER', 'TT_USER'],
      identity_authorized_bc_id: 'string',
    },
    true,
  );
  if (type === 'BC_AUTH_TT') check(params, { identity_authorized_bc_id: 'string!' }, true);
  const creators = world
    .all('post')
    .filter((post) => post._advertisers.includes(advertiser.id))
    .map((post) => ({
      identity_id: post.identity_id,
      identity_type: 'AUTH_CODE',
      display_name: post._handle,
    }));
  const own = world.all('identity', advertiser.id).map(plain);
  // Those of a business center are only told to who names it.
  const kept = [...own, ...creators].filter((one: Params) =>
    one.identity_type === 'BC_AUTH_TT'
      ? type === 'BC_AUTH_TT' && one.identity_authorized_bc_id === bc
      : type === undefined || one.identity_type === type,
  );
  return page(params, kept, { name: 'identity_list', usual: 20, most: 100 });
};

const audiences: Handler = (world, advertiser, params) => {
  const rows = world.all('audience', advertiser.id).map((one) => ({ ...plain(one), audience_id: one.id }));
  return page(params, rows, { most: 100 });
};

const pixels: Handler = (world, advertiser, params) => {
  const rows = world
    .all('pixel', advertiser.id)
    .map((one) => ({ ...plain(one), pixel_id: one.id, events: [] }));
  return page(params, rows, { name: 'pixels', most: 20 });
};

const apps: Handler = (world, advertiser) => ({
  apps: world.all('app', advertiser.id).map((one) => ({ ...plain(one), app_id: one.id })),
});

const ADVERTISER =
  'advertiser_id name company country currency timezone display_timezone status role balance owner_bc_id';

export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: 'oauth2/advertiser/get',
    handle: ({ world, app, token, params }) => listAdvertisers(world, app, token, params),
  },
  {
    method: 'GET',
    path: 'user/info',
    handle: ({ world, token }) => plain(world.get('user', token.user)),
  },
  {
    method: 'GET',
    path: 'advertiser/info',
    handle: (call) => {
      const { advertiser_ids: ids } = check(call.params, { advertiser_ids: 'strings!' }, true);
      const rows = ids.map((id: string) => advertiserOf(call, id, false));
      return { list: picked(rows, call.params, ADVERTISER.split(' ')) };
    },
  },
  {
    method: 'GET',
    path: 'bc/get',
    handle: ({ world, token, params }) => {
      const mine = world.all('bc').filter((one) => one._users.includes(token.user));
      const rows = mine.map((one) => ({ bc_info: plain(one), user_role: 'ADMIN', ext_user_role: {} }));
      return page(params, rows, { most: 50 });
    },
  },
  reads('identity/get', identities),
  reads('pixel/list', pixels),
  reads('app/list', apps),
  reads('tool/region', (_, __, params) => regions(params)),
  reads('tool/interest_keyword/recommend', (_, __, params) => recommendKeywords(params)),
  reads('dmp/custom_audience/list', audiences),
  writes('smart_plus/campaign/create', makeCampaign),
  writes('smart_plus/campaign/update', changeCampaign),
  writes('smart_plus/campaign/status/update', (world, of, params) =>
    changeStatus(world, 'campaign', of, params),
  ),
  writes('smart_plus/campaign/copy/task/create', copyCampaign),
  reads('smart_plus/campaign/copy/task/check', viewTask),
  reads('smart_plus/campaign/get', list('campaign')),
  writes('smart_plus/adgroup/create', makeAdgroup),
  writes('smart_plus/adgroup/update', changeAdgroup),
  writes('smart_plus/adgroup/status/update', (world, of, params) =>
    changeStatus(world, 'adgroup', of, params),
  ),
  reads('smart_plus/adgroup/get', list('adgroup')),
  writes('smart_plus/ad/create', makeAd),
  writes('smart_plus/ad/update', changeAd),
  writes('smart_plus/ad/status/update', (world, of, params) => changeStatus(world, 'ad', of, params)),
  reads('smart_plus/ad/get', list('ad')),
  writes('file/image/ad/upload', makeImage, true),
  reads('file/image/ad/search', listImages),
  writes('file/video/ad/upload', makeVideo, true),
  reads('file/video/ad/info', viewVideos),
  reads('file/video/ad/search', listVideos),
  writes('tt_video/authorize', authorisePost),
  writes('tt_video/unbind', unbindPost),
  reads('tt_video/info', viewPost),
  reads('tt_video/list', listPosts),
  reads('report/integrated/get', report),
];
