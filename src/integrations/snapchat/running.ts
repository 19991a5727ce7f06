// Reads and changes running objects at Snapchat. A PUT replaces the whole object, so it is read before it is changed.
import * as z from 'zod';
import { iso } from '../../kit/time.ts';
import { AdError } from '../ads/error.ts';
import { tag, untagged } from '../ads/intent-name.ts';
import { issue, isWord } from '../ads/issues.ts';
import type { AdSession, VideoState } from '../ads/platform.ts';
import {
  type AdBudget,
  type Running,
  type RunningChange,
  type RunningObject,
  type RunningState,
  turnedOn,
} from '../ads/steps.ts';
import { allOf, entities, Id, inPath, snap } from './client.ts';
import { budgetFields } from './making.ts';
import { SNAPCHAT } from './outcome.ts';
import { Accounts, accountOf } from './setup.ts';
import { fromMicros, toMicros } from './units.ts';
import { Media } from './uploading.ts';
import { issuesOf, reviewState, stateOf, targeting } from './words.ts';

const micros = z.number().int().nonnegative().optional();
const common = {
  id: Id,
  name: z.string().max(1000),
  status: z.string().max(64),
  delivery_status: z.array(z.string().max(200)).optional(),
};
const Campaigns = entities('campaigns', 'campaign', z.object(common));
const Squads = entities(
  'adsquads',
  'adsquad',
  z.object({ ...common, campaign_id: Id, daily_budget_micro: micros, lifetime_budget_micro: micros }),
);
const Ads = entities(
  'ads',
  'ad',
  z.object({
    ...common,
    ad_squad_id: Id,
    review_status: z.string().max(64),
    review_status_reasons: z.array(z.string()).optional(),
  }),
);
type Squad = z.output<typeof Squads>['items'][number];
type Ad = z.output<typeof Ads>['items'][number];

/** Up to this many campaigns are read one by one. For more, the ad account's lists take fewer requests. */
const FEW = 5;

/** Campaigns with their ad squads and ads. Deleted objects are left out. */
export async function state(session: AdSession, campaigns: readonly string[]): Promise<RunningObject[]> {
  const account = accountOf(session);
  const few = campaigns.length <= FEW;
  const places = few ? campaigns.map((id) => `campaigns/${inPath(id, 'id')}`) : [`adaccounts/${account}`];
  const inAll = async <T>(kind: string, shape: z.ZodType<{ items: T[]; next: string | null }>) => {
    const read = places.map(async (place) => {
      const list = allOf<T>((params) => snap(session, 'GET', `${place}/${kind}`, shape, { params }));
      return few ? await orGone(list, null) : await list;
    });
    return await Promise.all(read);
  };
  const [accounts, tops, squadLists, adLists] = await Promise.all([
    snap(session, 'GET', `adaccounts/${account}`, Accounts),
    few
      ? Promise.all(places.map((place) => readOne(session, place)))
      : inAll('campaigns', Campaigns).then((lists) => lists.flatMap((list) => list ?? [])),
    inAll('adsquads', Squads),
    inAll('ads', Ads),
  ]);
  // An existing campaign always has its lists. If one is missing, everything in it would count as deleted.
  for (const lists of [squadLists, adLists])
    if (lists.some((list, n) => list === null && tops[n] !== null)) throw SNAPCHAT.error('unreadable');
  const [squads, ads] = [squadLists.flatMap((list) => list ?? []), adLists.flatMap((list) => list ?? [])];
  const wanted = new Set(campaigns);
  const kept = tops.filter((one) => one !== null).filter(({ id }) => wanted.has(id));
  const ids = new Set(kept.map(({ id }) => id));
  const inside = squads.filter(({ campaign_id }) => ids.has(campaign_id));
  const closed = accounts.items.some(({ status }) => status !== 'ACTIVE');
  const parents = new Map<string, RunningState>();
  const note = (id: string, is: RunningState) => {
    parents.set(id, is);
    return is;
  };
  return [
    ...kept.map((one): RunningObject => {
      const is = note(one.id, stateOf(one));
      const told: Pick<RunningObject, 'state' | 'issues'> = closed
        ? { state: 'needs_attention', issues: [issue('ad_account_closed')] }
        : { state: is, issues: issuesOf(one) };
      return { kind: 'campaign', parent: null, budget: null, ...shown(one), ...told };
    }),
    ...inside.map((one): RunningObject => {
      const is = note(one.id, parents.get(one.campaign_id) === 'paused' ? 'paused' : stateOf(one));
      const budget = budgetOf(one, session.currency);
      return {
        kind: 'ad_set',
        parent: one.campaign_id,
        budget,
        ...shown(one),
        state: is,
        issues: issuesOf(one),
      };
    }),
    ...ads
      .filter(({ ad_squad_id }) => parents.has(ad_squad_id))
      .map((one): RunningObject => {
        const stopped = parents.get(one.ad_squad_id) === 'paused';
        const state = adState(one, stopped);
        const rejected = state === 'rejected';
        const told = {
          state,
          issues: rejected ? [issue('review_rejected')] : [],
          policies: rejected ? reasonsOf(one) : [],
        };
        return { kind: 'ad', parent: one.ad_squad_id, budget: null, ...shown(one), ...told };
      }),
  ];
}

const readOne = (session: AdSession, place: string) =>
  orGone(
    snap(session, 'GET', place, Campaigns).then(({ items }) => items[0] ?? null),
    null,
  );

/** Snapchat answers "not found" for deleted objects. */
const orGone = async <T>(read: Promise<T>, gone: T): Promise<T> =>
  await read.catch((error: unknown) => {
    if (error instanceof AdError && error.kind === 'not_found') return gone;
    throw error;
  });

const shown = ({ id, name, status }: { id: string; name: string; status: string }) => ({
  id,
  name: untagged(name),
  ...turnedOn(status, STATUS.active, STATUS.paused),
});

/** A paused ad is still reviewed, so its pause is checked first. A paused parent pauses it as well. */
function adState(one: Ad, stopped: boolean): RunningState {
  if (stopped || one.status === 'PAUSED') return 'paused';
  return one.status === 'ACTIVE' ? reviewState(one.review_status) : 'unknown';
}

const reasonsOf = ({ review_status_reasons: reasons = [] }: Ad) => reasons.filter(isWord);

function budgetOf(squad: Squad, currency: string): AdBudget | null {
  const { daily_budget_micro: daily = 0, lifetime_budget_micro: lifetime = 0 } = squad;
  if (daily > 0) return { daily: fromMicros(daily, currency) };
  return lifetime > 0 ? { lifetime: fromMicros(lifetime, currency) } : null;
}

const WORDS = {
  campaign: ['campaigns', 'campaign', 'adaccounts', 'ad_account_id'],
  ad_set: ['adsquads', 'adsquad', 'campaigns', 'campaign_id'],
  ad: ['ads', 'ad', 'adsquads', 'ad_squad_id'],
} as const;
/** Fields that the platform maintains itself. It refuses some of them when they are sent back. */
const READ_ONLY = new Set(
  `created_at updated_at created_by_app_id created_by_user last_updated_by_app_id last_updated_by_user
  delivery_status review_status review_status_reason review_status_reasons render_type objective child_ad_type
  targeting_reach_status effective_status deleted auto_bid target_bid pacing_properties_version
  skadnetwork_properties`.split(/\s+/),
);

/**
 * A change that somebody else makes between reading and writing is lost, because the platform has no way to detect it.
 */
async function replace(
  session: AdSession,
  kind: Running,
  id: string,
  changed: (before: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const [plural, singular, above, link] = WORDS[kind];
  const shape = entities(plural, singular, z.looseObject({ id: Id, name: z.string(), [link]: Id }));
  const { items } = await snap(session, 'GET', `${plural}/${inPath(id, 'id')}`, shape);
  const before = items[0] as Record<string, unknown> | undefined;
  if (!before || before.id !== id) throw SNAPCHAT.error('unreadable');
  const kept = Object.entries(before).filter(([name]) => !READ_ONLY.has(name));
  const body = { [plural]: [{ ...Object.fromEntries(kept), ...changed(before) }] };
  await snap(session, 'PUT', `${above}/${before[link]}/${plural}`, shape, { body });
}

/** Snapchat has no archive, so archived objects are paused. */
const STATUS = { active: 'ACTIVE', paused: 'PAUSED', archived: 'PAUSED' } as const;

export async function setRunning(
  session: AdSession,
  kind: Running,
  id: string,
  to: 'active' | 'paused' | 'archived',
): Promise<void> {
  try {
    await replace(session, kind, id, () => ({ status: STATUS[to] }));
  } catch (error) {
    // A deleted object needs no archiving.
    if (to !== 'archived' || !(error instanceof AdError) || error.kind !== 'not_found') throw error;
  }
}

/** A replacement deletes fields that are left out. */
const capField = (cap: number | null, currency: string) => ({
  lifetime_spend_cap_micro: cap === null ? undefined : toMicros(cap, currency),
});

const INTENT = / \[([a-z0-9]{4,12})\]$/;

export async function change(
  session: AdSession,
  kind: Running,
  id: string,
  { name, budget, audience, endsAt, cap }: RunningChange,
): Promise<void> {
  await replace(session, kind, id, (before) => {
    const key = INTENT.exec(String(before.name))?.[1];
    return {
      ...(name === undefined ? {} : { name: key === undefined ? name : name + tag({ key }) }),
      ...(budget === undefined ? {} : budgetFields(budget, session.currency)),
      ...(audience === undefined ? {} : { targeting: targeting(audience) }),
      ...(endsAt === undefined ? {} : { end_time: iso(endsAt) }),
      ...(cap === undefined ? {} : capField(cap, session.currency)),
    };
  });
}

export async function videoState(session: AdSession, id: string): Promise<VideoState> {
  const { items } = await snap(session, 'GET', `media/${inPath(id, 'id')}`, Media);
  const word = items[0]?.media_status;
  if (word === undefined) throw SNAPCHAT.error('unreadable');
  // Snapchat needs no thumbnail for an ad.
  return { state: word === 'READY' ? 'ready' : word === 'ERROR' ? 'failed' : 'processing', cover: null };
}
