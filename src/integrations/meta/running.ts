// Reads, changes and copies running objects at Meta.
import * as z from 'zod';
import { AdError } from '../ads/error.ts';
import { untagged } from '../ads/intent-name.ts';
import { issue, isWord } from '../ads/issues.ts';
import type { AdSession, VideoState } from '../ads/platform.ts';
import {
  type AdBudget,
  type Running,
  type RunningChange,
  type RunningObject,
  turnedOn,
} from '../ads/steps.ts';
import { AccountId, allOf, graph, Id, inPath } from './client.ts';
import { META, TOO_MANY_TO_COPY } from './outcome.ts';
import { isOpen } from './setup.ts';
import { fromMeta, toMeta } from './units.ts';
import { issuesOf, LISTED, regional, stateOf, targeting } from './words.ts';

const Success = z.object({ success: z.literal(true) });
const Budget = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional();
const Issues = z.array(z.object({ error_code: z.number().int().optional() })).optional();
const common = {
  id: Id,
  name: z.string().max(1000),
  status: z.string().max(64).optional(),
  effective_status: z.string().max(64),
  issues_info: Issues,
};
const Campaign = z.object(common);
const AdSet = z.object({ ...common, campaign_id: Id, daily_budget: Budget, lifetime_budget: Budget });
const Ad = z.object({
  ...common,
  adset_id: Id,
  ad_review_feedback: z.object({ global: z.record(z.string(), z.unknown()).optional() }).optional(),
});
const Status = z.object({ effective_status: z.string().max(64) });
const AccountState = z.object({ account_status: z.number().int() });

/** Campaigns with their ad sets and ads, by four lists for all of them. Deleted objects are left out. */
export async function state(session: AdSession, campaigns: readonly string[]): Promise<RunningObject[]> {
  const account = inPath(session.selection.adAccountId, 'adAccountId', AccountId);
  const asked = (kind: Running, field: string, fields: string) => ({
    fields,
    filtering: [{ field, operator: 'IN', value: campaigns }],
    effective_status: LISTED[kind],
  });
  const [{ account_status: open }, tops, sets, ads] = await Promise.all([
    graph(session, 'GET', account, { fields: 'account_status' }, AccountState),
    allOf(
      session,
      `${account}/campaigns`,
      asked('campaign', 'id', 'id,name,status,effective_status,issues_info'),
      Campaign,
    ),
    allOf(
      session,
      `${account}/adsets`,
      asked(
        'ad_set',
        'campaign.id',
        'id,name,status,effective_status,issues_info,campaign_id,daily_budget,lifetime_budget',
      ),
      AdSet,
    ),
    allOf(
      session,
      `${account}/ads`,
      asked('ad', 'campaign.id', 'id,name,status,effective_status,issues_info,adset_id,ad_review_feedback'),
      Ad,
    ),
  ]);
  const shared = ({ id, name, status, effective_status }: z.output<typeof Campaign>) => ({
    id,
    name: untagged(name),
    state: stateOf(effective_status),
    ...turnedOn(status, STATUS.active, STATUS.paused),
  });
  const closed = isOpen(open) ? [] : [issue('ad_account_closed')];
  return [
    ...tops.map((one): RunningObject => {
      const { state: is, ...rest } = shared(one);
      const stopped = closed.length > 0 && is !== 'archived';
      const base = { kind: 'campaign' as const, parent: null, budget: null };
      const issues = stopped ? closed : saidOf(one);
      return { ...base, ...rest, issues, state: stopped ? 'needs_attention' : is };
    }),
    ...sets.map((one): RunningObject => {
      const base = {
        kind: 'ad_set' as const,
        parent: one.campaign_id,
        issues: saidOf(one),
      };
      return { ...base, ...shared(one), budget: budgetOf(one, session.currency) };
    }),
    ...ads.map((one): RunningObject => {
      const policies = Object.keys(one.ad_review_feedback?.global ?? {}).filter(isWord);
      return {
        kind: 'ad',
        parent: one.adset_id,
        issues: saidOf(one),
        policies,
        budget: null,
        ...shared(one),
      };
    }),
  ];
}

const saidOf = ({ effective_status: status, issues_info: info = [] }: z.output<typeof Campaign>) =>
  issuesOf(
    status,
    info.flatMap(({ error_code: number }) => number ?? []),
  );

function budgetOf(set: z.output<typeof AdSet>, currency: string): AdBudget | null {
  // Zero means that the campaign has the budget.
  const daily = Number(set.daily_budget ?? 0);
  const lifetime = Number(set.lifetime_budget ?? 0);
  if (daily > 0) return { daily: fromMeta(daily, currency) };
  return lifetime > 0 ? { lifetime: fromMeta(lifetime, currency) } : null;
}

const STATUS = { active: 'ACTIVE', paused: 'PAUSED', archived: 'ARCHIVED' } as const;

export async function setRunning(
  session: AdSession,
  id: string,
  to: 'active' | 'paused' | 'archived',
): Promise<void> {
  const path = inPath(id, 'id');
  try {
    await graph(session, 'POST', path, { status: STATUS[to] }, Success);
  } catch (error) {
    // Meta refuses to archive what is already archived or deleted, but still returns it by its ID.
    if (to !== 'archived' || !(error instanceof AdError) || error.kind !== 'invalid') throw error;
    const { effective_status: is } = await graph(
      session,
      'GET',
      path,
      { fields: 'effective_status' },
      Status,
    );
    if (stateOf(is) !== 'archived' && stateOf(is) !== 'deleted') throw error;
  }
}

const BID_STRATEGY = {
  automatic: 'LOWEST_COST_WITHOUT_CAP',
  cost_cap: 'COST_CAP',
  bid_cap: 'LOWEST_COST_WITH_BID_CAP',
} as const;

/** The value that Meta treats as no cap. */
const NO_CAP = 922337203685478;

export async function change(session: AdSession, id: string, change: RunningChange): Promise<void> {
  const { name, budget, bidding, audience, settings = {}, countries, endsAt, cap } = change;
  const params: Record<string, unknown> = { name };
  if (budget && 'daily' in budget) params.daily_budget = toMeta(budget.daily, session.currency);
  if (budget && 'lifetime' in budget) params.lifetime_budget = toMeta(budget.lifetime, session.currency);
  if (bidding) {
    params.bid_strategy = BID_STRATEGY[bidding.strategy];
    if (bidding.amount !== null) params.bid_amount = toMeta(bidding.amount, session.currency);
  }
  if (audience) Object.assign(params, { targeting: targeting(audience), ...regional(settings) });
  if (countries) params.special_ad_category_country = countries;
  if (endsAt !== undefined) params.end_time = Math.floor(endsAt / 1000);
  if (cap !== undefined) params.spend_cap = cap === null ? NO_CAP : toMeta(cap, session.currency);
  await graph(session, 'POST', inPath(id, 'id'), params, Success);
}

const Video = z.object({
  status: z.object({ video_status: z.string() }),
  picture: z.url().optional(),
});

export async function videoState(session: AdSession, id: string): Promise<VideoState> {
  const { status, picture } = await graph(
    session,
    'GET',
    inPath(id, 'video_id'),
    { fields: 'status,picture' },
    Video,
  );
  const word = status.video_status;
  const is = word === 'ready' ? 'ready' : word === 'error' || word === 'expired' ? 'failed' : 'processing';
  return { state: is, cover: is === 'ready' ? (picture ?? null) : null };
}

const KEYS = { campaign: 'copied_campaign_id', ad_set: 'copied_adset_id', ad: 'copied_ad_id' } as const;
const INTO = { campaign: null, ad_set: 'campaign_id', ad: 'adset_id' } as const;
const Copied = z.object({
  copied_campaign_id: Id.optional(),
  copied_adset_id: Id.optional(),
  copied_ad_id: Id.optional(),
});
const Sessions = z.object({ async_sessions: z.array(z.object({ id: Id })).length(1) });
const Session = z.object({ status: z.string(), result: z.string().optional() });

/** Copies at once if Meta allows it, otherwise by an asynchronous task. */
export async function copy(
  session: AdSession,
  { kind, id, into, suffix }: { kind: Running; id: string; into: string | null; suffix: string },
): Promise<{ id: string } | { task: string }> {
  const path = `${inPath(id, 'id')}/copies`;
  const place = INTO[kind];
  const params = {
    ...(kind === 'ad' ? {} : { deep_copy: true }),
    ...(into === null || place === null ? {} : { [place]: into }),
    status_option: 'PAUSED',
    rename_options: { rename_strategy: 'ONLY_TOP_LEVEL_RENAME', rename_suffix: suffix },
  };
  try {
    return { id: copyIn(await graph(session, 'POST', path, params, Copied), kind) };
  } catch (error) {
    if (!(error instanceof AdError) || error.platformCode !== `100/${TOO_MANY_TO_COPY}`) throw error;
  }
  const texts = Object.entries(params).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  const body = new URLSearchParams(texts).toString();
  const asyncbatch = [{ method: 'POST', relative_url: path, name: 'copy', body }];
  const { async_sessions: sessions } = await graph(session, 'POST', '', { asyncbatch }, Sessions);
  return { task: sessions[0]!.id };
}

export async function copied(
  session: AdSession,
  kind: Running,
  task: string,
): Promise<{ id: string } | null> {
  const asked = { fields: 'status,result,error_code' };
  const { status, result } = await graph(session, 'GET', inPath(task, 'task'), asked, Session);
  if (status === 'FAILED') throw META.error('invalid');
  if (status !== 'COMPLETED') return null;
  const read = Copied.safeParse(jsonOf(result ?? ''));
  if (!read.success) throw META.error('unreadable');
  return { id: copyIn(read.data, kind) };
}

function copyIn(answer: z.output<typeof Copied>, kind: Running): string {
  const id = answer[KEYS[kind]];
  if (id === undefined) throw META.error('unreadable', { mayHaveHappened: true });
  return id;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
