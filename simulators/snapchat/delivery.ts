// Campaigns, ad squads and ads: what the platform takes and refuses when they are made and changed.
import { noteRuns, submit, view } from './status.ts';
import { checkTargeting, expanded } from './targeting.ts';
import { check, type Fields, Refused, type Spec } from './wire.ts';
import type { Node, World } from './world.ts';

const STATUSES = ['ACTIVE', 'PAUSED'] as const;
const words = (text: string) => text.split(/\s+/).filter(Boolean);

const CAMPAIGN: Spec = {
  name: 'string!',
  ad_account_id: 'uuid',
  status: STATUSES,
  start_time: 'time!',
  end_time: 'time',
  daily_budget_micro: 'int',
  lifetime_spend_cap_micro: 'int',
  objective_v2_properties: 'object',
  measurement_spec: 'object',
  regulations: 'object',
  product_properties: 'object',
  buy_model: ['AUCTION', 'RESERVED'],
  creation_state: ['PUBLISHED', 'DRAFT'],
};
const OBJECTIVES = ['AWARENESS_AND_ENGAGEMENT', 'TRAFFIC', 'LEADS', 'APP_PROMOTION', 'SALES'];
const LEAST_OF_CAMPAIGN = 20_000_000;

const ADSQUAD: Spec = {
  name: 'string!',
  campaign_id: 'uuid!',
  type: ['SNAP_ADS', 'LENS', 'FILTER'],
  status: STATUSES,
  billing_event: ['IMPRESSION'],
  optimization_goal: words(`IMPRESSIONS SWIPES APP_INSTALLS VIDEO_VIEWS VIDEO_VIEWS_15_SEC USES STORY_OPENS
    PIXEL_PAGE_VIEW PIXEL_ADD_TO_CART LANDING_PAGE_VIEW LEAD_FORM_SUBMISSIONS PIXEL_PURCHASE PIXEL_SIGNUP
    APP_ADD_TO_CART APP_PURCHASE APP_SIGNUP APP_REENGAGE_OPEN APP_REENGAGE_PURCHASE`),
  bid_strategy: ['AUTO_BID', 'LOWEST_COST_WITH_MAX_BID', 'TARGET_COST'],
  bid_micro: 'int',
  daily_budget_micro: 'int',
  lifetime_budget_micro: 'int',
  delivery_constraint: ['DAILY_BUDGET', 'LIFETIME_BUDGET', 'REACH_AND_FREQUENCY'],
  placement_v2: 'object!',
  targeting: 'object!',
  pixel_id: 'uuid',
  conversion_window: ['SWIPE_28DAY_VIEW_1DAY', 'SWIPE_7DAY'],
  pacing_type: ['STANDARD', 'ACCELERATED'],
  start_time: 'time',
  end_time: 'time',
  child_ad_type: 'string',
  cap_and_exclusion_config: 'object',
  creation_state: ['PUBLISHED', 'DRAFT'],
};
const LEAST_OF_SQUAD = 5_000_000;
const LEAST_BID = 10_000;
const A_DOLLAR: Record<string, number> = { JPY: 140 };
/** Which goals go with an objective. */
const GOALS: Readonly<Record<string, string[]>> = {
  AWARENESS_AND_ENGAGEMENT: words('IMPRESSIONS SWIPES VIDEO_VIEWS VIDEO_VIEWS_15_SEC USES STORY_OPENS'),
  TRAFFIC: words('SWIPES LANDING_PAGE_VIEW PIXEL_PAGE_VIEW'),
  LEADS: words('LEAD_FORM_SUBMISSIONS PIXEL_SIGNUP SWIPES'),
  APP_PROMOTION: words('APP_INSTALLS APP_PURCHASE APP_SIGNUP APP_ADD_TO_CART APP_REENGAGE_OPEN SWIPES'),
  SALES: words('PIXEL_PURCHASE PIXEL_ADD_TO_CART PIXEL_SIGNUP PIXEL_PAGE_VIEW SWIPES LANDING_PAGE_VIEW'),
};
const byPixel = (goal: string) => goal.startsWith('PIXEL_') || goal === 'LANDING_PAGE_VIEW';

const AD: Spec = {
  name: 'string!',
  ad_squad_id: 'uuid!',
  creative_id: 'uuid!',
  status: STATUSES,
  type: words(`SNAP_AD APP_INSTALL REMOTE_WEBPAGE DEEP_LINK STORY AD_TO_LENS AD_TO_CALL AD_TO_MESSAGE LENS
    COLLECTION LEAD_GENERATION`),
  paying_advertiser_name: 'string',
  third_party_paid_impression_tracking_urls: 'list',
  third_party_on_swipe_tracking_urls: 'list',
  start_time: 'time',
  end_time: 'time',
};
/** What an ad is called by what its creative is. */
const TYPES: Readonly<Record<string, string>> = {
  SNAP_AD: 'SNAP_AD',
  WEB_VIEW: 'REMOTE_WEBPAGE',
  APP_INSTALL: 'APP_INSTALL',
  DEEP_LINK: 'DEEP_LINK',
  LEAD_GENERATION: 'LEAD_GENERATION',
};
const ADS_A_SQUAD = 20;

function needed(fields: Fields, ...names: string[]): void {
  for (const name of names) if (fields[name] === undefined) throw new Refused(`${name} is required`);
}

/** @param floor millionths of a dollar; other currencies have about its equal. */
function least(fields: Fields, name: string, floor: number, { currency }: Node): void {
  const local = floor * (A_DOLLAR[currency] ?? 1);
  if (fields[name] !== undefined && fields[name] < local)
    throw new Refused(`${name} must be at least ${local}`);
}

function within(fields: Fields): void {
  if (fields.end_time !== undefined && Date.parse(fields.end_time) <= Date.parse(fields.start_time ?? 0))
    throw new Refused('end_time must lie after start_time');
}

/** The parent that an entity names must be that of the address. */
function inParent(fields: Fields, name: string, id: string): void {
  if ((fields[name] ?? id) !== id) throw new Refused(`${name} is not that of the address`);
}

/** What is to be changed, which a PUT names by its ID. Throws for one of another parent. */
function before(world: World, kind: 'campaign' | 'adsquad' | 'ad', item: Fields, own: string, id: string) {
  const found = world.find(item?.id);
  if (found?.kind !== kind || found.node.deleted || found.node[own] !== id)
    throw new Refused(`id is no ${kind} of this parent`);
  return found.node;
}

/** A PUT puts the whole in place of what was: only what the platform or the simulator noted itself stays. */
function replaced(world: World, old: Node, fields: Fields, kept: string[]): Node {
  const notes = Object.entries(old).filter(([name]) => name.startsWith('_') || kept.includes(name));
  return world.save({ ...fields, ...Object.fromEntries(notes), id: old.id });
}

export function putCampaign(world: World, account: Node, item: Fields, makes: boolean): Fields {
  const fields = check(item, CAMPAIGN);
  needed(fields, 'status');
  inParent(fields, 'ad_account_id', account.id);
  within(fields);
  least(fields, 'daily_budget_micro', LEAST_OF_CAMPAIGN, account);
  least(fields, 'lifetime_spend_cap_micro', LEAST_OF_CAMPAIGN, account);
  const v2 = fields.objective_v2_properties ?? { objective_v2_type: OBJECTIVES[0] };
  if (!OBJECTIVES.includes(v2.objective_v2_type))
    throw new Refused(`objective_v2_type must be one of ${OBJECTIVES.join(', ')}`);
  const whole = { buy_model: 'AUCTION', creation_state: 'PUBLISHED', ...fields, ad_account_id: account.id };
  const node = { ...whole, objective_v2_properties: v2 };
  if (makes) return view(world, 'campaign', world.add('campaign', account.id, { id: newId(), ...node }));
  const old = before(world, 'campaign', item, 'ad_account_id', account.id);
  if (v2.objective_v2_type !== old.objective_v2_properties.objective_v2_type)
    throw new Refused('objective_v2_type can not be changed');
  const saved = replaced(world, old, node, []);
  noteRuns(world, saved.id);
  return view(world, 'campaign', saved);
}

export function putSquad(world: World, campaign: Node, item: Fields, makes: boolean): Fields {
  const fields = check(item, ADSQUAD);
  needed(fields, 'type', 'billing_event', 'optimization_goal', 'bid_strategy', 'delivery_constraint');
  inParent(fields, 'campaign_id', campaign.id);
  within(fields);
  checkMoney(fields, world.get('account', campaign.ad_account_id));
  checkGoal(world, campaign, fields);
  checkPlacement(fields);
  checkTargeting(world, campaign.ad_account_id, fields.targeting);
  const usual = { status: 'PAUSED', pacing_type: 'STANDARD', creation_state: 'PUBLISHED' };
  const of = { campaign_id: campaign.id, _account: campaign.ad_account_id };
  const node = { ...usual, ...fields, targeting: expanded(fields.targeting), ...of };
  if (makes)
    return view(world, 'adsquad', world.add('adsquad', campaign.ad_account_id, { id: newId(), ...node }));
  const old = before(world, 'adsquad', item, 'campaign_id', campaign.id);
  for (const name of ['type', 'delivery_constraint'])
    if (fields[name] !== old[name]) throw new Refused(`${name} can not be changed`);
  if (fields.child_ad_type !== undefined && fields.child_ad_type !== old.child_ad_type)
    throw new Refused('child_ad_type is read-only');
  const saved = replaced(world, old, node, ['child_ad_type']);
  if (JSON.stringify(old.targeting) !== JSON.stringify(saved.targeting))
    for (const ad of world.all('ad', campaign.ad_account_id))
      if (ad.ad_squad_id === saved.id) world.save(submit(world, ad));
  noteRuns(world, campaign.id);
  return view(world, 'adsquad', saved);
}

function checkMoney(fields: Fields, account: Node): void {
  const [daily, lifetime] = [fields.daily_budget_micro, fields.lifetime_budget_micro];
  if ((daily === undefined) === (lifetime === undefined))
    throw new Refused('Exactly one of daily_budget_micro and lifetime_budget_micro is needed');
  least(fields, 'daily_budget_micro', LEAST_OF_SQUAD, account);
  least(fields, 'lifetime_budget_micro', LEAST_OF_SQUAD, account);
  if (fields.delivery_constraint !== (daily === undefined ? 'LIFETIME_BUDGET' : 'DAILY_BUDGET'))
    throw new Refused('delivery_constraint does not go with the budget');
  if (lifetime !== undefined) needed(fields, 'end_time');
  if (fields.bid_strategy === 'AUTO_BID') {
    if (fields.bid_micro !== undefined) throw new Refused('bid_micro does not go with AUTO_BID');
  } else {
    needed(fields, 'bid_micro');
    least(fields, 'bid_micro', LEAST_BID, account);
  }
}

function checkGoal(world: World, campaign: Node, fields: Fields): void {
  const goal: string = fields.optimization_goal;
  if (!GOALS[campaign.objective_v2_properties.objective_v2_type]?.includes(goal))
    throw new Refused(`optimization_goal ${goal} does not go with the objective of the campaign`);
  if (world.setting<string[]>('ineligible', []).includes(goal))
    throw new Refused(`The ad account is not eligible for optimization_goal ${goal}`);
  if (byPixel(goal)) {
    needed(fields, 'pixel_id');
    const pixel = world.find(fields.pixel_id);
    if (pixel?.kind !== 'pixel' || pixel.parent !== campaign.ad_account_id || pixel.node.status !== 'ACTIVE')
      throw new Refused('pixel_id is no active pixel of the ad account');
  } else if (fields.conversion_window !== undefined && !goal.startsWith('APP_'))
    throw new Refused(`conversion_window is not eligible with optimization_goal ${goal}`);
}

function checkPlacement({ placement_v2: placement, optimization_goal: goal }: Fields): void {
  if (placement.config === 'AUTOMATIC') return;
  if (placement.config !== 'CUSTOM') throw new Refused('placement_v2.config must be AUTOMATIC or CUSTOM');
  const positions: unknown[] = placement.snapchat_positions ?? [];
  if (!placement.platforms || positions.length === 0)
    throw new Refused('placement_v2 needs platforms and snapchat_positions');
  if (/^(PIXEL|APP)_/.test(goal) && !positions.includes('CHAT_FEED'))
    throw new Refused(`placement_v2 must hold CHAT_FEED with optimization_goal ${goal}`);
}

export function putAd(world: World, squad: Node, item: Fields, makes: boolean): Fields {
  const fields = check(item, AD);
  needed(fields, 'status', 'type');
  inParent(fields, 'ad_squad_id', squad.id);
  const creative = world.find(fields.creative_id);
  if (creative?.kind !== 'creative' || creative.parent !== squad._account)
    throw new Refused('creative_id is no creative of the ad account');
  if (TYPES[creative.node.type] !== fields.type)
    throw new Refused(
      `type must be ${TYPES[creative.node.type]} for a creative of type ${creative.node.type}`,
    );
  const node = { ...fields, ad_squad_id: squad.id, _account: squad._account, _campaign: squad.campaign_id };
  if (makes) {
    const there = world.all('ad', squad._account).filter((ad) => ad.ad_squad_id === squad.id && !ad.deleted);
    if (there.length >= ADS_A_SQUAD) throw new Refused(`An ad squad holds ${ADS_A_SQUAD} ads`);
    if (squad.child_ad_type === undefined) world.save({ ...squad, child_ad_type: fields.type });
    const made = world.add(
      'ad',
      squad._account,
      submit(world, { id: newId(), render_type: 'STATIC', ...node }),
    );
    noteRuns(world, squad.campaign_id);
    return view(world, 'ad', world.get('ad', made.id));
  }
  const old = before(world, 'ad', item, 'ad_squad_id', squad.id);
  const saved = replaced(world, old, node, ['render_type']);
  if (old.creative_id !== saved.creative_id) world.save(submit(world, saved));
  noteRuns(world, squad.campaign_id);
  return view(world, 'ad', world.get('ad', saved.id));
}

export const newId = (): string => crypto.randomUUID();

/** What is deleted goes with all that lies in it, and is only listed for who asks for it. */
export function remove(world: World, kind: string, node: Node): void {
  const inside: Record<string, Node[]> = {
    campaign: world.all('adsquad').filter((one) => one.campaign_id === node.id),
    adsquad: world.all('ad').filter((one) => one.ad_squad_id === node.id),
  };
  for (const one of inside[kind] ?? []) remove(world, kind === 'campaign' ? 'adsquad' : 'ad', one);
  const ended = (node._runs ?? []).map((run: Fields) => ({ ...run, to: run.to ?? world.now() }));
  world.save({ ...node, deleted: true, _runs: ended });
}
