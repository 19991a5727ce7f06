// What a platform says of campaigns wins over what we believed, also where somebody changed it over there.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { type AdIssue, type AdIssueCode, issueParts } from '../../../integrations/ads/issues.ts';
import type { RunningObject } from '../../../integrations/ads/steps.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { findPermissions } from '../ad-authorizations/interface.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { wantedOn } from '../campaign-record/campaign-platforms.ts';
import type {
  CampaignPlatformRow,
  CampaignRow,
  CampaignStatus,
  WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import { findWhole, listToRead, saveRead } from '../campaign-record/interface.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import { reportedIssues, reportedStatus } from '../campaign-record/status.ts';
import { hasOpenTask, openAmong } from '../platform-tasks/interface.ts';
import { goneThere, notePartNews } from './note-part-news.ts';
import { countedAds, goneAs, hasNews, type PartNews, partNews, type Reported } from './reported-parts.ts';
import { type Stop, stopAgain, stopFor } from './stop-there.ts';

/** What was just made may not be listed yet. */
const LISTED_AFTER_MS = HOUR_MS;
const TRIES = 2;

/** A campaign as it was before its platform's lists are read. */
export interface CampaignToRead {
  whole: WholeCampaign;
  /** Whether something was under way at its platforms then: the lists may have it as it was before. */
  isUnderWay: boolean;
}

/** Notes that these were left to the next reading, which begins with them: from a moment on, in their order. */
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

/** Campaigns of a connection that nobody has read since a moment. */
export async function campaignsToRead(
  ctx: SystemCtx,
  connectionId: string,
  before: number,
  limit: number,
): Promise<CampaignToRead[]> {
  const wholes = await listToRead(ctx, connectionId, before, limit);
  const open = await openAmong(
    ctx,
    wholes.map(({ row }) => row.id),
  );
  return wholes.map((whole) => ({ whole, isUnderWay: open.has(whole.row.id) }));
}

/**
 * Notes what the platform has of campaigns, each in a batch of its own; one that was changed here at the same time is seen
 * again next time.
 * @param objects all that the platform has of them. @param mayWrite asked before each batch.
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
 * What another platform of the campaign told at the same time is no reason to wait for the next reading; what was asked of
 * this one meanwhile is: the lists may be from before it.
 * @returns its moves when all of it was noted; null when it may no longer write.
 */
async function noteOne(
  ctx: SystemCtx,
  connectionId: string,
  { whole: first, isUnderWay }: CampaignToRead,
  reported: Reported,
  mayWrite: () => boolean,
): Promise<number | null> {
  let whole = first;
  for (let tries = 0; ; tries++) {
    const { moves } = whole.row;
    const there = placeOf(whole, connectionId);
    // What is being made is not judged by what there is of it yet.
    const isMaking = there.setUpAt === null && isUnderWay;
    if (isMaking || isTooNew(ctx, there, reported)) return moves;
    const seen = { ...reported, ads: countedAds(whole, there, reported) };
    const news = await newsOf(ctx, first, whole, there, { reported, seen, isUnderWay });
    if (news === null) return moves;
    if (!mayWrite()) return null;
    if (await inOneBatch(ctx, (own) => note(own, whole, there, seen, news))) return moves + 1;
    const now = tries < TRIES && mayWrite() ? await findWhole(ctx, whole.row.id) : null;
    if (!now || isAskedAnew(first, now, connectionId)) return moves;
    whole = now;
  }
}

/** Whether people, or tasks that ended, changed what is wanted or known of the campaign there. */
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
}

/** Null when there is nothing new. What is archived here is done with: it is only looked at for whether it runs again. */
async function newsOf(
  ctx: SystemCtx,
  first: WholeCampaign,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  { reported, seen, isUnderWay }: { reported: Reported; seen: Reported; isUnderWay: boolean },
): Promise<News | null> {
  const stop = isUnderWay ? null : await stopFor(ctx, whole, there, reported);
  if (there.status === 'archived' && wantedOn(whole.row, there.platform) === 'archived')
    return stop && { platform: null, campaign: null, parts: null, stop };
  const parts = await partNews(ctx, first, whole, there, reported, isUnderWay);
  const stopped = await whyNoAdRuns(ctx, whole, there, seen);
  const platform = platformNews(whole, there, seen, isUnderWay, stopped);
  const campaign = await followed(ctx, whole, there, seen, isUnderWay);
  const isNews = platform !== null || campaign !== null || hasNews(parts) || stop !== null;
  return isNews ? { platform, campaign, parts, stop } : null;
}

/** What is new of the campaign itself there; null when nothing is. */
function platformNews(
  { row }: WholeCampaign,
  there: CampaignPlatformRow,
  reported: Reported,
  isUnderWay: boolean,
  noAdRuns: AdIssueCode,
): Partial<CampaignPlatformRow> | null {
  const status = statusThere(there, reported);
  // It is paused until the launch that is under way comes to the platform.
  const launches = there.status === 'processing' && isUnderWay && wantedOn(row, there.platform) === 'live';
  if (launches && status === 'paused') return null;
  const issues = reportedIssues(status, reported, pausedThere(row, there), noAdRuns);
  return status === there.status && same(issues, there.issues) ? null : { status, issues };
}

/** Whether a pause that shows now, or stood there before, is somebody's over there: here it is to run. */
const pausedThere = ({ wanted, hold }: CampaignRow, { status, issues }: CampaignPlatformRow) =>
  issues.some((one) => STOPPED_THERE.includes(one))
    ? wanted !== 'archived'
    : wanted === 'live' && hold === null && (status === 'live' || status === 'in_review');

const STOPPED_THERE: readonly string[] = [
  ...(['paused_there', 'no_ad_runs', 'no_ads', 'ads_paused', 'permission_ended'] as const),
] satisfies AdIssue[];

/**
 * Who is behind it when a campaign is on and none of its ads is: a creator whose permission ended, whoever paused the ads here,
 * or somebody over there. Once noted it stays, since our rows then say what theirs do.
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

const isTooNew = ({ now }: SystemCtx, { setUpAt }: CampaignPlatformRow, { campaign }: Reported) =>
  campaign === null && now - (setUpAt ?? now) < LISTED_AFTER_MS;

/** What failed of ours stays to be seen until it is tried again. */
function statusThere({ error }: CampaignPlatformRow, { campaign, ads }: Reported): CampaignStatus {
  const status = reportedStatus(campaign, ads);
  return error !== null && status !== 'archived' ? 'needs_attention' : status;
}

/** Also where only its parts changed: two readers must not write over each other. */
async function note(
  batch: SystemCtx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  { campaign: top }: Reported,
  { platform: changes, campaign, parts, stop }: News,
): Promise<void> {
  const { row } = whole;
  const { platform } = there;
  const movement = { campaign: campaign ?? {}, platforms: changes ? { [platform]: changes } : {} };
  const after = moveCampaign(batch, whole, movement, 'note');
  if (stop !== null) await stopAgain(batch, after, there, stop);
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
}

/** What somebody did over there wins over what was wanted here, and a change that shows there is over; null for neither. */
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
  // What failed of its set-up says nothing of whether it runs.
  const shown = isPart ? reportedStatus(reported.campaign, reported.ads) : status;
  const runs = shown === 'live' || shown === 'in_review';
  const isHeld = row.hold === 'launch_refused';
  const wasOff = there.status === 'paused' || isPart;
  const on = runs && (row.wanted === 'paused' || isHeld) && wasOff;
  // A campaign that is on and has no ad that runs was paused by nobody, nor was one that ended.
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
