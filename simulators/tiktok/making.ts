// Smart+ campaigns, ad groups and ads: how they are made.
import { checkCreatives } from './creatives.ts';
import {
  checkAdgroupBudget,
  checkGoal,
  checkMoney,
  checkName,
  checkSchedule,
  checkTargeting,
  once,
} from './rules.ts';
import { noteRuns, submit, view } from './status.ts';
import { check, invalid, must, type Params, refused, type Spec } from './wire.ts';
import type { Node, World } from './world.ts';

export const ON_OFF = ['ENABLE', 'DISABLE'];
const BUDGETS = ['BUDGET_MODE_DYNAMIC_DAILY_BUDGET', 'BUDGET_MODE_TOTAL'];
const CAMPAIGN: Spec = {
  campaign_name: 'string!',
  request_id: 'string!',
  objective_type: must('APP_PROMOTION', 'LEAD_GENERATION', 'WEB_CONVERSIONS'),
  operation_status: ON_OFF,
  app_promotion_type: ['APP_INSTALL', 'APP_RETARGETING'],
  campaign_type: ['REGULAR_CAMPAIGN', 'IOS14_CAMPAIGN'],
  app_id: 'string',
  sales_destination: ['WEBSITE'],
  special_industries: 'strings',
  budget_optimize_on: 'bool',
  budget_mode: BUDGETS,
  budget: 'number',
};
const ADGROUP: Spec = {
  adgroup_name: 'string!',
  request_id: 'string!',
  campaign_id: 'string!',
  promotion_type: must('APP_ANDROID', 'APP_IOS', 'LEAD_GENERATION', 'WEBSITE'),
  promotion_target_type: ['EXTERNAL_WEBSITE', 'INSTANT_PAGE'],
  optimization_goal: must(
    ...[
      'CLICK',
      'CONVERT',
      'INSTALL',
      'IN_APP_EVENT',
      'LEAD_GENERATION',
      'TRAFFIC_LANDING_PAGE_VIEW',
      'VALUE',
    ],
  ),
  optimization_event:
    'ACTIVE ACTIVE_PAY ACTIVE_REGISTER ADD_BILLING BUTTON CONSULT DOWNLOAD_START FORM INITIATE_ORDER IN_APP_CART IN_APP_DETAIL_UV IN_APP_ORDER LANDING_PAGE_VIEW LAUNCH_APP LOGIN ON_WEB_CART ON_WEB_DETAIL ON_WEB_ORDER ON_WEB_REGISTER ON_WEB_SUBSCRIBE SALES_LEAD SHOPPING START_TRIAL SUBSCRIBE'.split(
      ' ',
    ),
  billing_event: must('CPC', 'OCPM'),
  bid_type: ['BID_TYPE_NO_BID', 'BID_TYPE_CUSTOM'],
  conversion_bid_price: 'number',
  pixel_id: 'string',
  app_id: 'string',
  placement_type: ['PLACEMENT_TYPE_AUTOMATIC', 'PLACEMENT_TYPE_NORMAL'],
  placements: 'strings',
  budget_mode: BUDGETS,
  budget: 'number',
  schedule_type: must('SCHEDULE_FROM_NOW', 'SCHEDULE_START_END'),
  schedule_start_time: 'time!',
  schedule_end_time: 'time',
  targeting_optimization_mode: ['AUTOMATIC', 'MANUAL'],
  suggestion_audience_enabled: 'bool',
  targeting_spec: 'object!',
  operation_status: ON_OFF,
};
const AD: Spec = {
  ad_name: 'string!',
  adgroup_id: 'string!',
  creative_list: 'objects!',
  ad_text_list: 'objects',
  call_to_action_list: 'objects',
  landing_page_url_list: 'objects',
  ad_configuration: 'object',
  operation_status: ON_OFF,
};
const ADGROUPS_A_CAMPAIGN = 30;
const ADS_AN_ADGROUP = 50;

export function makeCampaign(world: World, advertiser: Node, params: Params): Params {
  const { request_id, ...node } = check(params, CAMPAIGN);
  checkName('campaign_name', node.campaign_name);
  const { objective_type: objective, budget_optimize_on: together = true } = node;
  if (objective === 'APP_PROMOTION' && node.app_promotion_type === undefined)
    throw refused('app_promotion_type', 'Missing data for required field.');
  if (objective === 'WEB_CONVERSIONS' && node.sales_destination === undefined)
    throw refused('sales_destination', 'Missing data for required field.');
  if (node.campaign_type === 'IOS14_CAMPAIGN') world.get('app', node.app_id ?? '', advertiser.id);
  for (const one of node.special_industries ?? [])
    if (!['CREDIT', 'EMPLOYMENT', 'HOUSING'].includes(one))
      throw refused('special_industries', 'Not a valid choice.');
  if (together) {
    if (node.budget === undefined) throw refused('budget', 'Missing data for required field.');
    checkMoney(advertiser, node);
    node.budget_mode ??= 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET';
  } else if (node.budget !== undefined || node.budget_mode !== undefined)
    throw refused('budget', 'It is only for campaigns whose budget is optimized.');
  once(world, advertiser, 'campaign', request_id);
  const id = world.newId();
  const made = { operation_status: 'ENABLE', campaign_type: 'REGULAR_CAMPAIGN', ...node };
  const rest = { budget_optimize_on: together, campaign_automation_type: 'UPGRADED_SMART_PLUS' };
  const budget = together ? {} : { budget_mode: 'BUDGET_MODE_INFINITE', budget: 0 };
  const whole = { ...made, ...rest, ...budget, id, campaign_id: id, advertiser_id: advertiser.id };
  return view(world, 'campaign', world.add('campaign', advertiser.id, whole));
}

/** The campaign that something is put into. */
export function into(world: World, advertiser: Node, id: string): Node {
  const campaign = world.get('campaign', id, advertiser.id);
  if (campaign.operation_status === 'DELETE') throw refused('campaign_id', 'The campaign has been deleted.');
  return campaign;
}

export function makeAdgroup(world: World, advertiser: Node, params: Params): Params {
  const { request_id, ...node } = check(params, ADGROUP);
  checkName('adgroup_name', node.adgroup_name);
  const campaign = into(world, advertiser, node.campaign_id);
  checkGoal(world, advertiser, campaign, node);
  checkSchedule(world, node);
  checkAdgroupBudget(advertiser, campaign, node);
  if (node.placement_type !== 'PLACEMENT_TYPE_AUTOMATIC' && !(node.placements?.length > 0))
    throw refused('placements', 'Missing data for required field.');
  node.targeting_spec = checkTargeting(world, advertiser, node.targeting_spec);
  const there = world.all('adgroup', advertiser.id).filter((one) => one.campaign_id === campaign.id);
  if (there.filter((one) => one.operation_status !== 'DELETE').length >= ADGROUPS_A_CAMPAIGN)
    throw invalid(`A campaign holds ${ADGROUPS_A_CAMPAIGN} ad groups.`);
  once(world, advertiser, 'adgroup', request_id);
  const id = world.newId();
  const made = { operation_status: 'ENABLE', bid_type: 'BID_TYPE_NO_BID', ...node, id, adgroup_id: id };
  return view(
    world,
    'adgroup',
    world.add('adgroup', advertiser.id, { ...made, advertiser_id: advertiser.id }),
  );
}

export function makeAd(world: World, advertiser: Node, params: Params): Params {
  const node = check(params, AD);
  checkName('ad_name', node.ad_name);
  const adgroup = world.get('adgroup', node.adgroup_id, advertiser.id);
  const campaign = into(world, advertiser, adgroup.campaign_id);
  if (adgroup.operation_status === 'DELETE') throw refused('adgroup_id', 'The ad group has been deleted.');
  checkCreatives(world, advertiser, adgroup, node);
  const there = world.all('ad', advertiser.id).filter((one) => one.adgroup_id === adgroup.id);
  if (there.filter((one) => one.operation_status !== 'DELETE').length >= ADS_AN_ADGROUP)
    throw invalid(`An ad group holds ${ADS_AN_ADGROUP} ads.`);
  const id = world.newId();
  const made = { operation_status: 'ENABLE', ...node, id, smart_plus_ad_id: id, campaign_id: campaign.id };
  const ad = world.add('ad', advertiser.id, submit(world, { ...made, advertiser_id: advertiser.id } as Node));
  noteRuns(world, campaign.id);
  return view(world, 'ad', ad);
}
