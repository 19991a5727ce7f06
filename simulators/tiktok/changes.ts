// Smart+ campaigns, ad groups and ads: how they are changed, turned on and off, deleted and copied.
import { checkCreatives } from './creatives.ts';
import { into, ON_OFF } from './making.ts';
import { checkAdgroupBudget, checkMoney, checkName, checkSchedule, checkTargeting, once } from './rules.ts';
import { noteRuns, submit, view } from './status.ts';
import { check, invalid, must, type Params, refused } from './wire.ts';
import { type Node, SECOND, type World } from './world.ts';

function requireThere(node: Node): void {
  if (node.operation_status === 'DELETE') throw invalid('It has been deleted and can not be edited.');
}

export function changeCampaign(world: World, advertiser: Node, params: Params): Params {
  const { campaign_id: id, ...changes } = check(params, {
    campaign_id: 'string!',
    campaign_name: 'string',
    budget: 'number',
  });
  const before = world.get('campaign', id, advertiser.id);
  requireThere(before);
  if (changes.campaign_name !== undefined) checkName('campaign_name', changes.campaign_name);
  if (changes.budget !== undefined) {
    if (!before.budget_optimize_on) throw refused('budget', "The budgets are the ad groups'.");
    checkMoney(advertiser, changes);
  }
  return view(world, 'campaign', world.save({ ...before, ...changes }));
}

export function changeAdgroup(world: World, advertiser: Node, params: Params): Params {
  const { adgroup_id: id, ...changes } = check(params, {
    adgroup_id: 'string!',
    adgroup_name: 'string',
    budget: 'number',
    targeting_spec: 'object',
    schedule_type: ['SCHEDULE_FROM_NOW', 'SCHEDULE_START_END'],
    schedule_end_time: 'time',
    targeting_optimization_mode: ['AUTOMATIC', 'MANUAL'],
    suggestion_audience_enabled: 'bool',
    conversion_bid_price: 'number',
  });
  const before = world.get('adgroup', id, advertiser.id);
  requireThere(before);
  const after = { ...before, ...changes };
  if (changes.adgroup_name !== undefined) checkName('adgroup_name', changes.adgroup_name);
  if (changes.schedule_end_time !== undefined && after.schedule_type !== 'SCHEDULE_START_END')
    throw refused('schedule_end_time', 'It needs schedule_type SCHEDULE_START_END.');
  if (changes.schedule_end_time !== undefined) checkSchedule(world, after);
  if (changes.conversion_bid_price !== undefined && before.bid_type !== 'BID_TYPE_CUSTOM')
    throw refused('conversion_bid_price', 'It needs bid_type BID_TYPE_CUSTOM.');
  if (changes.budget !== undefined)
    checkAdgroupBudget(advertiser, world.get('campaign', before.campaign_id), after);
  if (changes.targeting_spec) {
    after.targeting_spec = checkTargeting(world, advertiser, changes.targeting_spec);
    for (const ad of world.all('ad', advertiser.id)) if (ad.adgroup_id === id) world.save(submit(world, ad));
  }
  const saved = world.save(after);
  noteRuns(world, before.campaign_id);
  return view(world, 'adgroup', saved);
}

export function changeAd(world: World, advertiser: Node, params: Params): Params {
  const { smart_plus_ad_id: id, ...changes } = check(params, {
    smart_plus_ad_id: 'string!',
    ad_name: 'string',
    ad_text_list: 'objects',
    creative_list: 'objects',
    call_to_action_list: 'objects',
    landing_page_url_list: 'objects',
    ad_configuration: 'object',
  });
  const before = world.get('ad', id, advertiser.id);
  requireThere(before);
  if (changes.ad_name !== undefined) checkName('ad_name', changes.ad_name);
  const { ad_name: _, ...content } = changes;
  const after = { ...before, ...changes };
  if (Object.keys(content).length === 0) return view(world, 'ad', world.save(after));
  checkCreatives(world, advertiser, world.get('adgroup', before.adgroup_id), after);
  return view(world, 'ad', world.save(submit(world, after)));
}

const IDS = { campaign: 'campaign_ids', adgroup: 'adgroup_ids', ad: 'smart_plus_ad_ids' } as const;

/** Turns some on or off, or deletes them. Those that can not be are told one by one, but for ads: then none is. */
export function changeStatus(
  world: World,
  kind: 'campaign' | 'adgroup' | 'ad',
  advertiser: Node,
  params: Params,
): Params {
  const name = IDS[kind];
  const asked = check(params, { [name]: 'strings!', operation_status: must('ENABLE', 'DISABLE', 'DELETE') });
  const ids: string[] = asked[name];
  const { operation_status: to } = asked;
  if (ids.length < 1 || ids.length > 20) throw refused(name, 'It must have 1 to 20 IDs.');
  const nodes = ids.map((id) => world.get(kind, id, advertiser.id));
  const gone = nodes.filter((one) => one.operation_status === 'DELETE');
  if (kind === 'ad' && gone.length > 0) throw invalid('A deleted ad can not be changed.');
  const changed = nodes.filter((one) => !gone.includes(one));
  for (const one of changed) world.save({ ...one, operation_status: to });
  for (const one of changed) noteRuns(world, kind === 'campaign' ? one.id : one.campaign_id);
  if (kind === 'ad') return { smart_plus_ad_ids: ids, status: to };
  const key = `${kind}_id`;
  const errors = gone.map((one) => ({ [key]: one.id, error_message: 'It has been deleted.' }));
  return { [`${kind}_list`]: changed.map((one) => ({ [key]: one.id, status: to })), error_list: errors };
}

/** Copies a campaign with all in it, as a task. */
export function copyCampaign(world: World, advertiser: Node, params: Params): Params {
  const asked = check(params, {
    campaign_id: 'string!',
    request_id: 'string!',
    campaign_name: 'string',
    operation_status: ON_OFF,
  });
  const campaign = into(world, advertiser, asked.campaign_id);
  const live = (kind: 'adgroup' | 'ad') =>
    world
      .all(kind, advertiser.id)
      .filter((one) => one.campaign_id === campaign.id && one.operation_status !== 'DELETE');
  if (live('ad').length === 0) throw refused('campaign_id', 'It has no ad group with an ad.');
  once(world, advertiser, 'copy', asked.request_id);
  const name = asked.campaign_name ?? `COPIED_${campaign.campaign_name}`;
  checkName('campaign_name', name);
  const { operation_status = 'ENABLE' } = asked;
  const add = (kind: 'campaign' | 'adgroup' | 'ad', key: string, of: Node, more: Params) => {
    const id = world.newId();
    const { _runs: __, ...rest } = of;
    const node = { ...rest, operation_status, ...more, id, [key]: id };
    return world.add(kind, advertiser.id, kind === 'ad' ? submit(world, node) : node);
  };
  const copy = add('campaign', 'campaign_id', campaign, { campaign_name: name });
  const groups = live('adgroup').map((group) => {
    const made = add('adgroup', 'adgroup_id', group, { campaign_id: copy.id });
    const ads = live('ad').filter((ad) => ad.adgroup_id === group.id);
    const more = { campaign_id: copy.id, adgroup_id: made.id };
    return { adgroup_id: made.id, ads: ads.map((ad) => add('ad', 'smart_plus_ad_id', ad, more).id) };
  });
  const id = world.newId();
  const ready = world.now() + world.setting('copying', 5 * SECOND);
  world.add('task', advertiser.id, { id, campaign_id: copy.id, groups, _ready: ready });
  return { task_id: id, adgroup_error_list: [] };
}

export function viewTask(world: World, advertiser: Node, params: Params): Params {
  const { task_id: id } = check(params, { task_id: 'string!' }, true);
  const task = world.get('task', id, advertiser.id);
  const ads = task.groups.flatMap((one: Params) => one.ads);
  if (task._ready > world.now())
    return { task_status: 'RUNNING', task_info: { total_ad_count: ads.length, success_ad_count: 0 } };
  const campaign = world.get('campaign', task.campaign_id);
  const adgroup_result_list = task.groups.map((one: Params) => ({
    adgroup_id: one.adgroup_id,
    ad_status: 'ALL_SUCCESS',
    adgroup_error_list: [],
    ad_result_list: one.ads.map((ad: string) => ({
      is_success: true,
      smart_plus_ad_id: ad,
      ad_error_list: [],
    })),
  }));
  return {
    task_status: 'SUCCESS',
    task_info: { total_ad_count: ads.length, success_ad_count: ads.length },
    task_result: {
      campaign_id: campaign.id,
      campaign_name: campaign.campaign_name,
      campaign_error_infos: [],
      adgroup_result_list,
    },
  };
}
