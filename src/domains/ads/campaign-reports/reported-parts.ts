// Compares a platform's lists with a campaign's ad sets and ads: what changed there, and what is gone. Lists are always
// read to the end, so whatever is missing was deleted there.
import type { SystemCtx } from '../../../context.ts';
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import type { RunningObject, RunningState } from '../../../integrations/ads/steps.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { wantedOn } from '../campaign-record/campaign-platforms.ts';
import {
  type AdRow,
  type AdSetRow,
  type CampaignPlatformRow,
  isThere,
  type WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import { sharesLeftThere, sharesTakenOver } from '../campaign-record/shares.ts';
import { adStatusOf, reviewOf } from '../campaign-record/status.ts';
import { tasksOf } from '../platform-tasks/interface.ts';

/** A new ad set or ad may be missing from the lists for this long. */
const LISTED_AFTER_MS = 10 * MINUTE_MS;

/** All objects of a campaign at a platform. */
export interface Reported {
  /** Null when the campaign is gone. */
  campaign: RunningObject | null;
  sets: RunningObject[];
  ads: RunningObject[];
}

export interface PartChange<T> {
  row: T;
  change: Partial<T>;
}

export interface PartNews {
  sets: PartChange<AdSetRow>[];
  ads: PartChange<AdRow>[];
  /** Ad sets and ads that were archived or deleted there while the campaign continued, with their new status. */
  gone: { sets: AdSetRow[]; ads: AdRow[] };
  /** The shares that changed because of that, by ad set ID. */
  shares: ReadonlyMap<string, number>;
  /** Ad sets and ads that are archived here and were resumed there, on platforms that can only pause. */
  risen: { sets: AdSetRow[]; ads: AdRow[] };
}

export const hasNews = ({ sets, ads, risen }: PartNews): boolean =>
  [sets, ads, risen.sets, risen.ads].some((all) => all.length > 0);

const isOver = ({ state }: RunningObject) => state === 'archived' || state === 'deleted';

/** On platforms that can only delete, a finished object was deleted rather than archived. */
export const goneAs = ({ archive }: Pick<Capabilities, 'archive'>): 'archived' | 'deleted' =>
  archive === 'archived' ? 'archived' : 'deleted';

/**
 * The news about a campaign's ad sets and ads on a platform.
 * @param first the campaign as it was before the lists were read: they cannot include later changes.
 * @param isUnderWay whether a platform task was open then: the lists may still have old names.
 */
export async function partNews(
  ctx: SystemCtx,
  first: WholeCampaign,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  reported: Reported,
  isUnderWay: boolean,
): Promise<PartNews> {
  const { platform } = there;
  const goesOn = reported.campaign !== null && !isOver(reported.campaign);
  const [ownSets, ownAds] = [judged(first.adSets, whole.adSets), judged(first.ads, whole.ads)];
  const [sets, ads] = [seenIn(ownSets, platform, reported.sets), seenIn(ownAds, platform, reported.ads)];
  const missing = [...sets, ...ads].filter(({ found }) => found === null).map(({ row }) => row);
  const young = goesOn ? await madeLately(ctx, whole, missing) : new Set<string>();
  const { capabilities } = await ctx.reactions.adPlatforms[platform]!();
  const archivedHere = wantedOn(whole.row, platform) === 'archived';
  const over = (found: RunningObject | null) => {
    if (archivedHere) return 'archived';
    return found?.state === 'archived' ? goneAs(capabilities) : 'deleted';
  };
  const news = <T extends AdSetRow | AdRow>(
    seen: readonly Seen<T>[],
    changeOf: (row: T, one: RunningObject) => Partial<T>,
  ) =>
    seen.flatMap(({ row, found }): PartChange<T>[] => {
      if (found && !isOver(found)) {
        const { name: _, ...rest } = changeOf(row, found);
        const change = isUnderWay ? (rest as Partial<T>) : changeOf(row, found);
        return Object.keys(change).length === 0 ? [] : [{ row, change }];
      }
      if (!isThere(row) || young.has(row.id)) return [];
      return [{ row, change: { status: over(found) } as Partial<T> }];
    });
  const setNews = news(sets, setChange);
  const adNews = [...news(ads, adChange), ...endedWithSets(ownAds, whole.adSets, platform, setNews)];
  const goneOf = <T extends AdSetRow | AdRow>(all: readonly PartChange<T>[]) =>
    goesOn && !archivedHere
      ? all.map(({ row, change }) => ({ ...row, ...change })).filter((one) => !isThere(one))
      : [];
  const gone = { sets: goneOf(setNews), ads: goneOf(adNews) };
  // An ad set that counted as deleted and is listed again takes part again.
  const back = setNews.filter(({ row, change }) => row.status === 'deleted' && change.status !== undefined);
  const moved = [...gone.sets, ...back.map(({ row }) => row)].some(({ share }) => share !== null);
  const shares =
    goesOn && moved ? sharesAfter(whole.adSets, platform, setNews, isUnderWay) : new Map<string, number>();
  // After a failure a person has to act. Trying again with every reading would only fail again.
  const isIdle = !isUnderWay && there.error === null;
  const mayRise = capabilities.archive === 'paused' && goesOn && !archivedHere && isIdle;
  const risen = mayRise ? risenThere(first, whole, platform, reported) : { sets: [], ads: [] };
  return { sets: setNews, ads: adNews, gone, shares, risen };
}

/** An ad that was never set up ends with its ad set: it cannot be set up any more. */
function endedWithSets(
  ads: readonly AdRow[],
  adSets: readonly AdSetRow[],
  platform: string,
  setNews: readonly PartChange<AdSetRow>[],
): PartChange<AdRow>[] {
  const statuses = new Map(adSets.map(({ id, status }) => [id, status]));
  for (const { row, change } of setNews) if (change.status) statuses.set(row.id, change.status);
  return ads.flatMap((row) => {
    const status = statuses.get(row.adSetId);
    const isDraft = row.platform === platform && row.platformId === null && isThere(row);
    return isDraft && status && !isThere({ status }) ? [{ row, change: { status } }] : [];
  });
}

/** Ads of an archived ad set keep their status at the platform. They do not run, because their ad set does not. */
function risenThere(
  first: WholeCampaign,
  whole: WholeCampaign,
  platform: string,
  { sets, ads }: Reported,
): PartNews['risen'] {
  const on = <T extends AdSetRow | AdRow>(
    before: readonly T[],
    now: readonly T[],
    listed: RunningObject[],
  ) => {
    const archived = now.filter(({ status }) => status === 'archived');
    return seenIn(unchanged(before, archived), platform, listed)
      .filter(({ found }) => found !== null && adStatusOf(found) === 'active')
      .map(({ row }) => row);
  };
  const there = new Set(whole.adSets.filter(isThere).map(({ id }) => id));
  return {
    sets: on(first.adSets, whole.adSets, sets),
    ads: on(first.ads, whole.ads, ads).filter(({ adSetId }) => there.has(adSetId)),
  };
}

/** The rows that are unchanged since the lists were read. Archived ones are left out, because archiving is final. */
export function judged<T extends AdSetRow | AdRow>(first: readonly T[], now: readonly T[]): T[] {
  return unchanged(first, now).filter(({ status }) => status !== 'archived');
}

function unchanged<T extends AdSetRow | AdRow>(first: readonly T[], now: readonly T[]): T[] {
  const before = new Map(first.map(({ id, version }) => [id, version]));
  return now.filter(({ id, version }) => before.get(id) === version);
}

interface Seen<T> {
  row: T;
  /** Null when the list lacks it. */
  found: RunningObject | null;
}

function seenIn<T extends AdSetRow | AdRow>(
  rows: readonly T[],
  platform: string,
  listed: readonly RunningObject[],
): Seen<T>[] {
  const byId = new Map(listed.map((one) => [one.id, one]));
  return rows
    .filter((row) => row.platform === platform && row.platformId !== null)
    .map((row) => ({ row, found: byId.get(row.platformId!) ?? null }));
}

/** Which of these were created so recently that the lists may lack them. */
async function madeLately(
  ctx: SystemCtx,
  { row }: WholeCampaign,
  missing: readonly (AdSetRow | AdRow)[],
): Promise<Set<string>> {
  if (!missing.some(isThere)) return new Set();
  const steps = (await tasksOf(ctx, row.id)).flatMap((task) => task.steps);
  const madeAt = new Map(
    steps.flatMap(({ kind, result, updatedAt }) =>
      (kind === 'ad_set' || kind === 'ad') && result ? [[result, updatedAt] as const] : [],
    ),
  );
  const isYoung = ({ platformId, createdAt }: AdSetRow | AdRow) =>
    ctx.now - (madeAt.get(platformId!) ?? createdAt) < LISTED_AFTER_MS;
  return new Set(missing.filter(isYoung).map(({ id }) => id));
}

/**
 * Recalculates shares from the platform's budgets. If a task in progress may be changing those, the stored shares are
 * used instead.
 */
function sharesAfter(
  adSets: readonly AdSetRow[],
  platform: string,
  news: readonly PartChange<AdSetRow>[],
  isUnderWay: boolean,
): ReadonlyMap<string, number> {
  const changes = new Map(news.map(({ row, change }) => [row.id, change]));
  const left = adSets
    .filter((one) => one.platform === platform)
    .map((one) => ({ ...one, ...changes.get(one.id) }))
    .filter(isThere);
  const before = new Map(left.map(({ id, share }) => [id, share]));
  const shares = isUnderWay ? sharesTakenOver(left) : sharesLeftThere(left);
  return new Map([...shares].filter(([id, share]) => before.get(id) !== share));
}

/**
 * The ads that decide a campaign's status: without archived ones, and without paused ones that the service did not
 * create. An ad in an ad set that cannot run does not run either, whatever its own state says.
 */
export function countedAds(
  { ads }: WholeCampaign,
  { platform }: CampaignPlatformRow,
  { sets, ads: listed }: Reported,
): RunningObject[] {
  const own = new Map(ads.filter((one) => one.platform === platform).map((one) => [one.platformId, one]));
  const stuck = new Map(sets.filter(({ state }) => state === 'needs_attention').map((set) => [set.id, set]));
  return listed
    .filter((one) => {
      const row = own.get(one.id);
      if (isOver(one) || row?.status === 'archived') return false;
      return row !== undefined || one.state !== 'paused';
    })
    .map((one) => {
      const set = stuck.get(one.parent ?? '');
      if (!set || !MAY_RUN.includes(one.state)) return one;
      return { ...one, state: set.state, issues: [...set.issues, ...one.issues] };
    });
}

const MAY_RUN: readonly RunningState[] = ['active', 'in_review', 'processing'];

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function setChange(row: AdSetRow, one: RunningObject): Partial<AdSetRow> {
  const status = adStatusOf(one);
  return {
    ...(status === row.status ? {} : { status }),
    ...(one.name === row.name ? {} : { name: one.name }),
    ...(one.budget === null || same(one.budget, row.budget) ? {} : { budget: one.budget }),
  };
}

function adChange(row: AdRow, one: RunningObject): Partial<AdRow> {
  const status = adStatusOf(one);
  const review = reviewOf(one, row.review, row.platform);
  return {
    ...(status === row.status ? {} : { status }),
    ...(one.name === row.name ? {} : { name: one.name }),
    ...(same(review, row.review) ? {} : { review }),
  };
}
