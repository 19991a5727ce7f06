// Campaigns, ad sets and ads: what the platform takes and refuses when they are made and changed.
import { landingOf } from './media.ts';
import { noteRuns, submit } from './status.ts';
import { checkTargeting } from './targeting.ts';
import { check, GraphError, invalid, type Params, type Spec } from './wire.ts';
import { HOUR, type Node, type World } from './world.ts';

const OBJECTIVES = ['APP_PROMOTION', 'AWARENESS', 'ENGAGEMENT', 'LEADS', 'SALES', 'TRAFFIC'].map(
  (name) => `OUTCOME_${name}`,
);
const CATEGORIES =
  'NONE EMPLOYMENT FINANCIAL_PRODUCTS_SERVICES HOUSING ISSUES_ELECTIONS_POLITICS ONLINE_GAMBLING_AND_GAMING'.split(
    ' ',
  );
const STATUSES = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] as const;
const STRATEGIES = [
  'LOWEST_COST_WITHOUT_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
];
const BILLING =
  'IMPRESSIONS LINK_CLICKS CLICKS APP_INSTALLS THRUPLAY PAGE_LIKES POST_ENGAGEMENT PURCHASE LISTING_INTERACTION OFFER_CLAIMS NONE'.split(
    ' ',
  );
/** Which goals go with an objective. */
const GOALS: Record<string, string[]> = {
  OUTCOME_SALES: [
    'OFFSITE_CONVERSIONS',
    'VALUE',
    'LANDING_PAGE_VIEWS',
    'LINK_CLICKS',
    'IMPRESSIONS',
    'REACH',
  ],
  OUTCOME_LEADS: [
    'OFFSITE_CONVERSIONS',
    'LEAD_GENERATION',
    'QUALITY_LEAD',
    'LANDING_PAGE_VIEWS',
    'LINK_CLICKS',
  ],
  OUTCOME_TRAFFIC: ['LINK_CLICKS', 'LANDING_PAGE_VIEWS', 'IMPRESSIONS', 'REACH', 'VISIT_INSTAGRAM_PROFILE'],
  OUTCOME_AWARENESS: ['REACH', 'IMPRESSIONS', 'AD_RECALL_LIFT', 'THRUPLAY'],
  OUTCOME_ENGAGEMENT: [
    'POST_ENGAGEMENT',
    'THRUPLAY',
    'LINK_CLICKS',
    'PAGE_LIKES',
    'CONVERSATIONS',
    'OFFSITE_CONVERSIONS',
  ],
  OUTCOME_APP_PROMOTION: [
    'APP_INSTALLS',
    'APP_INSTALLS_AND_OFFSITE_CONVERSIONS',
    'IN_APP_VALUE',
    'OFFSITE_CONVERSIONS',
    'LINK_CLICKS',
  ],
};
const ALL_GOALS = [...new Set(Object.values(GOALS).flat())];
const EVENTS =
  'PURCHASE LEAD COMPLETE_REGISTRATION ADD_TO_CART ADD_PAYMENT_INFO INITIATED_CHECKOUT CONTENT_VIEW SEARCH SUBSCRIBE START_TRIAL CONTACT SCHEDULE SUBMIT_APPLICATION DONATE OTHER'.split(
    ' ',
  );
const DESTINATIONS =
  'WEBSITE APP MESSENGER INSTAGRAM_DIRECT WHATSAPP ON_AD ON_POST ON_VIDEO ON_PAGE ON_EVENT'.split(' ');
/** Ads for these lead somewhere. */
const LEADS_AWAY = ['OUTCOME_SALES', 'OUTCOME_LEADS', 'OUTCOME_TRAFFIC', 'OUTCOME_APP_PROMOTION'];
const ADS_AN_ADSET = 50;
const BUDGET_CHANGES_AN_HOUR = 4;

const MONEY: Spec = { daily_budget: 'int', lifetime_budget: 'int', bid_strategy: STRATEGIES };
const CAMPAIGN: Spec = {
  name: 'string!',
  objective: OBJECTIVES,
  special_ad_categories: 'list!',
  special_ad_category_country: 'list',
  status: STATUSES,
  ...MONEY,
  spend_cap: 'int',
  is_adset_budget_sharing_enabled: 'bool',
  buying_type: ['AUCTION', 'RESERVED'],
  start_time: 'time',
  stop_time: 'time',
  promoted_object: 'object',
};
const ADSET: Spec = {
  name: 'string!',
  campaign_id: 'string!',
  billing_event: BILLING,
  optimization_goal: ALL_GOALS,
  bid_amount: 'int',
  ...MONEY,
  promoted_object: 'object',
  destination_type: DESTINATIONS,
  targeting: 'object!',
  start_time: 'time',
  end_time: 'time',
  attribution_spec: 'list',
  regional_regulated_categories: 'list',
  regional_regulation_identities: 'object',
  dsa_beneficiary: 'string',
  dsa_payor: 'string',
  status: STATUSES,
};
const AD: Spec = {
  name: 'string!',
  adset_id: 'string!',
  creative: 'object!',
  status: STATUSES,
  conversion_domain: 'string',
  tracking_specs: 'list',
};

function needed(params: Params, ...names: string[]): void {
  for (const name of names)
    if (params[name] === undefined) throw invalid(`The parameter ${name} is required.`, undefined, [name]);
}

function checkBudget(account: Node, node: Params): void {
  if (node.daily_budget !== undefined && node.lifetime_budget !== undefined)
    throw invalid('Only one of daily_budget and lifetime_budget may be set.', 1885621, ['daily_budget']);
  const floor = account.min_daily_budget;
  for (const name of ['daily_budget', 'lifetime_budget'] as const)
    if (node[name] !== undefined && node[name] < floor)
      throw invalid(`Your budget is too low: at least ${floor}.`, 1885272, [name]);
}

/** The least spending limit of a campaign in the account's own units: $100, or about its equal. */
const LEAST_CAP: Record<string, number> = { USD: 10_000, EUR: 9_000, JPY: 14_000 };

function checkCap(account: Node, { spend_cap: cap }: Params): void {
  const least = LEAST_CAP[account.currency] ?? LEAST_CAP.USD!;
  if (cap !== undefined && cap < least)
    throw invalid(`The spending limit must be at least ${least}.`, undefined, ['spend_cap']);
}

export function makeCampaign(world: World, account: Node, params: Params): Params {
  const node = check(params, CAMPAIGN);
  needed(node, 'objective');
  if (node.special_ad_categories.some((one: unknown) => !CATEGORIES.includes(String(one))))
    throw invalid(`Param special_ad_categories must be of {${CATEGORIES.join(', ')}}.`, undefined, [
      'special_ad_categories',
    ]);
  const special = node.special_ad_categories.filter((one: unknown) => one !== 'NONE');
  if (special.length > 0 && !(node.special_ad_category_country?.length > 0))
    throw invalid('Say in which countries the special ad category applies.', undefined, [
      'special_ad_category_country',
    ]);
  checkBudget(account, node);
  checkCap(account, node);
  const budgeted = node.daily_budget !== undefined || node.lifetime_budget !== undefined;
  if (!budgeted && node.is_adset_budget_sharing_enabled === undefined)
    throw invalid('Must specify True or False in is_adset_budget_sharing_enabled field.', 4834011, [
      'is_adset_budget_sharing_enabled',
    ]);
  if (!budgeted && node.bid_strategy !== undefined)
    throw invalid('bid_strategy at the campaign needs a campaign budget.', undefined, ['bid_strategy']);
  const made = { buying_type: 'AUCTION', status: 'ACTIVE', ...node, id: world.newId(), _account: account.id };
  return { id: world.add('campaign', account.id, made).id };
}

export function makeAdset(world: World, account: Node, params: Params): Params {
  const node = check(params, ADSET);
  needed(node, 'billing_event', 'optimization_goal');
  const campaign = requireThere(world.get('campaign', node.campaign_id, account.id), 'campaign_id');
  const budgeted = campaign.daily_budget !== undefined || campaign.lifetime_budget !== undefined;
  const own = node.daily_budget !== undefined || node.lifetime_budget !== undefined;
  if (budgeted && own)
    throw invalid('The campaign has a budget: the ad set can not have one.', 1885650, ['daily_budget']);
  if (!budgeted && !own) throw invalid('The ad set needs a budget.', 1885024, ['daily_budget']);
  checkBudget(account, node);
  if ((node.lifetime_budget ?? campaign.lifetime_budget) !== undefined && node.end_time === undefined)
    throw invalid('A lifetime budget needs an end_time.', 1487094, ['end_time']);
  if (node.end_time !== undefined && node.end_time <= (node.start_time ?? world.now()))
    throw invalid('end_time must lie after start_time.', 1487033, ['end_time']);
  const length = (node.end_time ?? Number.POSITIVE_INFINITY) - (node.start_time ?? world.now());
  if (node.daily_budget !== undefined && length <= 24 * HOUR)
    throw invalid('An ad set with a daily budget runs for more than 24 hours.', 1487793, ['end_time']);
  if (!GOALS[campaign.objective]!.includes(node.optimization_goal))
    throw invalid(`${node.optimization_goal} does not go with ${campaign.objective}.`, 2490408, [
      'optimization_goal',
    ]);
  checkBid(node, campaign);
  checkTargeting(world, account, node);
  checkPromoted(world, account, node);
  return { id: addAdset(world, account.id, { ...node, _account: account.id }).id };
}

/** Throws for something that nothing can be added to any more. */
function requireThere(node: Node, field: string): Node {
  if (node.status !== 'DELETED' && node.status !== 'ARCHIVED') return node;
  throw invalid('Nothing can be added to what is archived or deleted.', 1487007, [field]);
}

function checkBid(adset: Params, campaign: Node): void {
  const strategy = adset.bid_strategy ?? campaign.bid_strategy;
  if (['LOWEST_COST_WITH_BID_CAP', 'COST_CAP'].includes(strategy) && adset.bid_amount === undefined)
    throw invalid('This bid strategy needs a bid_amount.', 1815857, ['bid_amount']);
}

const addAdset = (world: World, account: string, node: Params) =>
  world.add('adset', account, { status: 'ACTIVE', ...node, id: world.newId() });

function checkPromoted(world: World, account: Node, node: Params): void {
  const promoted = node.promoted_object ?? {};
  const blame = ['promoted_object'];
  if (promoted.custom_event_type !== undefined && !EVENTS.includes(promoted.custom_event_type))
    throw invalid('custom_event_type is not valid.', 1815430, blame);
  if (promoted.pixel_id !== undefined) world.get('pixel', promoted.pixel_id, account.id);
  if (promoted.custom_conversion_id !== undefined)
    world.get('conversion', promoted.custom_conversion_id, account.id);
  if (promoted.application_id !== undefined) world.get('app', promoted.application_id, account.id);
  const toApp = promoted.application_id !== undefined && promoted.object_store_url !== undefined;
  if (node.optimization_goal === 'APP_INSTALLS' && !toApp)
    throw invalid('APP_INSTALLS needs application_id and object_store_url.', 1487888, blame);
  const toPixel = promoted.pixel_id !== undefined && promoted.custom_event_type !== undefined;
  if (['OFFSITE_CONVERSIONS', 'VALUE'].includes(node.optimization_goal) && !toPixel && !toApp)
    throw invalid('Conversions need pixel_id and custom_event_type.', 1885154, blame);
}

export function makeAd(world: World, account: Node, params: Params): Params {
  const node = check(params, AD);
  const adset = requireThere(world.get('adset', node.adset_id, account.id), 'adset_id');
  requireThere(world.get('campaign', adset.campaign_id), 'adset_id');
  const creative = world.get('creative', node.creative.creative_id ?? node.creative.id, account.id);
  const video = creative.object_story_spec?.video_data?.video_id;
  if (video !== undefined && world.get('video', video, account.id)._ready > world.now())
    throw invalid('The video is not ready yet. Wait until it is processed.', 1885252, ['creative']);
  const { objective } = world.get('campaign', adset.campaign_id);
  if (LEADS_AWAY.includes(objective) && landingOf(creative) === null)
    throw invalid(`An ad for ${objective} needs a link.`, 1815175, ['creative']);
  // What is archived takes no room.
  const there = world
    .all('ad', account.id)
    .filter((one) => one.adset_id === adset.id && one.status !== 'DELETED' && one.status !== 'ARCHIVED');
  if (there.length >= ADS_AN_ADSET)
    throw invalid(`An ad set holds ${ADS_AN_ADSET} ads.`, 1487566, ['adset_id']);
  return {
    id: addAd(world, account.id, { ...node, creative: { id: creative.id }, campaign_id: adset.campaign_id })
      .id,
  };
}

function addAd(world: World, account: string, node: Params): Node {
  const made = submit(world, { status: 'ACTIVE', ...node, id: world.newId(), _account: account });
  const ad = world.add('ad', account, made);
  noteRuns(world, ad.campaign_id);
  return ad;
}

const KEPT = ['name', 'status', 'start_time'];
const CHANGES: Record<string, Spec> = {
  campaign: pick(CAMPAIGN, [
    ...KEPT,
    'stop_time',
    'spend_cap',
    'special_ad_category_country',
    ...Object.keys(MONEY),
  ]),
  adset: pick(ADSET, [
    ...KEPT,
    'end_time',
    'bid_amount',
    'targeting',
    'regional_regulated_categories',
    'regional_regulation_identities',
    'dsa_beneficiary',
    'dsa_payor',
    ...Object.keys(MONEY),
  ]),
  ad: pick(AD, ['name', 'status', 'creative']),
};

function pick(spec: Spec, names: string[]): Spec {
  const optional = names.map((name) => [
    name,
    typeof spec[name] === 'string' ? (spec[name] as string).replace('!', '') : spec[name],
  ]);
  return Object.fromEntries(optional.filter(([, kind]) => kind !== undefined));
}

/** POST to a campaign, an ad set or an ad. */
export function change(
  world: World,
  kind: 'campaign' | 'adset' | 'ad',
  before: Node,
  params: Params,
): Params {
  const changes = check(params, CHANGES[kind]!);
  if (before.status === 'DELETED' || (before.status === 'ARCHIVED' && changes.status !== 'DELETED'))
    throw invalid(`This ${kind} is ${before.status.toLowerCase()} and can not be edited.`, 1487007);
  const account = world.get('account', before._account);
  const money = ['daily_budget', 'lifetime_budget'].filter((name) => changes[name] !== undefined);
  if (money.some((name) => before[name] === undefined))
    throw invalid('The kind of the budget can not be changed.', 1885650, money);
  checkBudget(account, changes);
  checkCap(account, changes);
  const after = { ...before, ...changes };
  if (kind === 'adset' && money.length > 0) after._budgetChanges = budgetChanges(world, before);
  if (kind === 'adset' && changes.targeting) checkTargeting(world, account, after);
  if (kind === 'adset') checkBid(after, world.get('campaign', before.campaign_id));
  if (kind === 'ad' && changes.creative)
    after.creative = {
      id: world.get('creative', changes.creative.creative_id ?? changes.creative.id, account.id).id,
    };
  world.save(kind === 'ad' && changes.creative ? submit(world, after) : after);
  if (kind === 'adset' && changes.targeting) {
    for (const ad of world.all('ad', account.id))
      if (ad.adset_id === before.id) world.save(submit(world, ad));
  }
  noteRuns(world, kind === 'campaign' ? before.id : before.campaign_id);
  return { success: true };
}

/** When the budget was changed in the last hour. Throws for one time too many. */
function budgetChanges(world: World, adset: Node): number[] {
  const recent = (adset._budgetChanges ?? []).filter((at: number) => at > world.now() - HOUR);
  if (recent.length >= BUDGET_CHANGES_AN_HOUR) {
    throw new GraphError(400, {
      message: '(#613) You have changed the budget of this ad set too often. Wait an hour.',
      code: 613,
      error_subcode: 1487632,
    });
  }
  return [...recent, world.now()];
}
