// Applies what a platform reports about campaigns. The report wins over our state, even when somebody changed the
// campaign in the ads manager.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { type AdIssue, type AdIssueCode, issueParts } from '../../../integrations/ads/issues.ts';
import type { RunningObject } from '../../../integrations/ads/steps.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { findPermissions } from '../ad-authorizations/interface.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { wantedOn } from '../campaign-record/campaign-platforms.ts';
import type {
  AdRow,
  CampaignPlatformRow,
  CampaignRow,
  CampaignStatus,
  WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import { findWhole, listToRead, saveRead } from '../campaign-record/interface.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import { reportedIssues, reportedStatus } from '../campaign-record/status.ts';
import { cancelTasks } from '../platform-tasks/cancel-tasks.ts';
import { hasOpenTask, openAmong } from '../platform-tasks/interface.ts';
import { listSet, noteDrift, type SetResource } from '../resources/interface.ts';
import { driftThere, type SeenDrift } from './drift-there.ts';
import { goneThere, notePartNews } from './note-part-news.ts';
import { pauseUnpermitted, runningUnpermitted } from './pause-unpermitted.ts';
import { countedAds, goneAs, hasNews, type PartNews, partNews, type Reported } from './reported-parts.ts';
import { type Stop, stopAgain, stopFor } from './stop-there.ts';

/** A new campaign may be missing from the lists for this long. */
const LISTED_AFTER_MS = HOUR_MS;
const TRIES = 2;

/** A campaign as it was before the platform's lists are read. */
export interface CampaignToRead {
  whole: WholeCampaign;
  /** Whether a platform task was open then. The lists may show the state before it. */
  isUnderWay: boolean;
  /** What was last set of the campaign, its ad sets and ads. */
  set: readonly SetResource[];
}

/** Sets the read times of skipped campaigns to `from` and later, so that the next reading takes them in this order. */
export async function noteUnread(
  ctx: SystemCtx,
  connectionId: string,
  campaigns: readonly CampaignToRead[],
  from: number,
): Promise<void> {
  await saveRead(
    ctx,
    connectionId,
    campaigns.map(({ whole: { row } }, n) => ({ id: row.id, moves: row.moves, at: from + n })),
  );
}

/** A connection's campaigns that were not read since `before`. */
export async function campaignsToRead(
  ctx: SystemCtx,
  connectionId: string,
  before: number,
  limit: number,
): Promise<CampaignToRead[]> {
  const wholes = await listToRead(ctx, connectionId, before, limit);
  const ids = wholes.map(({ row }) => row.id);
  const [open, set] = await Promise.all([openAmong(ctx, ids), listSet(ctx, ids)]);
  const byCampaign = Map.groupBy(set, ({ campaignId }) => campaignId);
  return wholes.map((whole) => ({
    whole,
    isUnderWay: open.has(whole.row.id),
    set: byCampaign.get(whole.row.id) ?? [],
  }));
}

/**
 * Applies the platform's report to campaigns, each in a batch of its own. A campaign that was changed here at the same
 * time is skipped until the next reading.
 * @param objects all of the campaigns' objects at the platform. @param mayWrite asked before each batch.
 * @returns false when it stopped because it may no longer write.
 */
export async function noteReported(
  ctx: SystemCtx,
  connectionId: string,
  campaigns: readonly CampaignToRead[],
  objects: readonly RunningObject[],
  mayWrite: () => boolean,
): Promise<boolean> {
  const byParent = Map.groupBy(objects, ({ parent }) => parent);
  const byId = new Map(objects.map((one) => [`${one.kind} ${one.id}`, one]));
  const read: Pick<CampaignRow, 'id' | 'moves'>[] = [];
  for (const one of campaigns) {
    const { platformId } = placeOf(one.whole, connectionId);
    const campaign = byId.get(`campaign ${platformId}`) ?? null;
    const sets = (byParent.get(platformId) ?? []).filter(({ kind }) => kind === 'ad_set');
    const ads = sets.flatMap(({ id }) => (byParent.get(id) ?? []).filter(({ kind }) => kind === 'ad'));
    const moves = await noteOne(ctx, connectionId, one, { campaign, sets, ads }, mayWrite);
    if (moves === null) break;
    read.push({ id: one.whole.row.id, moves });
  }
  await saveRead(ctx, connectionId, read);
  return read.length === campaigns.length;
}

const placeOf = ({ platforms }: WholeCampaign, connectionId: string) =>
  platforms.find((one) => one.connectionId === connectionId)!;

/**
 * Applies the report to one campaign. If another platform's report was written at the same time, it is retried at once.
 * If a person or a platform task changed the campaign meanwhile, the lists may be older than the change, so the campaign
 * waits for the next reading.
 * @returns the campaign's `moves` afterwards; null when it may no longer write.
 */
async function noteOne(
  ctx: SystemCtx,
  connectionId: string,
  { whole: first, isUnderWay, set }: CampaignToRead,
  reported: Reported,
  mayWrite: () => boolean,
): Promise<number | null> {
  let whole = first;
  for (let tries = 0; ; tries++) {
    const { moves } = whole.row;
    const there = placeOf(whole, connectionId);
    // While the set-up is in progress, the lists show only part of the campaign.
    const isMaking = there.setUpAt === null && isUnderWay;
    if (isMaking || isTooNew(ctx, there, reported)) return moves;
    const seen = { ...reported, ads: countedAds(whole, there, reported) };
    const news = await newsOf(ctx, first, whole, there, { reported, seen, isUnderWay, set });
    if (news === null) return moves;
    if (!mayWrite()) return null;
    if (await inOneBatchUnlessEdited(ctx, (own) => note(own, whole, there, seen, news))) return moves + 1;
    const now = tries < TRIES && mayWrite() ? await findWhole(ctx, whole.row.id) : null;
    if (!now || isAskedAnew(first, now, connectionId)) return moves;
    whole = now;
  }
}

/** Whether a person or a finished platform task has changed the campaign since the first read. */
function isAskedAnew(first: WholeCampaign, now: WholeCampaign, connectionId: string): boolean {
  const asked = (whole: WholeCampaign) => {
    const { wanted, hold, pendingChange } = whole.row;
    const { status, error, setUpAt, stateReadAt } = placeOf(whole, connectionId);
    return JSON.stringify([wanted, hold, pendingChange, status, error, setUpAt, stateReadAt]);
  };
  return asked(first) !== asked(now);
}

interface News {
  platform: Partial<CampaignPlatformRow> | null;
  campaign: Partial<CampaignRow> | null;
  parts: PartNews | null;
  stop: Stop | null;
  /** Ads that run without their creator's permission. */
  unpermitted: AdRow[];
  /** What differs now from what was set. */
  drift: SeenDrift[];
}

/** Null when there is nothing new. An archived campaign is only checked for whether it runs again. */
async function newsOf(
  ctx: SystemCtx,
  first: WholeCampaign,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  {
    reported,
    seen,
    isUnderWay,
    set,
  }: Pick<CampaignToRead, 'isUnderWay' | 'set'> & { reported: Reported; seen: Reported },
): Promise<News | null> {
  const stop = isUnderWay ? null : await stopFor(ctx, whole, there, reported);
  if (there.status === 'archived' && wantedOn(whole.row, there.platform) === 'archived')
    return stop && { platform: null, campaign: null, parts: null, stop, unpermitted: [], drift: [] };
  const parts = await partNews(ctx, first, whole, there, reported, isUnderWay);
  const stopped = await whyNoAdRuns(ctx, whole, there, seen);
  const mayRun = stopped !== 'permission_ended' || (await mayAnyRun(ctx, whole, there, seen));
  const platform = platformNews(whole, there, seen, isUnderWay, { why: stopped, mayRun });
  const campaign = await followed(ctx, whole, there, seen, isUnderWay);
  const unpermitted = isUnderWay ? [] : await runningUnpermitted(ctx, whole, there, reported);
  // Lists that are older than a change may still show what was set before it.
  const drift = isUnderWay ? [] : await driftThere(ctx, first, whole, there, reported, set);
  const isNews = platform !== null || campaign !== null || hasNews(parts) || stop !== null;
  return isNews || unpermitted.length > 0 || drift.length > 0
    ? { platform, campaign, parts, stop, unpermitted, drift }
    : null;
}

/** The campaign's new state on the platform; null when it has not changed. */
function platformNews(
  { row }: WholeCampaign,
  there: CampaignPlatformRow,
  reported: Reported,
  isUnderWay: boolean,
  noAdRuns: { why: AdIssueCode; mayRun: boolean },
): Partial<CampaignPlatformRow> | null {
  const reads = statusThere(there, reported);
  // Until the launch in progress reaches the platform, it still reports a pause.
  const launches = there.status === 'processing' && isUnderWay && wantedOn(row, there.platform) === 'live';
  if (launches && reads === 'paused') return null;
  const issues = reportedIssues(reads, reported, pausedThere(row, there), noAdRuns.why);
  // Nobody paused it, and resuming would not help: somebody has to ask the creators again.
  const isStuck = reads === 'paused' && !noAdRuns.mayRun && wantedOn(row, there.platform) === 'live';
  const status = isStuck ? 'needs_attention' : reads;
  return status === there.status && same(issues, there.issues) ? null : { status, issues };
}

/** Whether a reported pause was made in the ads manager, now or before, while people here want the campaign to run. */
const pausedThere = ({ wanted, hold }: CampaignRow, { status, issues }: CampaignPlatformRow) =>
  issues.some((one) => STOPPED_THERE.includes(one))
    ? wanted !== 'archived'
    : wanted === 'live' && hold === null && (status === 'live' || status === 'in_review');

const STOPPED_THERE: readonly string[] = [
  ...(['paused_there', 'no_ad_runs', 'no_ads', 'ads_paused', 'permission_ended'] as const),
] satisfies AdIssue[];

/**
 * Who is responsible when an active campaign has no running ad: a creator who withdrew the permission, somebody who
 * paused the ads here, or somebody in the ads manager. Once recorded the answer stays, because afterwards our rows show
 * the same state as the platform's.
 */
async function whyNoAdRuns(
  ctx: SystemCtx,
  { row, adSets, ads }: WholeCampaign,
  { platform, issues }: CampaignPlatformRow,
  { campaign, ads: reported }: Reported,
): Promise<AdIssueCode> {
  if (campaign?.state !== 'active') return 'no_ad_runs';
  if (reported.length === 0) return 'no_ads';
  if (issues.includes('no_ad_runs')) return 'no_ad_runs';
  const paused = new Set(adSets.flatMap(({ id, status }) => (status === 'paused' ? id : [])));
  const own = new Map(ads.filter((one) => one.platform === platform).map((one) => [one.platformId, one]));
  const shown = reported.flatMap(({ id }) => own.get(id) ?? []);
  const here = shown.filter(({ status, adSetId }) => status === 'paused' || paused.has(adSetId));
  if (here.length < reported.length) return 'no_ad_runs';
  if (row.terms.identity === 'brand') return 'ads_paused';
  const submissions = shown.flatMap(({ submissionId }) => submissionId ?? []);
  const permitted = await findPermissions(ctx, row.accountId, platform, submissions);
  return submissions.every((one) => permitted.has(one)) ? 'ads_paused' : 'permission_ended';
}

/** Whether any ad of the campaign there has its creator's permission. */
async function mayAnyRun(
  ctx: SystemCtx,
  { row, ads }: WholeCampaign,
  { platform }: CampaignPlatformRow,
  { ads: reported }: Reported,
): Promise<boolean> {
  const there = new Set(reported.map(({ id }) => id));
  const submissions = ads.flatMap((one) =>
    one.platform === platform && one.platformId !== null && there.has(one.platformId)
      ? (one.submissionId ?? [])
      : [],
  );
  return (await findPermissions(ctx, row.accountId, platform, submissions)).size > 0;
}

const isTooNew = ({ now }: SystemCtx, { setUpAt }: CampaignPlatformRow, { campaign }: Reported) =>
  campaign === null && now - (setUpAt ?? now) < LISTED_AFTER_MS;

/** A failed request of ours stays visible until it is retried. */
function statusThere({ error }: CampaignPlatformRow, { campaign, ads }: Reported): CampaignStatus {
  const status = reportedStatus(campaign, ads);
  return error !== null && status !== 'archived' ? 'needs_attention' : status;
}

/**
 * The campaign's move counter always goes up, even if only its ad sets or ads changed, so that two readers cannot
 * overwrite each other.
 */
async function note(
  batch: SystemCtx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  { campaign: top }: Reported,
  { platform: changes, campaign, parts, stop, unpermitted, drift }: News,
): Promise<void> {
  const { row } = whole;
  const { platform } = there;
  const movement = { campaign: campaign ?? {}, platforms: changes ? { [platform]: changes } : {} };
  const after = moveCampaign(batch, whole, movement, 'note');
  // What a plan has not sent yet would change what somebody has stopped there.
  const isPaused =
    changes?.issues?.includes('paused_there') === true && !there.issues.includes('paused_there');
  if (changes?.status === 'archived' || isPaused)
    await cancelTasks(batch, 'campaign', row.id, { platform, owner: 'plan' });
  if (stop !== null) await stopAgain(batch, after, there, stop);
  if (unpermitted.length > 0) await pauseUnpermitted(batch, whole, there, unpermitted);
  const told = { campaign: row.id, what: 'reported' as const, platform };
  if (campaign?.wanted) {
    const change = campaign.wanted === 'live' ? 'resumed' : 'paused';
    addEntry(batch, { ...told, details: { change, by: 'ads_manager' } });
  }
  if (changes?.status === 'archived' && wantedOn(row, platform) !== 'archived') {
    const { capabilities } = await batch.reactions.adPlatforms[platform]!();
    const how = top?.state === 'archived' ? goneAs(capabilities) : 'deleted';
    addEntry(batch, { ...told, details: goneThere(capabilities, how, 'The campaign') });
  }
  if (parts !== null) await notePartNews(batch, whole, there, parts);
  noteDrift(batch, drift);
}

/**
 * What somebody did in the ads manager overrides what people here wanted, and a change that the report confirms is no
 * longer pending. Null when neither applies.
 */
async function followed(
  ctx: SystemCtx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  reported: Reported,
  isUnderWay: boolean,
): Promise<Partial<CampaignRow> | null> {
  const { row, platforms } = whole;
  if (isUnderWay) return null;
  const status = statusThere(there, reported);
  const others = platforms.filter((one) => one !== there).map((one) => one.status);
  const isPart = there.setUpAt === null;
  // After a failed set-up, the error says nothing about whether the campaign runs.
  const shown = isPart ? reportedStatus(reported.campaign, reported.ads) : status;
  const runs = shown === 'live' || shown === 'in_review';
  const isHeld = row.hold === 'launch_refused';
  const wasOff = there.status === 'paused' || isPart;
  const on = runs && (row.wanted === 'paused' || isHeld) && wasOff;
  // Nobody paused a campaign that is active but has no running ad, or one that has ended.
  const isPaused = reported.campaign?.state === 'paused' && !reported.campaign.issues.some(isEnd);
  const off =
    isPaused &&
    status === 'paused' &&
    row.wanted === 'live' &&
    row.hold === null &&
    (there.status === 'live' || there.status === 'in_review') &&
    others.every((one) => one === 'paused' || one === 'archived' || one === 'draft');
  const over = row.pendingChange?.status === 'in_progress';
  if (!on && !off && !over) return null;
  if (await hasOpenTask(ctx, row.id)) return null;
  return {
    ...(over ? { pendingChange: null } : {}),
    ...(on ? { wanted: 'live' as const, launchedAt: row.launchedAt ?? ctx.now } : {}),
    ...(on && isHeld ? { hold: null } : {}),
    ...(off ? { wanted: 'paused' as const } : {}),
  };
}

const isEnd = (one: AdIssue) => issueParts(one).code === 'campaign_ended';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
