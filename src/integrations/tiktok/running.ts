// Reads, changes and copies running objects at TikTok.
import * as z from 'zod';
import { AdError } from '../ads/error.ts';
import { untagged } from '../ads/intent-name.ts';
import { issue } from '../ads/issues.ts';
import type { AdSession, VideoState } from '../ads/platform.ts';
import {
  type AdBudget,
  type Running,
  type RunningChange,
  type RunningObject,
  turnedOn,
} from '../ads/steps.ts';
import { advertiserOf, allOf, asId, get, Id, post, WordId } from './client.ts';
import { locationsOf, plain } from './making.ts';
import { TIKTOK } from './outcome.ts';
import { isOpen } from './setup.ts';
import { fromTiktok, toMoment, toTiktok } from './units.ts';
import { stateOf as stateIn, targeting } from './words.ts';

const statuses = { operation_status: z.string().max(64).optional(), secondary_status: z.string().max(80) };
const name = z.string().max(1000);
const budgets = { budget_mode: z.string().optional(), budget: z.number().nonnegative().optional() };
const Campaign = z.object({ campaign_id: Id, campaign_name: name, ...statuses, ...budgets });
const Adgroup = z.object({
  adgroup_id: Id,
  campaign_id: Id,
  adgroup_name: name,
  ...statuses,
  ...budgets,
});
const Ad = z.object({ smart_plus_ad_id: Id, adgroup_id: Id, ad_name: name, ...statuses });
const Advertisers = z.object({ list: z.array(z.object({ status: z.string().max(64) })).length(1) });

/** The most campaigns in one filter. */
const AT_ONCE = 100;
const A_PAGE = 1000;

/** Campaigns with their ad groups and ads. Deleted objects are left out. */
export async function state(session: AdSession, campaigns: readonly string[]): Promise<RunningObject[]> {
  const found: RunningObject[] = [];
  for (let at = 0; at < campaigns.length; at += AT_ONCE)
    found.push(...(await stateOfSome(session, campaigns.slice(at, at + AT_ONCE))));
  return found;
}

async function stateOfSome(session: AdSession, ids: readonly string[]): Promise<RunningObject[]> {
  const of = advertiserOf(session);
  const asked = <S extends z.ZodObject>(shape: S) => ({
    ...of,
    filtering: { campaign_ids: ids },
    fields: Object.keys(shape.shape),
    page_size: A_PAGE,
  });
  const about = { advertiser_ids: [of.advertiser_id], fields: ['status'] };
  const [advertisers, tops, sets, ads] = await Promise.all([
    get(session, 'advertiser/info', about, Advertisers),
    allOf(session, 'smart_plus/campaign/get', asked(Campaign), Campaign),
    allOf(session, 'smart_plus/adgroup/get', asked(Adgroup), Adgroup),
    allOf(session, 'smart_plus/ad/get', asked(Ad), Ad),
  ]);
  const closed = !isOpen(advertisers.list[0]!.status);
  const { currency } = session;
  const stateOf = ({
    operation_status: own,
    secondary_status: word,
  }: {
    operation_status?: string | undefined;
    secondary_status: string;
  }) => ({
    ...stateIn(word),
    ...turnedOn(own, STATUS.active, STATUS.paused),
  });
  return [
    ...tops.map((one): RunningObject => {
      const is = stateOf(one);
      const base = { kind: 'campaign' as const, id: one.campaign_id, parent: null };
      const shown = { ...base, name: untagged(one.campaign_name), budget: budgetOf(one, currency), ...is };
      return closed ? { ...shown, state: 'needs_attention', issues: [issue('ad_account_closed')] } : shown;
    }),
    ...sets.map((one): RunningObject => {
      const base = { kind: 'ad_set' as const, id: one.adgroup_id, parent: one.campaign_id };
      const budget = budgetOf(one, currency);
      return { ...base, name: untagged(one.adgroup_name), budget, ...stateOf(one) };
    }),
    ...ads.map((one): RunningObject => {
      const base = { kind: 'ad' as const, id: one.smart_plus_ad_id, parent: one.adgroup_id, budget: null };
      return { ...base, name: untagged(one.ad_name), ...stateOf(one) };
    }),
  ];
}

function budgetOf(
  { budget_mode: mode, budget = 0 }: { budget_mode?: string | undefined; budget?: number | undefined },
  currency: string,
): AdBudget | null {
  // It has no budget of its own: the campaign or the ad groups have it.
  if (budget === 0 || mode === 'BUDGET_MODE_INFINITE') return null;
  const amount = fromTiktok(budget, currency);
  return mode === 'BUDGET_MODE_TOTAL' ? { lifetime: amount } : { daily: amount };
}

const EDGES = {
  campaign: { edge: 'smart_plus/campaign', id: 'campaign_id', ids: 'campaign_ids', name: 'campaign_name' },
  ad_set: { edge: 'smart_plus/adgroup', id: 'adgroup_id', ids: 'adgroup_ids', name: 'adgroup_name' },
  ad: { edge: 'smart_plus/ad', id: 'smart_plus_ad_id', ids: 'smart_plus_ad_ids', name: 'ad_name' },
} as const;

const STATUS = { active: 'ENABLE', paused: 'DISABLE', archived: 'DELETE' } as const;
/** Objects that could not be changed are listed here although the request succeeded. */
const Changed = z.object({ error_list: z.array(z.unknown()).nullish() });

export async function setRunning(
  session: AdSession,
  kind: Running,
  id: string,
  to: 'active' | 'paused' | 'archived',
): Promise<void> {
  const { edge, ids, id: idName } = EDGES[kind];
  const of = advertiserOf(session);
  const body = { ...of, [ids]: [asId(id, idName)], operation_status: STATUS[to] };
  try {
    const { error_list: errors } = await post(session, `${edge}/status/update`, body, Changed);
    if (errors?.length) throw TIKTOK.error('invalid', { field: 'operation_status' });
  } catch (error) {
    // TikTok refuses to delete something twice.
    if (to !== 'archived' || !(error instanceof AdError) || error.kind !== 'invalid') throw error;
    const left = await allOf(session, `${edge}/get`, { ...of, filtering: { [ids]: [id] } }, z.unknown());
    if (left.length > 0) throw error;
  }
}

export async function change(
  session: AdSession,
  kind: Running,
  id: string,
  { name: to, budget, bidding, audience, endsAt }: RunningChange,
): Promise<void> {
  const { edge, id: idName, name: nameField } = EDGES[kind];
  const inAdgroup = kind === 'ad_set';
  if (!inAdgroup && (audience || endsAt !== undefined)) throw TIKTOK.error('invalid', { field: idName });
  const params: Record<string, unknown> = { ...advertiserOf(session), [idName]: asId(id, idName) };
  if (to !== undefined) params[nameField] = plain(to);
  if (budget) params.budget = toTiktok('daily' in budget ? budget.daily : budget.lifetime, session.currency);
  // An ad group with automatic bidding keeps it, because the platform refuses a price for it.
  if (bidding && bidding.amount !== null)
    params.conversion_bid_price = toTiktok(bidding.amount, session.currency);
  // The available locations are the same for every objective.
  if (audience)
    Object.assign(params, targeting(audience, await locationsOf(session, 'conversions', audience)));
  if (endsAt !== undefined)
    Object.assign(params, { schedule_type: 'SCHEDULE_START_END', schedule_end_time: toMoment(endsAt) });
  await post(session, `${edge}/update`, params, z.object({}));
}

const Videos = z.object({
  list: z.array(
    z.object({ video_id: WordId, displayable: z.boolean(), video_cover_url: z.url().optional() }),
  ),
});

/** TikTok leaves out videos that cannot be used in ads. */
export async function videoState(session: AdSession, id: string): Promise<VideoState> {
  const asked = { ...advertiserOf(session), video_ids: [asId(id, 'video_id', WordId)] };
  const video = (await get(session, 'file/video/ad/info', asked, Videos)).list.find(
    (one) => one.video_id === id,
  );
  if (!video) return { state: 'failed', cover: null };
  if (!video.displayable) return { state: 'processing', cover: null };
  return { state: 'ready', cover: video.video_cover_url ?? null };
}

const COPY = 'smart_plus/campaign/copy/task';

/** Copies a campaign with its ad groups and ads by a task. The platform copies nothing smaller. */
export async function copy(
  session: AdSession,
  { kind, id, suffix }: { kind: Running; id: string; suffix: string },
): Promise<{ task: string }> {
  if (kind !== 'campaign') throw TIKTOK.error('invalid', { field: EDGES[kind].id });
  const of = advertiserOf(session);
  const asked = { ...of, filtering: { campaign_ids: [asId(id, 'campaign_id')] } };
  const [campaign] = await allOf(session, 'smart_plus/campaign/get', asked, Campaign);
  if (!campaign) throw TIKTOK.error('not_found');
  const random = crypto.getRandomValues(new BigUint64Array(1))[0]! >> 1n;
  const body = {
    ...of,
    campaign_id: id,
    request_id: random.toString(),
    operation_status: 'DISABLE',
    campaign_name: `${untagged(campaign.campaign_name)}${suffix}`,
  };
  const { task_id: task } = await post(session, `${COPY}/create`, body, z.object({ task_id: Id }));
  return { task };
}

const Copied = z.object({
  task_status: z.string(),
  task_result: z
    .object({
      campaign_id: Id.optional(),
      adgroup_result_list: z.array(z.object({ ad_status: z.string() })).nullish(),
    })
    .nullish(),
});

/** A successful task may still have left something out. */
export async function copied(session: AdSession, task: string): Promise<{ id: string } | null> {
  const asked = { ...advertiserOf(session), task_id: asId(task, 'task') };
  const { task_status: status, task_result: result } = await get(session, `${COPY}/check`, asked, Copied);
  if (status === 'RUNNING') return null;
  const whole = result?.adgroup_result_list?.every((one) => one.ad_status === 'ALL_SUCCESS') ?? true;
  if (status !== 'SUCCESS' || !result?.campaign_id || !whole) throw TIKTOK.error('invalid');
  return { id: result.campaign_id };
}
