// What the platform asks of names, budgets, goals, schedules and audiences.
import { PROVINCES, REGIONS } from './fixtures.ts';
import { check, duplicate, type Params, refused, type Spec, timeOf } from './wire.ts';
import { DAY, type Node, SECOND, type World } from './world.ts';

const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u;
const TARGETING: Spec = {
  location_ids: 'strings!',
  age_groups: 'strings',
  gender: ['GENDER_UNLIMITED', 'GENDER_FEMALE', 'GENDER_MALE'],
  audience_ids: 'strings',
  excluded_audience_ids: 'strings',
  interest_category_ids: 'strings',
  interest_keyword_ids: 'strings',
  spc_audience_age: ['OVER_EIGHTEEN', 'OVER_TWENTY_FIVE'],
};
const AGES = ['AGE_13_17', 'AGE_18_24', 'AGE_25_34', 'AGE_35_44', 'AGE_45_54', 'AGE_55_100'];
/** Which optimisation goes with an objective. */
const GOALS: Record<string, string[]> = {
  WEB_CONVERSIONS: ['CONVERT', 'CLICK', 'TRAFFIC_LANDING_PAGE_VIEW', 'VALUE'],
  LEAD_GENERATION: ['CONVERT', 'CLICK', 'LEAD_GENERATION'],
  APP_PROMOTION: ['INSTALL', 'IN_APP_EVENT', 'CLICK', 'VALUE'],
};
const PROMOTIONS: Record<string, string[]> = {
  WEB_CONVERSIONS: ['WEBSITE'],
  LEAD_GENERATION: ['LEAD_GENERATION'],
  APP_PROMOTION: ['APP_ANDROID', 'APP_IOS'],
};
/** A request is the same as one before for so long. */
const SAME_REQUEST = 10 * SECOND;
/** The least budget of a day, in whole units of the advertiser's currency that a dollar is worth. */
const LEAST = 20;
const A_DOLLAR: Record<string, number> = { JPY: 140, KRW: 1400, TWD: 31 };

/** The same request within ten seconds is refused: the first one counts. */
export function once(world: World, advertiser: Node, edge: string, request: string): void {
  if (!/^\d{1,19}$/.test(request)) throw refused('request_id', 'Not a valid integer.');
  const id = `${edge} ${advertiser.id} ${request}`;
  const before = world.find(id);
  if (before && before.node._updated + SAME_REQUEST > world.now()) throw duplicate();
  if (before) world.save(before.node);
  else world.add('request', advertiser.id, { id });
}

export function checkName(field: string, name: string): void {
  if (name.trim() === '' || [...name].length > 512) throw refused(field, 'It must have 1 to 512 characters.');
  if (EMOJI.test(name)) throw refused(field, 'Emoji is not supported.');
}

/** @param days that the budget is for. */
export function checkMoney(advertiser: Node, { budget: value }: Params, days = 1): void {
  const digits = advertiser.currency === 'JPY' ? 0 : 2;
  if (Number(value.toFixed(digits)) !== value)
    throw refused('budget', `It must have at most ${digits} decimals.`);
  const floor = LEAST * days * (A_DOLLAR[advertiser.currency] ?? 1);
  if (value < floor) throw refused('budget', `The budget must be at least ${floor} ${advertiser.currency}.`);
}

const daysOf = (adgroup: Params) =>
  Math.max(1, Math.ceil((timeOf(adgroup.schedule_end_time) - timeOf(adgroup.schedule_start_time)) / DAY));

export function checkGoal(world: World, advertiser: Node, campaign: Node, node: Params): void {
  if (!GOALS[campaign.objective_type]!.includes(node.optimization_goal))
    throw refused('optimization_goal', `It does not go with ${campaign.objective_type}.`);
  if (!PROMOTIONS[campaign.objective_type]!.includes(node.promotion_type))
    throw refused('promotion_type', `It does not go with ${campaign.objective_type}.`);
  const { promotion_type: promotion, optimization_goal: goal } = node;
  const needs = (field: string) => {
    if (node[field] === undefined) throw refused(field, 'Missing data for required field.');
  };
  if (promotion.startsWith('APP_')) {
    needs('app_id');
    const app = world.get('app', node.app_id, advertiser.id);
    if (app.platform !== promotion.slice(4)) throw refused('promotion_type', 'It does not go with the app.');
    if (goal === 'IN_APP_EVENT') needs('optimization_event');
  } else if (goal === 'CONVERT' || goal === 'VALUE') {
    needs('pixel_id');
    needs('optimization_event');
  }
  if (promotion === 'LEAD_GENERATION') needs('promotion_target_type');
  if (node.pixel_id !== undefined) world.get('pixel', node.pixel_id, advertiser.id);
  if (goal !== 'CLICK' && node.billing_event !== 'OCPM')
    throw refused('billing_event', `${goal} is billed by OCPM.`);
  if (node.bid_type === 'BID_TYPE_CUSTOM') needs('conversion_bid_price');
  if (node.bid_type !== 'BID_TYPE_CUSTOM' && node.conversion_bid_price !== undefined)
    throw refused('conversion_bid_price', 'It needs bid_type BID_TYPE_CUSTOM.');
}

export function checkSchedule(world: World, node: Params): void {
  const { schedule_type: type, schedule_start_time: start, schedule_end_time: end } = node;
  if (type === 'SCHEDULE_START_END' && end === undefined)
    throw refused('schedule_end_time', 'Missing data for required field.');
  if (end !== undefined && timeOf(end) <= Math.max(timeOf(start), world.now()))
    throw refused('schedule_end_time', 'It must be later than the start and the present.');
}

export function checkAdgroupBudget(advertiser: Node, campaign: Node, node: Params): void {
  if (campaign.budget_optimize_on) {
    if (node.budget !== undefined) throw refused('budget', "The budget is the campaign's.");
    Object.assign(node, { budget_mode: 'BUDGET_MODE_INFINITE', budget: 0 });
    return;
  }
  for (const field of ['budget_mode', 'budget'])
    if (node[field] === undefined) throw refused(field, 'Missing data for required field.');
  const lifetime = node.budget_mode === 'BUDGET_MODE_TOTAL';
  if (lifetime && node.schedule_type !== 'SCHEDULE_START_END')
    throw refused('schedule_type', 'A lifetime budget needs SCHEDULE_START_END.');
  checkMoney(advertiser, node, lifetime ? daysOf(node) : 1);
}

export function checkTargeting(world: World, advertiser: Node, params: Params): Params {
  const spec = check(params, TARGETING);
  const blame = (name: string) => `targeting_spec.${name}`;
  const known = [...REGIONS, ...PROVINCES].map(([, id]) => id);
  if (spec.location_ids.length === 0 || spec.location_ids.some((id: string) => !known.includes(id)))
    throw refused(blame('location_ids'), 'There is an ID that ads can not be shown at.');
  if (spec.age_groups?.some((one: string) => !AGES.includes(one)))
    throw refused(blame('age_groups'), 'Not a valid choice.');
  for (const id of [...(spec.audience_ids ?? []), ...(spec.excluded_audience_ids ?? [])])
    if (!world.get('audience', id, advertiser.id).is_valid)
      throw refused(blame('audience_ids'), 'The audience can not be used.');
  return spec;
}
